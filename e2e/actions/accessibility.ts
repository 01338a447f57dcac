import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Fails with the rule, the place and the elements when the page as it stands breaks a rule of WCAG 2.2 AA. */
export async function expectAccessible(page: Page, place: string): Promise<void> {
  const { violations, passes } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    .analyze()
  const found = violations.map(
    ({ id, nodes }) => `${place} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
  )
  expect(found).toEqual([])
  expect(passes.length).toBeGreaterThan(7)
}
