import type { PriceList, Subscription } from '../../contract/subscription.ts'
import { defaultPaidTier, paidTiers } from '../../domain/plan/paid-plan.ts'
import { findPendingTier, judgeStanding, normalisePreviousTier } from '../../domain/plan/standing.ts'
import { decideTier } from '../../domain/plan/tier.ts'
import type { Platform } from '../platform/platform.ts'
import { findCustomer, findSubscription } from './store.ts'

/** How a user stands with the plans, from what we have stored. */
export async function showSubscription({ database }: Platform, userId: string): Promise<Subscription> {
  const [row, customer] = await Promise.all([
    findSubscription(database, userId),
    findCustomer(database, userId),
  ])
  return {
    tier: decideTier(row),
    standing: judgeStanding(row),
    currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
    previousTier: normalisePreviousTier(row),
    pendingTier: findPendingTier(row),
    canManageBilling: customer !== null && row !== null && row.providerId !== null,
  }
}

/** The provider's price of every plan. */
export function showPrices({ payments }: Platform): PriceList {
  return {
    prices: paidTiers.map((tier) => ({ tier, priceId: payments.prices[tier] })),
    defaultPriceId: payments.prices[defaultPaidTier],
    simulated: payments.simulated,
  }
}
