import type { PriceList, Subscription, Usage } from '../../contract/plan.ts'
import { api } from './api.ts'

/** No purchase yet. */
export const noPlan: Subscription = {
  tier: 'free',
  standing: 'none',
  currentPeriodEnd: null,
  previousTier: null,
  pendingTier: null,
  canManageBilling: false,
}

export const paidPlan: Subscription = {
  ...noPlan,
  tier: 'monthly',
  standing: 'active',
  currentPeriodEnd: '2026-12-21T10:00:00.000Z',
  canManageBilling: true,
}

export const pendingPlan: Subscription = {
  ...noPlan,
  tier: 'pending',
  standing: 'pending',
  pendingTier: 'annual',
}

/** One kind's month: so many of so many, or without a limit. */
export function sampleMonth(used: number, limit: number | null): Usage['ageVerification'] {
  return {
    used,
    limit,
    remaining: limit === null ? null : Math.max(0, limit - used),
    unlimited: limit === null,
  }
}

export function sampleUsage(more: Partial<Usage> = {}): Usage {
  return {
    tier: 'free',
    since: '2026-11-01T00:00:00.000Z',
    ageVerification: sampleMonth(0, 1),
    personVerification: sampleMonth(1, 1),
    ...more,
  }
}

export const samplePrices: PriceList = {
  prices: [
    { tier: 'monthly', priceId: 'price_monthly' },
    { tier: 'sixmonth', priceId: 'price_sixmonth' },
    { tier: 'annual', priceId: 'price_annual' },
  ],
  defaultPriceId: 'price_monthly',
  simulated: false,
}

/** Has the API answer a person's plan, for every request. */
export async function scriptPlan(subscription: Subscription, usage = sampleUsage(), prices = samplePrices) {
  await api.answers('GET /api/subscription', subscription)
  await api.answers('GET /api/usage', usage)
  await api.answers('GET /api/prices', prices)
}
