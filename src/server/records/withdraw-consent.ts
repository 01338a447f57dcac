import { appendAuditEvent } from '../audit/index.ts'
import { destroyDocumentsOf } from '../documents/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { announceChange } from '../live/index.ts'
import { endCode, endPasses, recordPasses } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification } from '../verifications/index.ts'
import type { Reader } from './policy.ts'
import { enqueueWithdrawalSeal } from './seal/seal-jobs.ts'
import { withdrawVerified } from './store.ts'

/**
 * verified -> withdrawn, by either party, without a reason.
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
    const ownerId = await withdrawVerified(tx, verificationId, at)
    if (!ownerId) return refuse('not_withdrawable')
    await appendAuditEvent(tx, { verificationId, event: 'withdrawn', actor: party, at })
    const files = await destroyDocumentsOf(platform, tx, verificationId)
    if (files > 0) {
      await appendAuditEvent(tx, {
        verificationId,
        event: 'files_destroyed',
        actor: 'system',
        at,
        detail: { files },
      })
    }
    await endPasses(tx, recordPasses, verificationId)
    await endCode(tx, verificationId)
    await enqueueWithdrawalSeal(platform, tx, verificationId)
    await announceChange(tx, ownerId, { verificationId, status: 'withdrawn' })
    return { withdrawnAt: at.toISOString() }
  })
}
