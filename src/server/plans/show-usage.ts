import type { Usage } from '../../contract/usage.ts'
import { computeUsageWindowStart, countRemaining, monthlyAllowance } from '../../domain/plan/allowance.ts'
import type { Tier } from '../../domain/plan/tier.ts'
import type { VerificationKind } from '../../domain/verification/kind.ts'
import type { Platform } from '../platform/platform.ts'
import { readTierAndReset } from './read-tier.ts'
import { countCreations } from './store.ts'

/** The tier in force and what is left of this month's allowances. */
export async function showUsage(platform: Platform, userId: string): Promise<Usage> {
  const { database, logger } = platform
  const { tier, usageResetDate } = await readTierAndReset(database, userId, logger)
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
