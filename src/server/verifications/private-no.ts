import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { markMailbox } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { selectBlock } from './email-choices.ts'
import { isPaused } from './reports.ts'
import { findVerification, type VerificationRow } from './store.ts'

type Asked = Pick<VerificationRow, 'id' | 'thirdPartyEmail'>

/** Notes that the present third party of a verification privately said no. */
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
}

/** When the present third party of a verification privately said no; null if they did not. */
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

/** Forgets a private no: they answered after all, or the request has lost what it said of them. */
export async function forgetPrivateNo(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM private_refusals WHERE verification_id = ${verificationId}`)
}

/**
 * Whether the third party of a request is not mailed about it: they said no or blocked its creator, whose emails may also
 * be paused. For the creator these mails count as sent. Asked when a mail is due, so that no answer to the creator
 * depends on it.
 */
export async function isUnwanted(
  platform: Pick<Platform, 'clock' | 'database' | 'signing'>,
  verificationId: string,
): Promise<boolean> {
  const { clock, database, signing } = platform
  const row = await findVerification(database, verificationId)
  if (!row) return false
  if (await findPrivateNo(platform, database, row)) return true
  const block = selectBlock(
    markMailbox(signing, row.thirdPartyEmail),
    sql`sender_id IS NULL OR sender_id = ${row.userId}`,
  )
  const found = await database.row<{ isUnwanted: boolean }>(sql`
    SELECT EXISTS (${block}) OR ${isPaused(sql`${row.userId}`, clock.now())} AS "isUnwanted"`)
  return found?.isUnwanted ?? false
}
