import { findHoldEnd } from '../../domain/record/legal-hold.ts'
import { withdraw } from '../../domain/verification/transition.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Platform } from '../platform/platform.ts'
import { endAccess, endVerification, lockVerification, recordPasses } from '../verifications/index.ts'
import { enqueueHoldMails } from './holds/hold-mail.ts'
import { endOwnHold } from './holds/set-hold.ts'
import { listHolds } from './holds/store.ts'
import type { Reader } from './policy.ts'
import { enqueueWithdrawalSeal } from './seal/seal-jobs.ts'
import { noteWithdrawn } from './store.ts'

/**
 * Ends consent, by either party and without a reason.
 *
 * One transaction changes the state, writes the trail, destroys the photos and IDs of both, ends every earlier mailed
 * link to the record, and enqueues the sealed addendum, whose mails contain new links. The sealed record stays. If the
 * other person set a legal hold, the files are locked instead of destroyed; the caller's own hold ends.
 */
export async function withdrawConsent(
  platform: Platform,
  { party, row }: Reader,
): Promise<{ withdrawnAt: string; heldUntil: string | null } | Refusal> {
  const verificationId = row.id
  return platform.database.transaction(async (tx) => {
    const locked = await lockVerification(tx, verificationId)
    if (locked?.status !== 'verified') return refuse('not_withdrawable')
    const at = platform.clock.now()
    const hadHold = await endOwnHold(platform, tx, { verificationId, party, by: 'withdrawal' })
    const until = findHoldEnd(await listHolds(tx, verificationId), at)
    await endVerification(platform, tx, verificationId, withdraw(party), { isHeld: until !== null })
    await noteWithdrawn(tx, verificationId, { at, heldUntil: until })
    await endAccess(tx, recordPasses, verificationId)
    await enqueueWithdrawalSeal(platform, tx, verificationId)
    if (hadHold)
      await enqueueHoldMails(platform, tx, { verificationId, holder: party, occasion: 'hold_ended' })
    return { withdrawnAt: at.toISOString(), heldUntil: until?.toISOString() ?? null }
  })
}
