import type { Tier } from './tier.ts'

export const paidTiers = ['monthly', 'sixmonth', 'annual'] as const satisfies readonly Tier[]
export type PaidTier = (typeof paidTiers)[number]

/** One plan card: its constants are displayed as they are (PLAN-1). */
export type PaidPlan = {
  tier: PaidTier
  /** In pence, for one whole period. */
  pricePence: number
  currency: 'GBP'
  /** The length of a paid period, in calendar months. */
  periodMonths: number
  recommended: boolean
}

export const paidPlans: readonly PaidPlan[] = [
  {
    tier: 'monthly',
    pricePence: 2000,
    currency: 'GBP',
    periodMonths: 1,
    recommended: false,
  },
  {
    tier: 'sixmonth',
    pricePence: 7000,
    currency: 'GBP',
    periodMonths: 6,
    recommended: true,
  },
  {
    tier: 'annual',
    pricePence: 12_000,
    currency: 'GBP',
    periodMonths: 12,
    recommended: false,
  },
]

/** The plan behind "Subscribe Now": the one with the shortest commitment. */
export const defaultPaidTier: PaidTier = 'monthly'

export function isPaidTier(tier: string | null): tier is PaidTier {
  return paidTiers.some((paid) => paid === tier)
}

/** Formats an amount for `locale`: whole pounds without pence, and £ also where the locale would write "UK£". */
export function formatPrice(pricePence: number, currency: string, locale: string): string {
  const format = (locale: string) =>
    new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: pricePence % 100 === 0 ? 0 : 2,
    }).formatToParts(pricePence / 100)
  const sign = format('en').find(({ type }) => type === 'currency')?.value ?? currency
  return format(locale)
    .map(({ type, value }) => (type === 'currency' ? sign : value))
    .join('')
}
