import type { Usage } from '../../contract/usage.ts'
import { monthlyAllowance, remaining, usageWindowStart } from '../../domain/plan/allowance.ts'
import type { Tier } from '../../domain/plan/tier.ts'
import type { VerificationKind } from '../../domain/verification/kind.ts'
import type { Platform } from '../platform/platform.ts'
import { planOf } from './plan-of.ts'
import { countCreations } from './store.ts'

/** The tier in force and what is left of this month's allowances. */
export async function showUsage(platform: Platform, userId: string): Promise<Usage> {
  const plan = await planOf(platform.database, userId, platform.logger)
  const since = usageWindowStart(platform.clock.now(), plan.usageResetDate)
  const used = await countCreations(platform.database, userId, since)
  return {
    tier: plan.tier,
    since: since.toISOString(),
    ageVerification: kindUsage(plan.tier, 'age', used.age),
    personVerification: kindUsage(plan.tier, 'person', used.person),
  }
}

function kindUsage(tier: Tier, kind: VerificationKind, used: number): Usage['ageVerification'] {
  const limit = monthlyAllowance[tier][kind]
  if (limit === Number.POSITIVE_INFINITY) return { used, limit: null, remaining: null, unlimited: true }
  return { used, limit, remaining: remaining(tier, kind, used), unlimited: false }
}
