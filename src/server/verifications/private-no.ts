import { findLastTime } from '../audit/index.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { findLastAnswer, type MailOutcome, markMailbox } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectBlock } from './email-choices.ts'
import { isPaused } from './reports.ts'
import { findVerification, type VerificationRow } from './store.ts'

type Asked = Pick<VerificationRow, 'id' | 'thirdPartyEmail'>

/** Records that the current third party of a verification privately said no, and forgets their language. */
export async function notePrivateNo(
  { signing }: Pick<Platform, 'signing'>,
  tx: Transaction,
  { id, thirdPartyEmail }: Asked,
  at: Date,
): Promise<void> {
  await tx.run(sql`
    INSERT INTO private_refusals (verification_id, mailbox_mac, refused_at)
    VALUES (${id}, ${markMailbox(signing, thirdPartyEmail)}, ${at})
    ON CONFLICT (verification_id, mailbox_mac) DO UPDATE SET refused_at = EXCLUDED.refused_at`)
  await tx.run(sql`UPDATE verifications SET third_party_language = NULL WHERE id = ${id}`)
}

/** When the current third party of a verification privately said no; null if they did not. */
export async function findPrivateNo(
  { signing }: Pick<Platform, 'signing'>,
  q: Queryable,
  { id, thirdPartyEmail }: Asked,
): Promise<Date | null> {
  const row = await q.row<{ at: Date }>(sql`
    SELECT refused_at AS at FROM private_refusals
    WHERE verification_id = ${id} AND mailbox_mac = ${markMailbox(signing, thirdPartyEmail)}`)
  return row?.at ?? null
}

/** Deletes a private no, because they answered after all, or the request lost their details. */
export async function forgetPrivateNo(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM private_refusals WHERE verification_id = ${verificationId}`)
}

/**
 * The outcome to report for a mail that isn't sent because the third party doesn't want it: they said no, they blocked
 * the creator, or the creator's mails are paused. It equals the outcome of the last mail to the current address, so
 * that a resend reveals nothing. Null when the mail is sent. Evaluated when a mail is due, so that no answer to the
 * creator depends on it.
 */
export async function findWithheldOutcome(
  platform: Pick<Platform, 'clock' | 'database' | 'signing'>,
  verificationId: string,
): Promise<MailOutcome | null> {
  const { database } = platform
  const row = await findVerification(database, verificationId)
  if (!row || !(await isUnwanted(platform, row))) return null
  const corrected = await findLastTime(database, verificationId, 'address_corrected')
  return (await findLastAnswer(database, verificationId, corrected)) ?? 'accepted'
}

async function isUnwanted(
  platform: Pick<Platform, 'clock' | 'database' | 'signing'>,
  row: VerificationRow,
): Promise<boolean> {
  const { clock, database, signing } = platform
  if (await findPrivateNo(platform, database, row)) return true
  const block = selectBlock(
    markMailbox(signing, row.thirdPartyEmail),
    sql`sender_id IS NULL OR sender_id = ${row.userId}`,
  )
  const found = await database.row<{ isUnwanted: boolean }>(sql`
    SELECT EXISTS (${block}) OR ${isPaused(sql`${row.userId}`, clock.now())} AS is_unwanted`)
  return found?.isUnwanted ?? false
}
