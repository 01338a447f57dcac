import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import type { RenderResult } from 'vitest-browser-react'
import { api, flushAnswers, scriptPlan } from '../../testing/api.ts'
import { expectNoText, expectText, listOpenButtons } from '../../testing/read-page.ts'
import { renderScreen } from '../../testing/render-screen.tsx'
import { noPlan, paidPlan, sampleUsage } from '../../testing/samples.ts'
import { signIn } from '../../testing/sign-in.ts'
import SubscriptionPage from './subscription-page.tsx'
import { begunCheckout } from './use-plan.tsx'

const checkout = 'POST /functions/v1/create-checkout-session'
const portal = 'POST /api/billing-portal'

/** An address on the same page, so that the page under test can still be examined. */
const paymentPage = '#payment'

beforeAll(signIn)
afterEach(() => window.history.replaceState(null, '', window.location.pathname + window.location.search))

async function openPlans(subscription = noPlan) {
  await scriptPlan(subscription)
  return renderScreen(<SubscriptionPage />)
}

const choose = (screen: RenderResult, plan: string) =>
  screen.getByRole('button', { name: `Choose ${plan}` }).click()

it.each([['GET /api/subscription', noPlan] as const, ['GET /api/usage', sampleUsage()] as const])(
  'can begin once the content above the plans has loaded: %s (PLAN-8)',
  async (name, answer) => {
    await scriptPlan(noPlan)
    await api.holds(name)
    const screen = await renderScreen(<SubscriptionPage />)
    const asked = await api.takes(name)
    await flushAnswers()
    expect(listOpenButtons()).toEqual([])
    await asked.answer(answer)
    await expect.element(screen.getByRole('button', { name: 'Choose Annual' })).toBeEnabled()
  },
)

describe('a checkout', () => {
  it('locks every button while it begins, and navigates to the payment page (PAY-1, PAY-4)', async () => {
    const screen = await openPlans()
    await api.holds(checkout)
    await choose(screen, 'Annual')
    const asked = await api.takes(checkout)
    const { origin } = window.location
    expect(JSON.parse(asked.body)).toEqual({
      priceId: 'price_annual',
      successUrl: `${origin}/subscription/success`,
      cancelUrl: `${origin}/subscription/cancel`,
    })
    await expectText('Initiating checkout', 'Processing...')
    expect(listOpenButtons()).toEqual([])
    expect(begunCheckout.isNoted()).toBe(false)
    await asked.answer({ success: true, url: paymentPage })
    await expectText('Redirecting to checkout', "You'll be redirected to our secure payment page.")
    expect(window.location.hash).toBe(paymentPage)
    expect(begunCheckout.isNoted()).toBe(true)
  })

  it('is begun by Subscribe Now for the plan in its label (PLAN-11)', async () => {
    const screen = await openPlans()
    await api.holds(checkout)
    await screen.getByRole('button', { name: /Subscribe Now/ }).click()
    const { body } = await api.takes(checkout)
    expect(JSON.parse(body)).toMatchObject({ priceId: 'price_monthly' })
  })

  it.each([
    ['an answer without an address', { status: 200, json: {} }, 'No checkout URL returned from server'],
    ['no answer that can be read', { status: 200 }, 'No data received from server'],
    [
      'an error of the server',
      { status: 409, json: { title: 'You have this plan already.' } },
      'You have this plan already.',
    ],
    [
      'a broken server',
      { status: 502 },
      'There was a problem connecting to our payment service. Please try again later.',
    ],
    [
      'a lost connection',
      'broken',
      'There was a problem connecting to our payment service. Please try again later.',
    ],
  ] as const)('explains the error and unlocks its buttons: %s (PAY-3, PAY-4)', async (_, reply, words) => {
    const screen = await openPlans()
    await commands.scriptApi(checkout, reply)
    await choose(screen, 'Monthly')
    await expectText('Checkout Error', words)
    await expect.poll(listOpenButtons).toContain('Choose Monthly')
    expectNoText('Redirecting to checkout', 'Processing...')
    expect(begunCheckout.isNoted()).toBe(false)
  })

  it("asks the person to log in when the server doesn't have the session (PAY-2)", async () => {
    const screen = await openPlans()
    await api.refuses(checkout, 'checkout_authentication_required')
    await commands.scriptApi('GET /auth/v1/user', { status: 502 })
    await choose(screen, 'Monthly')
    await expectText('Authentication required', 'You need to be logged in to subscribe to a plan.')
    expectNoText('Checkout Error')
  })

  it("doesn't navigate when the person has left the plans (PAGE-42)", async () => {
    const screen = await openPlans()
    await api.holds(checkout)
    await choose(screen, 'Monthly')
    const asked = await api.takes(checkout)
    await screen.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expectText('Another page')
    await asked.answer({ success: true, url: paymentPage })
    expect(window.location.hash).toBe('')
    expect(begunCheckout.isNoted()).toBe(false)
  })
})

describe('Manage billing', () => {
  it('opens the portal, which returns to the plans (PAY-17)', async () => {
    const screen = await openPlans(paidPlan)
    await api.holds(portal)
    await screen.getByRole('button', { name: 'Manage billing' }).click()
    const asked = await api.takes(portal)
    expect(JSON.parse(asked.body)).toEqual({
      returnUrl: `${window.location.origin}/subscription?from=billing`,
    })
    await expect.element(screen.getByRole('button', { name: 'Processing...' })).toBeDisabled()
    await asked.answer({ url: '#portal' })
    await expect.poll(() => window.location.hash).toBe('#portal')
  })

  it("explains why it doesn't open, and can be pressed again (PAY-17)", async () => {
    const screen = await openPlans(paidPlan)
    await api.fails(portal)
    const button = screen.getByRole('button', { name: 'Manage billing' })
    await button.click()
    await expectText(
      'Billing Error',
      'There was a problem connecting to our payment service. Please try again later.',
    )
    await expect.element(button).toBeEnabled()
  })

  it("doesn't navigate when the person has left the plans either (PAGE-42)", async () => {
    const screen = await openPlans(paidPlan)
    await api.holds(portal)
    await screen.getByRole('button', { name: 'Manage billing' }).click()
    const asked = await api.takes(portal)
    await screen.getByRole('link', { name: 'Back to Dashboard' }).click()
    await expectText('Another page')
    await asked.answer({ url: '#portal' })
    expect(window.location.hash).toBe('')
  })
})

it('refetches from the provider after a return from the portal, and removes the mark of the return (PAY-17)', async () => {
  await scriptPlan(paidPlan)
  await api.holds('POST /api/subscription/refresh')
  const screen = await renderScreen(<SubscriptionPage />, '/subscription?from=billing')
  const asked = await api.takes('POST /api/subscription/refresh')
  await expectText('Renews on')
  const cancelled = { ...paidPlan, standing: 'ending' } as const
  await scriptPlan(cancelled)
  await asked.answer(cancelled)
  await expectText('doesn’t renew.')
  expect(screen.router.state.location.search).toBe('')
})
