import { test as base, expect } from '@playwright/test'

export type { Browser, BrowserContext, Locator, Page, Request, Response, Route } from '@playwright/test'
export { devices, expect } from '@playwright/test'

/** A test that also fails when, on a phone, a message covered a text or a control on any of its pages (PAGE-15). */
export const test = base.extend<{ coversNothing: undefined }>({
  coversNothing: [
    async ({ browser }, use) => {
      const covered: string[] = []
      const open = browser.newContext.bind(browser)
      // Playwright opens the test's own context with it too.
      browser.newContext = async (options) => {
        const context = await open(options)
        await context.exposeBinding('reportCovered', ({ page }, found: string) => {
          covered.push(`${found} on ${page.url()}`)
        })
        await context.addInitScript(`(${watchToasts})(${listCovered})`)
        return context
      }
      await use(undefined)
      browser.newContext = open
      expect(covered, 'covered by a message').toEqual([])
    },
    { auto: true },
  ],
})

declare const reportCovered: (found: string) => void

/** Looks again after each change. What is covered twice is reported: a message may still be on its way to its place. */
function watchToasts(list: (toasts: Element[]) => string[]): void {
  let hasChanged = false
  let before: string[] = []
  const phone = matchMedia('(max-width: 47.99em)')
  // A journey may make a window narrow while a message of the wide page is shown.
  const ofWidePage = new WeakSet<Element>()
  const findToasts = () => [...document.querySelectorAll('[data-toast]')]
  const changes = { childList: true, subtree: true, attributes: true }
  new MutationObserver(() => {
    hasChanged = true
    if (!phone.matches) for (const toast of findToasts()) ofWidePage.add(toast)
  }).observe(document, changes)
  const look = () => {
    if (!hasChanged && before.length === 0) return
    hasChanged = false
    const found = phone.matches ? list(findToasts().filter((toast) => !ofWidePage.has(toast))) : []
    for (const each of found) if (before.includes(each)) reportCovered(each)
    before = found
  }
  setInterval(look, 200)
}

/** The texts and controls below a message. Those behind a dialog with the message in it are covered by the dialog. */
function listCovered(toasts: Element[]): string[] {
  const isIn = (element: Element | null) => toasts.some((toast) => toast.contains(element))
  const boxes = toasts.map((toast) => toast.getBoundingClientRect())
  const isCovered = ({ left, right, top, bottom, width }: DOMRect) =>
    width > 1 &&
    boxes.some((box) => {
      const [x, endX] = [Math.max(left, box.left), Math.min(right, box.right)]
      const [y, endY] = [Math.max(top, box.top), Math.min(bottom, box.bottom)]
      // A header that stays in place covers the message.
      return x < endX && y < endY && isIn(document.elementFromPoint((x + endX) / 2, (y + endY) / 2))
    })
  const dialogs = toasts.flatMap((toast) => toast.closest('[role=dialog]') ?? [])
  const isSeen = (element: Element | null) =>
    element?.checkVisibility({ checkVisibilityCSS: true }) &&
    !isIn(element) &&
    dialogs.every((dialog) => dialog.contains(element))
  if (toasts.length === 0) return []
  const covered = [...document.querySelectorAll('a, button, input, select, textarea, summary')]
    .filter((control) => isSeen(control) && isCovered(control.getBoundingClientRect()))
    .map((control) => control.outerHTML.slice(0, 80))
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    if (!text.textContent?.trim() || !isSeen(text.parentElement)) continue
    range.selectNodeContents(text)
    if ([...range.getClientRects()].some(isCovered)) covered.push(text.textContent)
  }
  return covered
}
