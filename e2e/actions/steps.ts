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

/** Fails when there is no toast, or one covers a visible heading, the progress, the title of a dialog or a control. */
export async function expectToastsAside(page: Page): Promise<void> {
  await expect(page.locator('[data-toast]').first()).toBeVisible()
  await expect.poll(() => page.evaluate(findCovered)).toEqual([])
}

function findCovered(): string[] {
  const wanted = 'h1, h2, ol:has([aria-current="step"]), a, button, input, select, textarea, summary, label'
  const toasts = [...document.querySelectorAll('[data-toast]')]
  const rects = toasts.map((toast) => toast.getBoundingClientRect())
  return [...document.querySelectorAll(wanted)]
    .filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
    .filter((element) => !toasts.some((toast) => toast.contains(element)))
    .filter((element) => {
      const own = element.getBoundingClientRect()
      return rects.some(
        (toast) =>
          own.bottom > toast.top &&
          own.top < toast.bottom &&
          own.right > toast.left &&
          own.left < toast.right,
      )
    })
    .map((element) => element.textContent)
}
