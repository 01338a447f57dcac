import { expect, type Page } from '@playwright/test'
import axe from 'axe-core'
import { phone } from './steps.ts'

declare global {
  interface Window {
    axe: typeof axe
  }
}

/**
 * Fails when content isn't visible at this width: a page that scrolls sideways, elements outside of it, text that is
 * cut off without an ellipsis. Content that scrolls sideways inside the page, such as many tabs, counts as visible.
 */
export async function expectNothingCut(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(whatIsCut), { message: place }).toEqual([])
}

/** Fails when a page scrolls sideways, and lists the elements outside of it. */
export async function expectNothingSideways(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(whatIsOutside), { message: place }).toEqual([])
}

/**
 * Fails for words that are broken although the page could show them on one line, content that a picture or a print of
 * the whole page would omit, Mantine components whose styles aren't on the page, and animations despite
 * prefers-reduced-motion.
 */
export async function expectWellSet(page: Page, place: string): Promise<void> {
  await expect.poll(() => page.evaluate(whatIsIllSet), { message: place }).toEqual([])
}

function whatIsIllSet(): string[] {
  const styled = new Set([...document.styleSheets].flatMap(({ cssRules }) => listClasses(cssRules)))
  const parts = [...document.querySelectorAll('[class*="m_"]')].filter((part) => part.checkVisibility())
  const bare = parts.flatMap((part) => [...part.classList].filter(isUnstyled))
  return [
    ...new Set(
      bare.map((name) => `without styles: ${document.querySelector(`.${name}`)?.getAttribute('class')}`),
    ),
    ...findBrokenWords().map((word) => `broken inside: ${word}`),
    ...[...document.body.querySelectorAll('*')]
      .filter((part) => part.checkVisibility() && !part.checkVisibility({ contentVisibilityAuto: true }))
      .map((element) => `not drawn before it is near: ${element.textContent.trim().slice(0, 60)}`),
    ...document
      .getAnimations()
      .filter(isSmooth)
      .map(({ effect }) => `moves: ${(effect as KeyframeEffect).target?.className}`),
  ]

  /** An animation in a few steps doesn't count as motion. */
  function isSmooth({ effect }: Animation): boolean {
    const frames = effect instanceof KeyframeEffect ? effect.getKeyframes() : []
    return !frames.every(({ easing }) => easing.startsWith('steps'))
  }

  function isUnstyled(name: string): boolean {
    return /^m_[0-9a-f]+$/.test(name) && !styled.has(name)
  }

  function listClasses(rules: CSSRuleList): string[] {
    return [...rules].flatMap((rule) => [
      ...('selectorText' in rule ? [...String(rule.selectorText).matchAll(/\.([\w-]+)/g)] : []).map(
        ([, name]) => name ?? '',
      ),
      ...('cssRules' in rule ? listClasses(rule.cssRules as CSSRuleList) : []),
    ])
  }

  /** Words of a language only: code, addresses, fingerprints and ids may break anywhere, a word at its soft hyphens. */
  function findBrokenWords(): string[] {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: string[] = []
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      if (!text.parentElement?.checkVisibility({ checkVisibilityCSS: true })) continue
      if (text.parentElement.closest('code, pre') || /^https?:/.test(text.textContent ?? '')) continue
      for (const { 0: token, index } of (text.textContent ?? '').matchAll(/[^\s/\u00AD-]+/g)) {
        if (/[\d@_:=+]|\.\w/.test(token) || token.length > 20) continue
        const range = document.createRange()
        // The hyphen that is drawn at a soft hyphen counts as a part of what follows.
        range.setStart(text, index + (text.textContent?.[index - 1] === '\u00AD' ? 1 : 0))
        range.setEnd(text, index + token.length)
        const pieces = [...range.getClientRects()].filter(({ width }) => width > 1)
        const isBroken = new Set(pieces.map(({ top }) => Math.round(top))).size > 1
        const width = pieces.reduce((sum, piece) => sum + piece.width, 0)
        if (isBroken && width < document.documentElement.clientWidth)
          found.push(`${token} (${Math.round(width)} px) in ${text.parentElement.className}`)
      }
    }
    return found
  }
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
    // Content for screen readers only is clipped, and one pixel large.
    return (
      getComputedStyle(element).clip === 'auto' &&
      width > 1 &&
      height > 1 &&
      element.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true })
    )
  }

  function isOutside(element: Element): boolean {
    const { left, right } = element.getBoundingClientRect()
    return (left < -1 || right > clientWidth + 1) && !scrollsInside(element)
  }

  function scrollsInside(element: Element): boolean {
    const isDecoration =
      element.textContent === '' && !element.matches('a, button, input, select, textarea, img')
    for (let above = element.parentElement; above && above !== document.body; above = above.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(above)
      const mayHide = isDecoration || textOverflow === 'ellipsis'
      if (/auto|scroll/.test(overflowX) || (mayHide && /hidden|clip/.test(overflowX))) return true
    }
    return false
  }

  function hidesWords(element: Element): boolean {
    const { overflowX, overflowY, textOverflow, whiteSpace } = getComputedStyle(element)
    const saysSo = textOverflow === 'ellipsis' && whiteSpace === 'nowrap'
    const isWider = element.scrollWidth > element.clientWidth + 1 && /hidden|clip/.test(overflowX) && !saysSo
    const isHigher = element.scrollHeight > element.clientHeight + 1 && /hidden|clip/.test(overflowY)
    return (isWider || isHigher) && hasWordsOutside(element)
  }

  function hasWordsOutside(element: Element): boolean {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const words = document.createRange()
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      words.selectNode(texts.currentNode)
      for (const word of words.getClientRects()) {
        if (word.width < 2 || word.height < 2) continue
        // Glyphs may extend beyond a tight line height.
        const above = word.height / 4
        if (
          word.left < left - 1 ||
          word.right > right + 1 ||
          word.top < top - above ||
          word.bottom > bottom + above
        )
          return true
      }
    }
    return false
  }

  function describeElement(element: Element): string {
    return `${element.tagName.toLowerCase()} ${element.className} "${element.textContent.trim().slice(0, 60)}"`
  }
}

/**
 * Fails with the rule, the place and the elements when the page, or its open dialog, breaks a rule of WCAG 2.2 AA. A
 * control half covered by a dialog is ignored, because it can't be reached.
 */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  await expectWellSet(page, place)
  // A target that is scrolled half under the header counts as too small, so the page is checked from its top.
  const scrolledTo = await scroll(page, 0)
  // Loading axe takes longer than running it, so a page keeps it.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const { violations, passed } = await page.evaluate(runAxe)
  await scroll(page, scrolledTo)
  expect(violations, place).toEqual([])
  expect(passed).toBeGreaterThan(7)
}

/** Each broken rule with its elements, and the number of rules that are kept. */
async function runAxe(): Promise<{ violations: string[]; passed: number }> {
  const dialog = '[role="dialog"]'
  const { violations, passes } = await window.axe.run(document.querySelector(dialog) ? dialog : document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  })
  return {
    violations: violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    passed: passes.length,
  }
}

/** Scrolls the page, and returns where it was. */
function scroll(page: Page, to: number): Promise<number> {
  return page.evaluate((top) => {
    const before = window.scrollY
    window.scrollTo({ top, behavior: 'instant' })
    return before
  }, to)
}

/** The narrowest phone, which is also 1280 px at 400 % zoom. */
export const narrowest = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/**
 * Fails when the page cuts off content at 320 px from left to right or from right to left, scrolls sideways or breaks a
 * word on a phone at twice the text size (WCAG 1.4.4), or breaks a rule of WCAG 2.2 AA on a phone in light or on a
 * desktop in dark.
 */
export async function expectGood(page: Page, place: string): Promise<void> {
  await expectNothingCut(page, `${place} from left to right`)
  await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
  await expectNothingCut(page, `${place} from right to left`)
  await expectWellSet(page, `${place} from right to left`)
  await page.evaluate(() => document.documentElement.removeAttribute('dir'))
  await expectRoomForLargeText(page, place)
  await expectAccessible(page, `${place} in light`)
  await show(page, 'dark', desktop)
  await expectAccessible(page, `${place} in dark`)
  await show(page, 'light', narrowest)
}

async function expectRoomForLargeText(page: Page, place: string): Promise<void> {
  await page.setViewportSize(phone)
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await expectNothingSideways(page, `${place} with letters twice as large`)
  await expectNothingCut(page, `${place} with letters twice as large`)
  await expectWellSet(page, `${place} with letters twice as large`)
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'))
  await page.setViewportSize(narrowest)
}

async function show(page: Page, colorScheme: 'light' | 'dark', size: typeof narrowest): Promise<void> {
  await page.setViewportSize(size)
  await page.emulateMedia({ colorScheme })
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
  // A transition in hidden content never finishes, and isn't visible.
  await page.waitForFunction(
    () =>
      !document.getAnimations().some((animation) => {
        if (!(animation instanceof CSSTransition)) return false
        const { effect } = animation
        return effect instanceof KeyframeEffect && effect.target?.checkVisibility()
      }),
  )
}
