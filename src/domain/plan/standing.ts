import { isPaidTier, type PaidTier } from './paid-plan.ts'
import type { SubscriptionRow } from './subscription-row.ts'
import { decideTier, normaliseTier, type Tier } from './tier.ts'

/** How a person stands with the plans, for the screens. */
export const standings = [
  /** Never subscribed, or nothing of it is worth a word. */
  'none',
  /** Checkout completed, payment not confirmed. */
  'pending',
  /** In force, and renews. */
  'active',
  /** In force until the end of the paid period. */
  'ending',
  /** A renewal could not be paid: free until it is. */
  'overdue',
  /** The first payment was refused: nothing was bought. */
  'refused',
  /** A paid plan is over: free again. */
  'ended',
] as const
export type Standing = (typeof standings)[number]

/** Where a subscription row puts its user. */
export function judgeStanding(row: SubscriptionRow | null): Standing {
  if (!row) return 'none'
  const tier = decideTier(row)
  if (tier === 'pending') return 'pending'
  if (tier !== 'free') return row.endsWithPeriod ? 'ending' : 'active'
  if (row.status === 'incomplete') return 'refused'
  if (isPaidTier(row.tier) && row.providerId !== null && row.status !== 'canceled') return 'overdue'
  return isPaidTier(row.previousTier) ? 'ended' : 'none'
}

/** The plan whose payment is waited for; null when none is. */
export function findPendingTier(row: SubscriptionRow | null): PaidTier | null {
  const { tier } = normaliseTier(row?.tier ?? null)
  return judgeStanding(row) === 'pending' && isPaidTier(tier) ? tier : null
}

/** The tier before the present one as people know it; null when there was none. */
export function normalisePreviousTier(row: SubscriptionRow | null): Tier | null {
  return row?.previousTier ? normaliseTier(row.previousTier).tier : null
}
