import { AxeBuilder } from '@axe-core/playwright'
import { expect, test } from '@playwright/test'

const pages = ['/', '/login', '/register', '/forgot-password', '/about', '/terms', '/nothing-here']

for (const colorScheme of ['light', 'dark'] as const) {
  test(`public pages break no rule of WCAG 2.2 AA in ${colorScheme}, and no content policy`, async ({
    page,
  }) => {
    const complaints: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error' && /Content Security Policy/.test(message.text()))
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(error.message))
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const path of pages) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const { violations, passes } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
        .analyze()
      const found = violations.map(
        ({ id, nodes }) => `${path} ${id}: ${nodes.map(({ html }) => html).join(' ')}`,
      )
      expect(found).toEqual([])
      expect(passes.length).toBeGreaterThan(10)
    }
    expect(complaints).toEqual([])
  })
}
