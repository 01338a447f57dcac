import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import type { Subscription } from '../../../contract/subscription.ts'
import { priceListQuery, subscriptionQuery } from '../../api/subscription.ts'
import { usageQuery } from '../../api/usage.ts'
import { listButtons } from '../../testing/fields-of.ts'
import { linksNamed, renderPage } from '../../testing/render-page.ts'
import { sampleUsage } from '../../testing/sample-usage.ts'
import { begunCheckout } from './begun-checkout.ts'
import CancelPage from './cancel-page.tsx'
import { PlanBanner } from './plan-banner.tsx'
import { StandingBanner } from './standing-banner.tsx'
import SubscriptionPage from './subscription-page.tsx'
import SuccessPage from './success-page.tsx'
import { UsageMeter } from './usage-meter.tsx'

const free: Subscription = {
  tier: 'free',
  standing: 'none',
  currentPeriodEnd: null,
  previousTier: null,
  pendingTier: null,
  canManageBilling: false,
}
const monthly: Subscription = {
  ...free,
  tier: 'monthly',
  standing: 'active',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
  canManageBilling: true,
}
const pending: Subscription = { ...free, tier: 'pending', standing: 'pending', pendingTier: 'annual' }

const prices = {
  prices: [{ tier: 'monthly' as const, priceId: 'price_monthly' }],
  defaultPriceId: 'price_monthly',
  simulated: false,
}

function renderPlans(subscription: Subscription) {
  const queries = new QueryClient()
  queries.setQueryData(subscriptionQuery.queryKey, subscription)
  queries.setQueryData(usageQuery.queryKey, sampleUsage)
  queries.setQueryData(priceListQuery.queryKey, prices)
  return renderPage(createElement(SubscriptionPage), { queries })
}

const banner = (subscription: Subscription | undefined, isSignedIn = true) =>
  renderPage(createElement(PlanBanner, { subscription, isSignedIn })).text

describe('/subscription', () => {
  it("is headed 'Choose Your Plan' and has three cards, each with its price and button, and Back to Dashboard (PLAN-8)", () => {
    const page = renderPlans(free)
    expect(page.text).toMatch(/^Choose Your Plan /)
    expect(page.text).toMatch(/Monthly £20 .* 6-Month Recommended £70 .* Annual £120 /)
    expect(listButtons(page)).toEqual(
      expect.arrayContaining(['Choose Monthly', 'Choose 6-Month', 'Choose Annual']),
    )
    expect(linksNamed(page, 'Back to Dashboard')).toEqual(['/dashboard'])
  })

  it('says what applies: the current plan, no active subscription, or that one has to log in (PLAN-9)', () => {
    expect(banner(monthly)).toContain('Your current plan')
    expect(banner(free)).toContain('No active subscription')
    expect(banner(undefined, false)).toContain('Authentication required')
    expect(banner(undefined, false)).toContain('You need to be logged in to subscribe to a plan.')
    expect(banner(pending)).toBe('')
  })

  it('hides the usage while a payment is pending (PLAN-10)', () => {
    expect(renderPlans(free).text).toContain('0 / 1 used')
    const page = renderPlans(pending)
    expect(page.text).toContain('Subscription Pending')
    expect(page.text).toContain('You chose the Annual plan.')
    expect(page.text).toContain('Your subscription is being processed')
    expect(page.text).toContain('Processing payment, please wait...')
    expect(page.text).not.toContain('used')
    // The one without a word is the refresh.
    expect(listButtons(page, false)).toEqual([''])
  })

  it('offers Subscribe Now without a paid tier, and the billing portal with one (PLAN-11)', () => {
    expect(listButtons(renderPlans(free))).toContain('Subscribe Now Monthly, £20 per month')
    expect(listButtons(renderPlans(monthly)).join()).not.toContain('Subscribe Now')
    expect(listButtons(renderPlans(monthly))).toContain('Manage billing')
  })

  it('says when a plan renews or ends, and what keeps it from counting (PLAN-15)', () => {
    const said = (more: Partial<Subscription>) =>
      renderPage(createElement(StandingBanner, { subscription: { ...monthly, ...more } })).text
    expect(said({})).toMatch(/^Renews on .*2026\.$/)
    expect(said({ standing: 'ending' })).toMatch(/^Ends on .*2026 and does not renew/)
    expect(said({ standing: 'overdue' })).toContain('Payment failed')
    expect(said({ standing: 'refused' })).toContain('Payment not accepted')
    expect(said({ standing: 'ended', previousTier: 'annual' })).toContain('Your Annual plan has ended.')
  })
})

it('a month is shown in each of its ways (USAGE-6)', () => {
  const shown = (state: Parameters<typeof UsageMeter>[0]['usage']) =>
    renderPage(createElement(UsageMeter, { kind: 'age', usage: state }))
  expect(shown('loading').text).toBe('')
  expect(shown({ used: 3, remaining: Number.POSITIVE_INFINITY }).text).toMatch(/^Unlimited /)
  expect(shown({ used: 5, remaining: 0 }).text).toBe(
    "Limit Reached You've used all your age verifications for this month. Upgrade your plan to continue using this feature.",
  )
  expect(shown({ used: 2, remaining: 3 }).text).toBe('Age verifications 2 / 5 used')
  expect(shown({ used: 2, remaining: 3 }).html).toContain('aria-valuenow="40"')
  expect(shown('failed').text).toBe(
    'Subscription Data Issue There was a problem loading your subscription data. Please refresh the page or contact support.',
  )
})

describe('after the payment page', () => {
  it("/subscription/success is headed 'Subscription Successful!', waits, and has three ways on (PAY-7)", () => {
    const page = renderPage(createElement(SuccessPage))
    expect(page.text).toMatch(/^Subscription Successful! /)
    expect(page.text).toContain('Activating your subscription...')
    expect(linksNamed(page, 'Go to Dashboard')).toEqual(['/dashboard'])
    expect(listButtons(page)).toContain('Refresh Subscription Status')
    expect(linksNamed(page, 'View Subscription Details')).toEqual(['/subscription'])
  })

  it('/subscription/cancel says only to who began a checkout in this tab that it is cancelled, and leads everybody to the plans and the dashboard (PAY-6, PAY-20)', () => {
    const kept = new Map<string, string>()
    vi.stubGlobal('window', {
      sessionStorage: {
        getItem: (key: string) => kept.get(key) ?? null,
        setItem: (key: string, value: string) => void kept.set(key, value),
        removeItem: (key: string) => void kept.delete(key),
      },
    })
    const visited = renderPage(createElement(CancelPage))
    begunCheckout.note()
    const cancelled = renderPage(createElement(CancelPage))
    begunCheckout.forget()
    const later = renderPage(createElement(CancelPage))
    vi.unstubAllGlobals()
    expect(cancelled.text).toMatch(/^Checkout Cancelled /)
    for (const page of [visited, later]) {
      expect(page.text).toMatch(/^No checkout to cancel /)
      expect(page.text).not.toContain('Cancelled')
    }
    for (const page of [visited, cancelled]) {
      expect(linksNamed(page, 'View Plans')).toEqual(['/subscription'])
      expect(linksNamed(page, 'Back to Dashboard')).toEqual(['/dashboard'])
    }
  })
})
