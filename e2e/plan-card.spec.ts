import { expect, type Page, test } from '@playwright/test'
import { signUp, somebody } from './actions/account.ts'
import { cards, goToCheckout, pay } from './actions/plan.ts'

const refreshing = '**/api/subscription/refresh'

/** Moves the page's clock, which stands still, until a text is there: by steps, so that answers arrive in between. */
async function seen(page: Page, text: string, stepMs = 20) {
  await expect
    .poll(
      async () => {
        await page.clock.runFor(stepMs)
        return page.getByText(text).first().isVisible()
      },
      { intervals: [50] },
    )
    .toBe(true)
}

test('the plan is refreshed by hand, and its button opens again 10 s afterwards (PLAN-13)', async ({
  page,
}) => {
  await signUp(page, somebody('Ines Duarte'))
  await page.clock.install()
  await page.goto('/subscription')
  const refresh = page.getByRole('button', { name: 'Refresh subscription' })
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.route(refreshing, (route) => route.abort(), { times: 1 })
  await refresh.click()
  await seen(page, 'Refresh Failed')
  await expect(page.getByText('There was a problem updating your subscription status.')).toBeVisible()
  await page.clock.runFor(7000)
  await expect(refresh).toBeDisabled()
  await page.clock.runFor(3000)
  await refresh.click()
  await seen(page, 'Subscription Refreshed')
  await expect(page.getByText('Your subscription status has been updated.')).toBeVisible()
  await expect(refresh).toBeDisabled()
})

test('a page that comes back after 30 s reads the plan anew, and says when it cannot (PLAN-12)', async ({
  page,
}) => {
  await signUp(page, somebody('Jon Aune'))
  await page.clock.install()
  await page.goto('/subscription')
  await expect(page.getByRole('region', { name: 'Your plan' })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  let tries = 0
  await page.route(refreshing, (route) => {
    tries += 1
    return tries === 1 ? route.continue() : route.abort()
  })
  const comeBack = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await Promise.all([page.waitForResponse(refreshing), comeBack()])
  await page.clock.runFor(30_000)
  await comeBack()
  await page.clock.runFor(1000)
  expect(tries).toBe(1)
  await comeBack()
  await seen(page, 'Subscription Refresh Error')
})

test('a checkout says what it does, and why it failed, when its button is free again (PAY-4)', async ({
  page,
}) => {
  await signUp(page, somebody('Tomas Berg'))
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
  await expect(page.getByText('Initiating checkout')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Processing...' })).toBeDisabled()
  answer()
  await expect(page.getByText('Checkout Error')).toBeVisible()
  await expect(page.getByText('No checkout URL returned from server')).toBeVisible()

  // An address of the same page, so that it stays to be looked at.
  await page.route('**/functions/v1/create-checkout-session', (route) =>
    route.fulfill({ json: { success: true, url: '#payment' } }),
  )
  await subscribe.click()
  await expect(page.getByText('Redirecting to checkout')).toBeVisible()
  await expect(page.getByText("You'll be redirected to our secure payment page.")).toBeVisible()
  await page.waitForURL('**/subscription#payment')
})

test('a plan that cannot be read counts as free and says what is wrong (PLAN-6)', async ({ page }) => {
  await signUp(page, somebody('Mira Olsen'))
  await page.route('**/api/usage', (route) => route.fulfill({ status: 500, body: '' }))
  await page.route('**/api/subscription', (route) => route.fulfill({ status: 500, body: '' }))
  await page.goto('/subscription')
  const card = page.getByRole('region', { name: 'Your plan' })
  await expect(card.getByText('Free plan')).toBeVisible()
  await expect(card.getByText('Subscription Data Issue')).toBeVisible()
  await expect(page.getByText('Subscription Error')).toBeVisible()
  await expect(page.getByText('There was an error loading your subscription data.')).toBeVisible()
})

test('waiting for a plan ends in a question, and a refresh by hand says what it found (PAY-10, PAY-11)', async ({
  page,
}) => {
  await signUp(page, somebody('Lena Ruiz'))
  await goToCheckout(page, 'Monthly')
  await pay(page, cards.settlesLate)
  await page.waitForURL('**/subscription/success')
  await page.clock.install()
  await page.goto('/subscription/success')
  const refresh = page.getByRole('button', { name: 'Refresh Subscription Status' })
  await expect(refresh).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  await seen(page, 'Subscription Processing', 10_000)
  await seen(page, 'Taking longer than expected?', 10_000)
  await page.route(refreshing, (route) => route.abort(), { times: 1 })
  await refresh.click()
  await seen(page, 'Refresh Error')
  await expect(page.getByText('Taking longer than expected?')).toBeHidden()
  await page.clock.runFor(10_000)
  await refresh.click()
  await seen(page, 'Still Processing')
})
