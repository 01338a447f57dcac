import { expect, type Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expectNothingCut, expectNothingSideways, expectWellSet } from './layout.ts'
import { phone } from './steps.ts'

/** The narrowest phone, and what 400 % zoom leaves of 1280 px. */
export const narrowest = { width: 320, height: 640 }
const desktop = { width: 1440, height: 900 }

/** Opens a page and waits for its heading. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

/**
 * Fails when the page cuts something at 320 px from left to right or from right to left, scrolls sideways or breaks a
 * word inside on a phone with letters twice as large (WCAG 1.4.4), or breaks a rule of WCAG 2.2 AA on a phone in light
 * or on a desktop in dark.
 */
export async function expectGood(page: Page, place: string): Promise<void> {
  for (const direction of ['ltr', 'rtl']) {
    await page.evaluate((direction) => document.documentElement.setAttribute('dir', direction), direction)
    await expectNothingCut(page, `${place} ${direction}`)
    await expectWellSet(page, `${place} ${direction}`)
  }
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
  await page.waitForFunction(
    () => !document.getAnimations().some((animation) => animation instanceof CSSTransition),
  )
}
