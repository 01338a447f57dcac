import { decideTier, normaliseTier, type Tier } from '../../domain/plan/tier.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { Logger } from '../platform/logging/index.ts'
import { findSubscription, renameTier } from './store.ts'

/** The tier in force for a user. */
export async function readTier(q: Queryable, userId: string, logger?: Logger): Promise<Tier> {
  return (await readTierAndReset(q, userId, logger)).tier
}

/**
 * The tier in force, and the instant before which usage no longer counts; null without one. A stored tier name that is not the normal one is
 * rewritten (PLAN-4); one that nobody defined counts as free and is told to the log.
 */
export async function readTierAndReset(
  q: Queryable,
  userId: string,
  logger?: Logger,
): Promise<{ tier: Tier; usageResetDate: Date | null }> {
  const row = await findSubscription(q, userId)
  if (!row) return { tier: 'free', usageResetDate: null }
  const { tier, known } = normaliseTier(row.tier)
  if (!known) logger?.warn({ userId }, 'a subscription names an unknown tier')
  if (tier !== row.tier) await renameTier(q, userId, row.tier, tier)
  return { tier: decideTier(row), usageResetDate: row.usageResetDate }
}
