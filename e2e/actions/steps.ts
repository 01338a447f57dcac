import { expect, type Page } from '@playwright/test'

/** The smallest phone that is usual. */
export const phone = { width: 360, height: 740 }

/** Expects the present step by its place and its heading, which has the focus unless something in it was asked for. */
export async function expectStep(page: Page, where: RegExp, heading: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: where })).toBeVisible()
  await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible()
}

/** Fails when the focus fell to the page itself, where a keyboard and a reader start again from the top. */
export async function expectFocusKept(page: Page, place: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.tagName ?? 'none'), { message: place })
    .not.toMatch(/^(BODY|HTML|none)$/)
}

/** Fails when a message lies over a heading, the progress or the title of a dialog, of those that can be seen now. */
export async function expectToastsAside(page: Page): Promise<void> {
  const covered = await page.evaluate(() => {
    const seen = [
      ...document.querySelectorAll('h1, h2, [role="status"] + *, ol:has([aria-current="step"])'),
    ].filter((element) => element.checkVisibility({ checkVisibilityCSS: true }))
    const rects = [...document.querySelectorAll('[data-toast]')].map((toast) => toast.getBoundingClientRect())
    return seen
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
  })
  expect(covered).toEqual([])
}
