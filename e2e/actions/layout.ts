import { expect, type Page } from '@playwright/test'

/** A page that was given another size or direction has a moment to arrange itself. */
const arranges = { timeout: 5000 }

/**
 * Fails with what a person cannot see at this width: a page that scrolls sideways, things outside of it, words that are cut without an
 * ellipsis to say so. What scrolls sideways inside the page, such as many tabs, is reached by scrolling there.
 */
export async function expectNothingCut(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(whatIsCut), { message: place, ...arranges }).toEqual([])
}

/** Fails with what stands outside of a page that scrolls sideways. */
export async function expectNothingSideways(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(whatIsOutside), { message: place, ...arranges }).toEqual([])
}

function whatIsOutside(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const outside = [...document.querySelectorAll('body *')].filter((element) => {
    const { left, right, width } = element.getBoundingClientRect()
    return width > 1 && (left < -1 || right > clientWidth + 1) && element.checkVisibility()
  })
  const named = outside.map((element) => `${element.tagName.toLowerCase()} ${element.className}`)
  return [`the page is ${scrollWidth} wide`, ...named]
}

function whatIsCut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const sideways = scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []
  const elements = [...document.querySelectorAll('body *')].filter(isSeen)
  return [
    ...sideways,
    ...elements.filter(isOutside).map((element) => `outside: ${describeElement(element)}`),
    ...elements.filter(hidesWords).map((element) => `cut: ${describeElement(element)}`),
  ]

  function isSeen(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect()
    // What only screen readers are to find is one pixel large.
    return (
      width > 1 && height > 1 && element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    )
  }

  function isOutside(element: Element): boolean {
    const { left, right } = element.getBoundingClientRect()
    return (left < -1 || right > clientWidth + 1) && !scrollsInside(element)
  }

  function scrollsInside(element: Element): boolean {
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(above).overflowX)) return true
    }
    return false
  }

  function hidesWords(element: Element): boolean {
    const { overflowX, overflowY, textOverflow, whiteSpace } = getComputedStyle(element)
    const saysSo = textOverflow === 'ellipsis' && whiteSpace === 'nowrap'
    const isWider = element.scrollWidth > element.clientWidth + 1 && /hidden|clip/.test(overflowX) && !saysSo
    const isHigher = element.scrollHeight > element.clientHeight + 1 && /hidden|clip/.test(overflowY)
    return (isWider || isHigher) && element.textContent.trim() !== ''
  }

  function describeElement(element: Element): string {
    return `${element.tagName.toLowerCase()} ${element.className} "${element.textContent.trim().slice(0, 60)}"`
  }
}
