import { withdraw } from '../../domain/verification/transition.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { endCode, endPasses, recordPasses } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endVerification, lockVerification } from '../verifications/index.ts'
import type { Reader } from './policy.ts'
import { enqueueWithdrawalSeal } from './seal/seal-jobs.ts'
import { noteWithdrawn } from './store.ts'

/**
 * The end of consent, by either party, without a reason.
 *
 * One transaction changes the state, writes the trail, gives up the photos and IDs of both, ends every link to the record that was mailed
 * before, and enqueues the sealed addendum, whose mails carry new links. The sealed record stays.
 */
export async function withdrawConsent(
  platform: Platform,
  { party, row }: Reader,
): Promise<{ withdrawnAt: string } | Refusal> {
  const verificationId = row.id
  return platform.database.transaction(async (tx) => {
    await lockVerification(tx, verificationId)
    const at = platform.clock.now()
    const isWithdrawn = await endVerification(platform, tx, verificationId, withdraw(party))
    if (!isWithdrawn) return refuse('not_withdrawable')
    await noteWithdrawn(tx, verificationId, at)
    await endPasses(tx, recordPasses, verificationId)
    await endCode(tx, verificationId)
    await enqueueWithdrawalSeal(platform, tx, verificationId)
    return { withdrawnAt: at.toISOString() }
  })
}
