import { makePerson, type Person, signUp } from './actions/account.ts'
import { cards, goToCheckout, manageBilling, orderSimulator, pay } from './actions/plan.ts'
import { makeVerification } from './actions/verification.ts'
import { expect, type Page, test } from './test.ts'

// One simulator is used by the whole run, and these journeys change its clock and its webhooks.
test.describe.configure({ mode: 'serial' })

let number = 0

function create(page: Page, creator: Person): Promise<string> {
  number += 1
  return makeVerification(page, creator, {
    fullName: `Sam O’Neill the ${number}th`,
    email: `sam-${Date.now()}-${number}@example.com`,
    socialMediaName: '@sam',
  })
}

const planCard = (page: Page) => page.getByRole('region', { name: 'Your plan' })

test('from free over the limit, a late payment and more creations back to free at the end of the period (CREATE-3, PLAN-10, PLAN-15, PAY-7, PAY-9, USAGE-6)', async ({
  page,
}) => {
  const creator = makePerson('Nadia Haddad')
  await signUp(page, creator)
  await create(page, creator)

  await page.goto('/person-verification')
  await expect(page.getByText('Subscription Limit Reached')).toBeVisible()

  const simulator = await goToCheckout(page, 'Monthly')
  await pay(page, cards.settlesLate)
  await page.waitForURL('**/subscription/success')
  await expect(page.getByRole('heading', { name: 'Subscription Successful!' })).toBeVisible()

  await page.goto('/subscription')
  await expect(planCard(page).getByText('Subscription Pending')).toBeVisible()
  await expect(planCard(page).getByText('Processing payment, please wait...')).toBeVisible()
  await expect(planCard(page).getByRole('progressbar')).toHaveCount(0)

  // A person who has just paid isn't asked to upgrade.
  await page.goto('/person-verification')
  await expect(page.getByText('Your subscription is being processed')).toBeVisible()
  await expect(page.getByText('Subscription Limit Reached')).toHaveCount(0)

  await page.goto('/subscription/success')
  await orderSimulator(simulator, 'settle', { outcome: 'paid' })
  await expect(page.getByText('Thank you for subscribing! Your Monthly plan is now active.')).toBeVisible()
  await page.waitForURL('**/dashboard')
  await expect(planCard(page).getByText('Monthly plan')).toBeVisible()

  await create(page, creator)
  await create(page, creator)
  await page.goto('/dashboard')
  await expect(planCard(page).getByText('2 / 5 used')).toBeVisible()

  await manageBilling(page)
  await page.getByRole('button', { name: 'Cancel plan' }).click()
  await expect(page.getByText('Ends on')).toBeVisible()
  await page.getByRole('link', { name: 'Return' }).click()
  await expect(planCard(page).getByText(/doesn’t renew/)).toBeVisible()

  await orderSimulator(simulator, 'clock', { advanceSeconds: 32 * 86_400 })
  await page.goto('/subscription')
  await expect(async () => {
    await page.reload()
    await expect(planCard(page).getByText('Your Monthly plan has ended.', { exact: false })).toBeVisible({
      timeout: 30_000,
    })
  }).toPass()
  await page.goto('/person-verification')
  await expect(page.getByText('Subscription Limit Reached')).toBeVisible()
})

test('a declined card and a cancelled checkout leave the plan unchanged (PAY-6)', async ({ page }) => {
  await signUp(page, makePerson('Elio Conti'))
  await goToCheckout(page, 'Annual')
  await pay(page, cards.declined)
  await expect(page.getByRole('alert')).toContainText('declined')
  await expect(page.getByLabel('Card number')).toHaveValue(cards.declined)
  await page.getByRole('button', { name: 'Cancel' }).click()

  await page.waitForURL('**/subscription/cancel')
  await expect(page.getByRole('heading', { name: 'Checkout Cancelled' })).toBeVisible()
  await expect(page.getByText('Your subscription checkout was cancelled.')).toBeVisible()
  await page.getByRole('link', { name: 'View Plans' }).click()
  await expect(planCard(page).getByText('Free plan')).toBeVisible()
})

test('a paid plan becomes active even when every webhook is lost, and another plan is a confirmed change (PAY-5, PAY-13)', {
  tag: '@slow',
}, async ({ page }) => {
  await signUp(page, makePerson('Greta Lind'))
  const simulator = await goToCheckout(page, 'Monthly')
  await orderSimulator(simulator, 'webhooks', { drop: true })
  try {
    await pay(page, cards.pays)
    await page.waitForURL('**/dashboard')
    await expect(planCard(page).getByText('Monthly plan')).toBeVisible()
  } finally {
    await orderSimulator(simulator, 'webhooks', { drop: false })
  }

  await page.goto('/subscription')
  const current = page.getByRole('region', { name: 'Monthly', exact: true })
  await expect(current).toContainText('Current plan')
  await expect(current.getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose Annual' }).click()
  await page.waitForURL('**/p/session/**')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await page.waitForURL('**/dashboard')
  await expect(planCard(page).getByText('Annual plan')).toBeVisible()
})
