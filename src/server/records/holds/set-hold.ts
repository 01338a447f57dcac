import type { LegalHolds } from '../../../contract/legal-hold.ts'
import { computeHoldEnd } from '../../../domain/record/legal-hold.ts'
import { findAddress } from '../../accounts/index.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import { type Refusal, refuse } from '../../http/refusal.ts'
import { announceChange } from '../../live/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification } from '../../verifications/index.ts'
import type { Reader } from '../policy.ts'
import { areAllThere, hasLeft, listDocuments } from './held-files.ts'
import { enqueueHoldMails } from './hold-mail-job.ts'
import { presentHolds } from './present-holds.ts'
import { insertHold, listHolds } from './store.ts'

/** Tries of one person for one record: a reason that is refused is typed again. */
const perReader = { name: 'record-hold', points: 10, seconds: 60 * 60 }

/**
 * Has the photos and IDs of a record kept until the hold ends, whatever ends their time before.
 *
 * One transaction, behind the lock that everything takes that destroys files of a record: either every file is still there and stays, or the
 * hold is refused, because consent was withdrawn, a file is gone, or this person set one before.
 */
export async function setHold(
  platform: Platform,
  { party, row: { id, userId } }: Reader,
  reason: string,
): Promise<LegalHolds | Refusal> {
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(perReader, `${id} ${party}`)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, id)
    if (row?.status !== 'verified') return refuse('hold_after_withdrawal')
    const hasPart = !hasLeft(party, row, await findAddress(tx, userId))
    if (!hasPart || !areAllThere(await listDocuments(tx, row))) return refuse('hold_without_files')
    const setAt = platform.clock.now()
    const endsAt = computeHoldEnd(setAt)
    if (!(await insertHold(tx, { verificationId: id, party, reason, setAt, endsAt })))
      return refuse('hold_set_before')
    await appendAuditEvent(tx, {
      verificationId: id,
      event: 'hold_set',
      actor: party,
      at: setAt,
      detail: { endsAt: endsAt.toISOString() },
    })
    await enqueueHoldMails(platform, tx, { verificationId: id, holder: party, occasion: 'hold_set' })
    await announceChange(tx, userId, { verificationId: id, status: row.status })
    return presentHolds(await listHolds(tx, id), setAt)
  })
}
