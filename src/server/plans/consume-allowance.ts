import { computeUsageWindowStart, countRemaining } from '../../domain/plan/allowance.ts'
import { usageAction, type VerificationKind } from '../../domain/verification/kind.ts'
import { queueForUser } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Transaction } from '../platform/database/index.ts'
import { readTierAndReset } from './read-tier.ts'
import { addUsage, countCreations } from './store.ts'

/**
 * Takes one of this month's verifications of a kind, for the verification that the same transaction then adds.
 *
 * Whoever creates for the same user at the same moment waits for this transaction's end and counts what it added, so that two tabs
 * cannot both spend the last one. Refuses, having stored nothing, when none is left.
 */
export async function consumeAllowance(
  tx: Transaction,
  now: Date,
  userId: string,
  kind: VerificationKind,
): Promise<{ ok: true } | Refusal> {
  // Closed while this request was on its way.
  if (!(await queueForUser(tx, userId))) return refuse('authentication_required')
  const { tier, usageResetDate } = await readTierAndReset(tx, userId)
  const used = await countCreations(tx, userId, computeUsageWindowStart(now, usageResetDate))
  if (countRemaining(tier, kind, used[kind]) < 1) {
    return refuse(kind === 'age' ? 'age_allowance_spent' : 'person_allowance_spent')
  }
  await addUsage(tx, userId, usageAction[kind], now)
  return { ok: true }
}
