import type { Tier } from './tier.ts'

/**
 * The reason why a creator can't open the third party's photo and ID yet: a paid plan is needed, or a payment must be
 * confirmed.
 */
export const documentLocks = ['paid_plan', 'payment'] as const
export type DocumentLock = (typeof documentLocks)[number]

/** The largest file a tier may store, in megabytes (PLAN-3). */
const maxFileSizeMb: Record<Tier, number> = {
  free: 5,
  monthly: 10,
  sixmonth: 15,
  annual: 25,
  enterprise: 50,
  pending: 0,
}

const bytesPerMb = 1024 * 1024

/**
 * The largest file a creator's tier admits, in bytes. A pending tier can't create verifications, but a verification
 * begun before the checkout must remain completable, so it counts as free here.
 */
export function getTierMaxFileBytes(tier: Tier): number {
  return maxFileSizeMb[tier === 'pending' ? 'free' : tier] * bytesPerMb
}

/**
 * The reason why a tier doesn't give access to the third party's photo and ID; null for a paid tier, which does
 * (PLAN-7).
 */
export function findThirdPartyDocumentsLock(tier: Tier): DocumentLock | null {
  if (tier === 'pending') return 'payment'
  return tier === 'free' ? 'paid_plan' : null
}

/** Whether a tier may see and download the third party's photo and ID. */
export function canOpenThirdPartyDocuments(tier: Tier): boolean {
  return findThirdPartyDocumentsLock(tier) === null
}

/** The month's usage of one kind, as displayed. `remaining` is Infinity on an unlimited tier. */
export type KnownUsage = { used: number; remaining: number }

/** The five ways in which a usage is shown (USAGE-6). */
type UsageDisplay =
  | { state: 'loading' }
  /** Green banner. */
  | { state: 'unlimited' }
  /** Red banner. */
  | { state: 'limit_reached'; used: number; total: number }
  /** Progress bar; `percent` is 0 to 100. */
  | { state: 'normal'; used: number; total: number; percent: number }
  /** Amber banner. */
  | { state: 'data_error' }

/** How to display a usage: `loading` during the first request, `failed` when it failed and no older value is known. */
export function describeUsage(usage: KnownUsage | 'loading' | 'failed'): UsageDisplay {
  if (usage === 'loading') return { state: 'loading' }
  if (usage === 'failed' || !isCount(usage.used) || !(usage.remaining >= 0)) return { state: 'data_error' }
  if (usage.remaining === Number.POSITIVE_INFINITY) return { state: 'unlimited' }
  const total = usage.used + usage.remaining
  if (usage.remaining === 0) return { state: 'limit_reached', used: usage.used, total }
  return { state: 'normal', used: usage.used, total, percent: Math.min(100, (usage.used / total) * 100) }
}

function isCount(value: number): boolean {
  return Number.isInteger(value) && value >= 0
}
