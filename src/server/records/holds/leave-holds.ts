import { type Party, pickOtherParty } from '../../../domain/record/party.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { enqueueHoldMail } from './hold-mail-job.ts'
import { isHeld, releaseFiles } from './release-files.ts'
import { endHold, forgetReasonOf, type HoldEnding, withHoldsAmong } from './store.ts'

/**
 * Ends the own hold of somebody who withdraws, or whose account is erased: who has no part in it any more keeps nobody else's ID. The record
 * is locked, and its files are the caller's business. Answers whether there was one.
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
 * The account of one of the two people of some locked records is erased: their own holds end, why they set them is forgotten, and the other
 * one is told. Answers the records that a hold of the other person still keeps.
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
