import { beforeAll, describe, expect, it } from 'vitest'
import type { Subscription, Usage } from '../../../contract/plan.ts'
import { api, scriptPlan } from '../../testing/api.ts'
import { expectNoText, expectText, listOpenButtons, readLines } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import {
  noPlan,
  paidPlan,
  pendingPlan,
  sampleMonth,
  samplePrices,
  sampleUsage,
} from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import SubscriptionPage, { meta } from './subscription-page.tsx'

beforeAll(signIn)

async function openPlans(subscription: Subscription, usage?: Usage, prices = samplePrices) {
  await scriptPlan(subscription, usage, prices)
  return renderScreen(<SubscriptionPage />)
}

it('offers three plans with the price, the saving and the content of each (PLAN-1, PLAN-2, PLAN-3, PLAN-8)', async () => {
  const screen = await openPlans(noPlan)
  expect(meta()).toEqual([{ title: 'Subscription · Assent' }])
  await expectText(
    'Choose Your Plan',
    'Prices in pounds sterling. A plan renews until you cancel it, and then lasts to the end of the paid period.',
  )
  const readPlan = async (name: string) => {
    const plan = screen.getByRole('region', { name, exact: true })
    await expect.element(plan).toBeVisible()
    return readLines(plan.element())
  }
  const documents = 'Access to and download of verified documents'
  expect(await readPlan('Monthly')).toEqual([
    'Monthly',
    '£20 per month',
    '5 age and 5 person verifications per month',
    'Files up to 10 MB',
    documents,
    'Choose Monthly',
  ])
  expect(await readPlan('6-Month')).toEqual([
    '6-Month',
    'Recommended',
    '£70 per 6 months',
    'Save £10 compared to monthly plan',
    '25 age and 25 person verifications per month',
    'Files up to 15 MB',
    documents,
    'Choose 6-Month',
  ])
  expect(await readPlan('Annual')).toEqual([
    'Annual',
    '£120 per year',
    'Save £120 compared to monthly plan',
    '100 age and 100 person verifications per month',
    'Files up to 25 MB',
    documents,
    'Choose Annual',
  ])
  await expect
    .element(screen.getByRole('link', { name: 'Back to Dashboard' }))
    .toHaveAttribute('href', '/dashboard')
})

describe('the current plan', () => {
  it('is none: the Free plan, the rest of its allowance, and the way to buy a plan (PLAN-9, PLAN-11, USAGE-6, USAGE-8)', async () => {
    await openPlans(noPlan)
    await expectText(
      'Your plan',
      'Free plan',
      'No active subscription',
      'You’re on the Free plan: one age and one person verification per month.',
      'Age verifications',
      '0 / 1 used',
      'Limit Reached',
      "You've used all your person verifications for this month. Upgrade your plan to continue using this feature.",
      'Counted since 1 November 2026.',
      'Every request you create counts, even if it’s never completed.',
    )
    await expect
      .poll(listOpenButtons)
      .toEqual(['Subscribe Now Monthly, £20 per month', 'Choose Monthly', 'Choose 6-Month', 'Choose Annual'])
  })

  it('is a paid one that renews (PLAN-8, PLAN-9, PLAN-11, PLAN-15)', async () => {
    const month = sampleMonth(2, 25)
    const usage = sampleUsage({ tier: 'sixmonth', ageVerification: month, personVerification: month })
    const screen = await openPlans({ ...paidPlan, tier: 'sixmonth' }, usage)
    await expectText(
      '6-Month plan',
      'Renews on 21 December 2026.',
      'Your current plan',
      'You are on the 6-Month plan. You confirm a change first. What’s left of the paid period is taken off the price.',
      '2 / 25 used',
      'Person verifications',
    )
    await expect
      .element(screen.getByRole('progressbar', { name: 'Age verifications: 2 / 25 used' }))
      .toBeInTheDocument()
    const current = screen.getByRole('region', { name: '6-Month', exact: true })
    expect(readLines(current.element())).toContain('Current plan')
    await expect.poll(listOpenButtons).toEqual(['Manage billing', 'Choose Monthly', 'Choose Annual'])
  })

  it('was cancelled and ends with the paid period (PLAN-15)', async () => {
    await openPlans({ ...paidPlan, standing: 'ending' })
    await expectText('Monthly plan', 'Ends on 21 December 2026 and doesn’t renew.')
    expectNoText('Renews on')
  })

  it('has ended (PLAN-15)', async () => {
    await openPlans({ ...noPlan, standing: 'ended', previousTier: 'annual', canManageBilling: true })
    await expectText('Your Annual plan has ended. You’re on the Free plan again.', 'No active subscription')
  })

  it('is in arrears: free until the payment goes through, and no plan is sold (PLAN-15)', async () => {
    await openPlans({ ...noPlan, standing: 'overdue', canManageBilling: true })
    await expectText(
      'Payment failed',
      'You’re on the Free plan until it goes through. You can change your card under Manage billing.',
    )
    expectNoText('Subscribe Now')
    await expect.poll(listOpenButtons).toContain('Manage billing')
  })

  it('was refused at the payment (PLAN-15, PAY-12)', async () => {
    await openPlans({ ...noPlan, standing: 'refused' })
    await expectText('Payment not accepted', 'Nothing was charged. Choose a plan to try again.')
  })

  it('waits for its payment: it shows no usage, and no plan can be bought (PLAN-10)', async () => {
    await openPlans(pendingPlan)
    await expectText(
      'Waiting for the payment',
      'Subscription Pending',
      'You chose the Annual plan.',
      'Your subscription is being processed',
      'Processing payment, please wait...',
    )
    expectNoText('used', 'Limit Reached', 'Your current plan', 'No active subscription', 'Subscribe Now')
    await expect.poll(listOpenButtons).toEqual([])
  })

  it('was granted: unlimited, and not for sale (PLAN-2, PLAN-9)', async () => {
    const month = sampleMonth(7, null)
    const usage = sampleUsage({ tier: 'enterprise', ageVerification: month, personVerification: month })
    await openPlans({ ...noPlan, tier: 'enterprise', standing: 'active' }, usage)
    await expectText(
      'Enterprise plan',
      'You’re on the Enterprise plan, which was set up for you. Contact support to change it.',
      'Unlimited',
      'Age verifications',
      'Person verifications',
    )
    expectNoText('Counted since', 'Manage billing')
    await expect.poll(listOpenButtons).toEqual([])
  })
})

it('shows a loading state at first (USAGE-6)', async () => {
  await scriptPlan(noPlan)
  await api.holds('GET /api/subscription')
  await renderScreen(<SubscriptionPage />)
  await expectText('Checking subscription status...')
  const asked = await api.takes('GET /api/subscription')
  expect(asked.authorization).toBe('Bearer ada.access.token')
  await asked.answer(noPlan)
  await expectText('Free plan')
  expectNoText('Checking subscription status...')
})

it('counts an unreadable plan as free, and explains the error (PLAN-6)', async () => {
  await scriptPlan(noPlan)
  await api.fails('GET /api/subscription')
  await renderScreen(<SubscriptionPage />)
  await expectText(
    'Free plan',
    'Subscription Data Issue',
    'There was a problem loading your subscription data. Please refresh the page or contact support.',
    'Subscription Error',
    'There was an error loading your subscription data.',
  )
})

it('sells no plan without prices, and fetches them again', async () => {
  await scriptPlan(noPlan)
  await api.fails('GET /api/prices')
  const screen = await renderScreen(<SubscriptionPage />)
  await expectText(
    'You can’t buy a plan right now',
    'There was a problem connecting to our payment service. Please try again later.',
  )
  await expect.poll(listOpenButtons).toEqual(['Try again'])
  await api.answers('GET /api/prices', { ...samplePrices, simulated: true })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expectText('Payments are simulated here: no real money, no real card.')
  expectNoText('You can’t buy a plan right now')
  await expect.poll(listOpenButtons).toContain('Choose Monthly')
})
