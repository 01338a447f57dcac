import type { LegalHolds } from '../../../contract/record.ts'
import { computeHoldEnd } from '../../../domain/record/legal-hold.ts'
import { holdReasonKeptDays } from '../../../domain/record/limits.ts'
import { type Party, pickOtherParty } from '../../../domain/record/record.ts'
import { findAddress } from '../../accounts/index.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import { type Refusal, refuse } from '../../http/problem.ts'
import { announceChange } from '../../live/index.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { runInBatches, type Transaction } from '../../platform/database/index.ts'
import { defineDuty, defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification } from '../../verifications/index.ts'
import type { Reader } from '../policy.ts'
import { computeFilesDestroyedAt } from '../retention.ts'
import { enqueueHoldMail, enqueueHoldMails } from './hold-mail.ts'
import {
  canBeHeld,
  endHold,
  endHoldsInTime,
  forgetReasonOf,
  forgetReasons,
  type HoldEnding,
  hasLeft,
  insertHold,
  isHeld,
  listDocuments,
  listHolds,
  presentHolds,
  releaseFiles,
  selectHoldsToEnd,
  withHoldsAmong,
} from './store.ts'

/**
 * Keeps the photos and IDs of a record until the hold ends, even if another rule would destroy them earlier.
 *
 * One transaction takes the lock that every deletion of a record's files takes. Either every file is still there and
 * stays, or the hold is refused because consent was withdrawn, a file is gone or due to go, or this person already set
 * one.
 */
export async function setHold(
  platform: Platform,
  { party, row: { id, userId } }: Reader,
  reason: string,
): Promise<LegalHolds | Refusal> {
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, id)
    if (row?.status !== 'verified') return refuse('hold_after_withdrawal')
    const setAt = platform.clock.now()
    const hasPart = !hasLeft(party, row, await findAddress(tx, userId))
    const retentionEnd = computeFilesDestroyedAt(platform.settings, row.verifiedAt ?? setAt)
    if (!hasPart || !canBeHeld(await listDocuments(tx, row), retentionEnd, setAt))
      return refuse('hold_without_files')
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
    return presentHolds(await listHolds(tx, id), setAt)
  })
}

/** Ends the caller's own hold permanently. Files kept only for that hold are destroyed in the same transaction. */
export async function liftHold(
  platform: Platform,
  { party, row: { id, userId, status } }: Reader,
): Promise<LegalHolds | Refusal> {
  return platform.database.transaction(async (tx) => {
    await lockVerification(tx, id)
    const at = platform.clock.now()
    if (!(await endHold(tx, { verificationId: id, party, by: 'holder', at }))) return refuse('no_hold')
    await appendAuditEvent(tx, { verificationId: id, event: 'hold_lifted', actor: party, at })
    await releaseFiles(platform, tx, id)
    await enqueueHoldMails(platform, tx, { verificationId: id, holder: party, occasion: 'hold_ended' })
    await announceChange(tx, userId, { verificationId: id, status })
    return presentHolds(await listHolds(tx, id), at)
  })
}

/** Ends the holds whose time is over, and destroys the files that only they kept. */
export const endHoldsJob = defineDuty({
  kind: 'holds',
  name: 'end-legal-holds',
  round: 'minute',
  overdueAfterMs: 60 * 60_000,
  select: (_: Platform, before) => selectHoldsToEnd(before),
  act: endHoldsOf,
})

async function endHoldsOf(platform: Platform, id: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, id)
    if (!row) return
    const at = platform.clock.now()
    for (const holder of await endHoldsInTime(tx, id, at)) {
      const detail = { because: 'time', of: holder }
      await appendAuditEvent(tx, { verificationId: id, event: 'hold_ended', actor: 'system', at, detail })
      await enqueueHoldMails(platform, tx, { verificationId: id, holder, occasion: 'hold_ended' })
    }
    await releaseFiles(platform, tx, id)
    await announceChange(tx, row.userId, { verificationId: id, status: row.status })
  })
}

/** Deletes the reasons of holds that ended more than `holdReasonKeptDays` days ago. */
export const forgetHoldReasonsJob = defineJob(
  'forget-hold-reasons',
  noPayload,
  async ({ clock, database }: Platform) => {
    const before = new Date(clock.now().getTime() - holdReasonKeptDays * dayMs)
    await runInBatches((limit) => forgetReasons(database, before, limit))
  },
)

/**
 * Ends the hold of a person who withdraws or whose account is erased, because they may no longer keep the other
 * person's ID. The record must be locked, and the caller deals with its files. Returns whether there was a hold.
 */
export async function endOwnHold(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  { verificationId, party, by }: { verificationId: string; party: Party; by: HoldEnding },
): Promise<boolean> {
  const at = clock.now()
  if (!(await endHold(tx, { verificationId, party, by, at }))) return false
  const detail = { because: by, of: party }
  await appendAuditEvent(tx, { verificationId, event: 'hold_ended', actor: 'system', at, detail })
  return true
}

/**
 * Handles the erasure of one party's account for some locked records. Ends their own holds, deletes the reasons and
 * informs the other person. Returns the records that a hold of the other person still keeps.
 */
export async function leaveHolds(
  platform: Pick<Platform, 'clock' | 'jobs'>,
  tx: Transaction,
  verificationIds: readonly string[],
  party: Party,
): Promise<string[]> {
  const held: string[] = []
  for (const verificationId of await withHoldsAmong(tx, verificationIds)) {
    if (await endOwnHold(platform, tx, { verificationId, party, by: 'erasure' })) {
      await releaseFiles(platform, tx, verificationId)
      const mail = { verificationId, holder: party, occasion: 'hold_ended' as const }
      await enqueueHoldMail(platform, tx, { ...mail, party: pickOtherParty(party) })
    }
    await forgetReasonOf(tx, verificationId, party)
    if (await isHeld(platform, tx, verificationId)) held.push(verificationId)
  }
  return held
}
