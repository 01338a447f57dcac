import { expect, type Page } from '@playwright/test'

/** The smallest common phone. */
export const phone = { width: 360, height: 740 }

/** Expects the current step by its position and its heading, which has the focus unless a field in it was requested. */
export async function expectStep(page: Page, where: RegExp, heading: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: where })).toBeVisible()
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
}

/**
 * Fails when the focus was lost to the page itself, where keyboard and screen reader users start again from the top.
 */
export async function expectFocusKept(page: Page, place: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'), { message: place })
    .not.toMatch(/^(BODY|HTML|none)$/)
}

/** Fails when a toast covers a text or a control. Without a toast, there is nothing that could. */
export async function expectToastsAside(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(findCovered)).toEqual([])
}

function findCovered(): string[] {
  const toasts = [...document.querySelectorAll('[data-toast]')]
  const boxes = toasts.map((toast) => toast.getBoundingClientRect())
  const isCovered = ({ left, right, top, bottom, width }: DOMRect) =>
    width > 1 &&
    boxes.some((box) => bottom > box.top && top < box.bottom && right > box.left && left < box.right)
  const isSeen = (element: Element | null) =>
    element?.checkVisibility({ checkVisibilityCSS: true }) && !toasts.some((toast) => toast.contains(element))
  const controls = [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((control) => isSeen(control) && isCovered(control.getBoundingClientRect()))
    .map((control) => control.outerHTML.slice(0, 80))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  const covered: string[] = []
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (!text.textContent?.trim() || !isSeen(text.parentElement)) continue
    range.selectNodeContents(text)
    if ([...range.getClientRects()].some(isCovered)) covered.push(text.textContent)
  }
  return [...controls, ...covered]
}
