import { expect, test } from '@playwright/test'
import { register, somebody } from './actions/account.ts'

test('the plan is refreshed by hand, and its button opens again 10 s afterwards (PLAN-13)', async ({
  page,
}) => {
  await register(page, somebody('Ines Duarte'))
  await page.clock.install()
  await page.goto('/subscription')
  const refresh = page.getByRole('button', { name: 'Refresh subscription' })
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route('**/api/subscription/refresh', (route) => route.abort(), { times: 1 })
  await refresh.click()
  await seen('Refresh Failed')
  await page.clock.runFor(7000)
  await expect(refresh).toBeDisabled()
  await page.clock.runFor(3000)
  await refresh.click()
  await seen('Subscription Refreshed')
  await expect(refresh).toBeDisabled()

  /** Toasts need the page's clock, which stands still: it moves as little as they need. */
  async function seen(text: string) {
    await expect
      .poll(
        async () => {
          await page.clock.runFor(20)
          return page.getByText(text).isVisible()
        },
        { intervals: [50] },
      )
      .toBe(true)
  }
})

test('a checkout that fails says why, and its button is free again at once (PAY-4)', async ({ page }) => {
  await register(page, somebody('Tomas Berg'))
  await page.goto('/subscription')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/functions/v1/create-checkout-session', async (route) => {
    await held
    await route.fulfill({ json: {} })
  })
  const subscribe = page.getByRole('button', { name: 'Subscribe Now' })
  await subscribe.click()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  answer()
  await expect(page.getByText('Checkout Error')).toBeVisible()
  await expect(page.getByText('No checkout URL returned from server')).toBeVisible()
  await expect(subscribe).toBeEnabled()
})

test('a plan that cannot be read counts as free and says what is wrong (PLAN-6)', async ({ page }) => {
  await register(page, somebody('Mira Olsen'))
  await page.route('**/api/usage', (route) => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/subscription', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/subscription')
  const card = page.getByRole('region', { name: 'Your plan' })
  await expect(card.getByText('Free plan')).toBeVisible()
  await expect(card.getByText('Subscription Data Issue')).toBeVisible()
  await expect(page.getByText('Subscription Error')).toBeVisible()
})
