import type { Tier } from './tier.ts'

/** The tiers that money buys (PLAN-1). */
export const paidTiers = ['monthly', 'sixmonth', 'annual'] as const satisfies readonly Tier[]
export type PaidTier = (typeof paidTiers)[number]

/** One plan card: its constants are shown as they are (PLAN-1). */
export type PaidPlan = {
  tier: PaidTier
  name: string
  /** In pence, for one whole period. */
  pricePence: number
  currency: 'GBP'
  /** The length of a paid period, in calendar months. */
  periodMonths: number
  /** What stands behind the price. */
  period: string
  recommended: boolean
  /** The specified saving; null on the plan that the others are compared with. */
  saving: string | null
}

export const paidPlans: readonly PaidPlan[] = [
  {
    tier: 'monthly',
    name: 'Monthly',
    pricePence: 2000,
    currency: 'GBP',
    periodMonths: 1,
    period: 'per month',
    recommended: false,
    saving: null,
  },
  {
    tier: 'sixmonth',
    name: '6-Month',
    pricePence: 7000,
    currency: 'GBP',
    periodMonths: 6,
    period: 'per 6 months',
    recommended: true,
    saving: 'Save £10 compared to monthly plan',
  },
  {
    tier: 'annual',
    name: 'Annual',
    pricePence: 12_000,
    currency: 'GBP',
    periodMonths: 12,
    period: 'per year',
    recommended: false,
    saving: 'Save £120 compared to monthly plan',
  },
]

/** The plan that "Subscribe Now" buys: the shortest commitment. */
export const defaultPaidTier: PaidTier = 'monthly'

/** A tier's name as people read it. */
export const tierNames: Record<Tier, string> = {
  free: 'Free',
  monthly: 'Monthly',
  sixmonth: '6-Month',
  annual: 'Annual',
  enterprise: 'Enterprise',
  pending: 'Pending',
}

/** Whether a tier is one that money buys. */
export function isPaidTier(tier: string | null): tier is PaidTier {
  return paidTiers.some((paid) => paid === tier)
}

/** An amount as the reader writes money: whole pounds without pence, in the format of `locale`. */
export function formatPrice(pricePence: number, currency: string, locale?: string): string {
  return new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    minimumFractionDigits: pricePence % 100 === 0 ? 0 : 2,
  }).format(pricePence / 100)
}
