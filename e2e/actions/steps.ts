import { expect, type Page } from '@playwright/test'

/** The smallest common phone. */
export const phone = { width: 360, height: 740 }

/** The bar of the current step. Its text is the step's name, its place the step's number. */
export const currentStep = (page: Page, number?: number) =>
  page.locator(`${number ? `:nth-child(${number})` : ''}[aria-current=step]`)

/** Holds the page's requests for these files until the returned function is called. */
export async function holdFiles(page: Page, files: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((go) => {
    release = go
  })
  await page.route(files, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/**
 * Fails when the focus was lost to the page itself, where keyboard and screen reader users start again from the top.
 */
export async function expectFocusKept(page: Page, place: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'), { message: place })
    .not.toMatch(/^(BODY|HTML|none)$/)
}

/** The number of words that the page shows, up to the first element that matches `end`. */
export function countWords(page: Page, end?: string): Promise<number> {
  return page.evaluate(countOnPage, end)
}

function countOnPage(selector: string | undefined): number {
  const end = selector ? document.querySelector(selector) : null
  const texts = document.createTreeWalker(
    document.querySelector('main') ?? document.body,
    NodeFilter.SHOW_TEXT,
  )
  let count = 0
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (end && text.compareDocumentPosition(end) & Node.DOCUMENT_POSITION_PRECEDING) break
    const parent = text.parentElement
    // Text for screen readers only is one pixel large.
    if (!parent?.checkVisibility({ checkVisibilityCSS: true }) || parent.getBoundingClientRect().width <= 1)
      continue
    count += (text.textContent ?? '').split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
  }
  return count
}
