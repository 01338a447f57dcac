import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'
import { expectWellSet } from './layout.ts'

/**
 * Fails with the rule, the place and the elements when the page, or the dialog open on it, breaks a rule of WCAG 2.2
 * AA. A control half covered by a dialog is ignored, because it cannot be reached.
 */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  await expectWellSet(page, place)
  const dialog = '[role="dialog"]'
  // There are no frames here, so one pass in the page is enough; the default opens an extra page each time to merge
  // frames.
  const axe = new AxeBuilder({ page })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
  const { violations, passes } = await ((await page.locator(dialog).count()) > 0
    ? axe.include(dialog)
    : axe
  ).analyze()
  const found = violations.map(
    ({ id, nodes }) => `${place} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found).toEqual([])
  expect(passes.length).toBeGreaterThan(7)
}
