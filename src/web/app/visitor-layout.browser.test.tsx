import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import testimonials from '../../words/en/testimonials.ts'
import { renderScreen } from '../testing/render-screen.tsx'
import VisitorLayout from './visitor-layout.tsx'

it('folds the testimonials on a phone, and shows them beside the form on a wide page (PAGE-7)', async () => {
  await page.viewport(360, 740)
  const screen = await renderScreen(<VisitorLayout />)
  const note = screen.getByText(testimonials.note)
  const unfold = screen.getByRole('button', { name: testimonials.heading })
  await expect.element(note).not.toBeVisible()
  await unfold.click()
  await expect.element(note).toBeVisible()
  await expect.element(unfold).toHaveAttribute('aria-expanded', 'true')
  await unfold.click()
  await page.viewport(1440, 900)
  await expect.element(note).toBeVisible()
  expect(unfold.query()).toBeNull()
})
