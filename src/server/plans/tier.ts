import type { Usage } from '../../contract/plan.ts'
import {
  computeUsageWindowStart,
  countRemaining,
  decideTier,
  monthlyAllowance,
  normaliseTier,
  type Tier,
} from '../../domain/plan/tier.ts'
import { usageAction, type VerificationKind } from '../../domain/verification/verification.ts'
import { findUserByEmail, queueForUser, readEmail } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import type { Logger } from '../platform/logging/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  addSubscription,
  addUsage,
  countCreations,
  findSubscription,
  renameTier,
  updateSubscription,
} from './store.ts'

export async function readTier(q: Queryable, userId: string, logger?: Logger): Promise<Tier> {
  return (await readTierAndResetDate(q, userId, logger)).tier
}

/**
 * The tier in force, and the instant before which usage no longer counts; null without one. Rewrites a stored tier name
 * that isn't the canonical one (PLAN-4); an unknown name counts as free and is logged.
 */
async function readTierAndResetDate(
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

/**
 * Takes one of this month's verifications of a kind, for the verification that the same transaction then adds. The
 * transaction has queued for the user, so that two tabs can't both spend the last one. Refuses, storing nothing, when
 * none is left.
 */
export async function consumeAllowance(
  tx: Transaction,
  now: Date,
  userId: string,
  kind: VerificationKind,
): Promise<{ ok: true } | Refusal> {
  const { tier, usageResetDate } = await readTierAndResetDate(tx, userId)
  const used = await countCreations(tx, userId, computeUsageWindowStart(now, usageResetDate))
  if (countRemaining(tier, kind, used[kind]) < 1) {
    return refuse(kind === 'age' ? 'age_allowance_spent' : 'person_allowance_spent')
  }
  await addUsage(tx, userId, usageAction[kind], now)
  return { ok: true }
}

/** The tier in force and the rest of this month's allowances. */
export async function showUsage(platform: Platform, userId: string): Promise<Usage> {
  const { database, logger } = platform
  const { tier, usageResetDate } = await readTierAndResetDate(database, userId, logger)
  const since = computeUsageWindowStart(platform.clock.now(), usageResetDate)
  const used = await countCreations(database, userId, since)
  return {
    tier,
    since: since.toISOString(),
    ageVerification: presentUsage(tier, 'age', used.age),
    personVerification: presentUsage(tier, 'person', used.person),
  }
}

function presentUsage(tier: Tier, kind: VerificationKind, used: number): Usage['ageVerification'] {
  const limit = monthlyAllowance[tier][kind]
  if (limit === Number.POSITIVE_INFINITY) return { used, limit: null, remaining: null, unlimited: true }
  return { used, limit, remaining: countRemaining(tier, kind, used), unlimited: false }
}

/** The tiers that can be granted without a payment; `free` revokes a granted one. */
export const grantableTiers = [
  'monthly',
  'sixmonth',
  'annual',
  'enterprise',
  'free',
] as const satisfies Tier[]
export type GrantableTier = (typeof grantableTiers)[number]

/**
 * The tier that was in force before; `no_account`, or `pays` for a person whose plan is managed by the payment
 * provider.
 */
type Granted = { before: Tier } | { refused: 'no_account' | 'pays' }

/**
 * Gives the account of an address a tier until it is given another. Refuses for a paid plan, because the provider's
 * next message would undo the grant.
 */
export async function grantPlan(
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { email, tier }: { email: string; tier: GrantableTier },
): Promise<Granted> {
  return database.transaction(async (tx) => {
    const address = readEmail(email)
    const user = typeof address === 'string' ? await findUserByEmail(tx, address) : null
    if (!user || !(await queueForUser(tx, user.id))) return { refused: 'no_account' }
    const row = await findSubscription(tx, user.id)
    const before = decideTier(row)
    if (row?.providerId && before !== 'free') return { refused: 'pays' }
    const granted = {
      tier,
      status: 'active',
      currentPeriodEnd: null,
      providerId: null,
      priceId: null,
      endsWithPeriod: false,
      previousTier: before,
      usageResetDate: null,
      usageResetTier: null,
    }
    if (row && !row.providerId) await updateSubscription(tx, user.id, granted)
    else await addSubscription(tx, user.id, granted, clock.now())
    return { before }
  })
}
