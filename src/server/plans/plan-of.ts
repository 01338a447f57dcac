import { normaliseTier, type Tier, tierInForce } from '../../domain/plan/tier.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Logger } from '../platform/logging/index.ts'
import { newestSubscription, rewriteTier } from './store.ts'

/** The tier in force and the instant before which a subscription's usage no longer counts; null without one. */
export type Plan = { tier: Tier; usageResetDate: Date | null }

/**
 * What the user's newest subscription makes their plan. A stored tier name that is not the normal one is rewritten
 * (PLAN-4); one that nobody defined counts as free and is told to the log.
 */
export async function planOf(q: Queryable, userId: string, logger?: Logger): Promise<Plan> {
  const subscription = await newestSubscription(q, userId)
  if (!subscription) return { tier: 'free', usageResetDate: null }
  const { tier, known } = normaliseTier(subscription.tier)
  if (!known) logger?.warn({ subscriptionId: subscription.id }, 'a subscription names an unknown tier')
  if (tier !== subscription.tier) await rewriteTier(q, subscription, tier)
  return { tier: tierInForce(subscription), usageResetDate: subscription.usageResetDate }
}

/** The tier in force for a user. */
export async function tierOf(q: Queryable, userId: string, logger?: Logger): Promise<Tier> {
  return (await planOf(q, userId, logger)).tier
}
