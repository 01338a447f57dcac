import type { DocumentLock } from './document-lock.ts'
import type { Tier } from './tier.ts'

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
 * The largest file a creator's tier admits, in bytes.
 * A pending tier cannot create, but a verification begun before the checkout must stay completable: it counts as free here.
 */
export function getTierMaxFileBytes(tier: Tier): number {
  return maxFileSizeMb[tier === 'pending' ? 'free' : tier] * bytesPerMb
}

/** What keeps a tier from seeing and downloading the third party's photo and ID; null for any paid one, which may (PLAN-7). */
export function findThirdPartyDocumentsLock(tier: Tier): DocumentLock | null {
  if (tier === 'pending') return 'payment'
  return tier === 'free' ? 'paid_plan' : null
}

/** Whether a tier may see and download the third party's photo and ID. */
export function mayOpenThirdPartyDocuments(tier: Tier): boolean {
  return findThirdPartyDocumentsLock(tier) === null
}
