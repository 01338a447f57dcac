import type { EmailChoices } from '../../contract/email-choices.ts'
import { isCanonicalId } from '../../domain/typed-text.ts'
import { toReference } from '../../domain/verification/verification.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { deleteSome, type Queryable, type Sql, sql } from '../platform/database/index.ts'
import type { Signing } from '../platform/keys/index.ts'
import { markMailbox } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { hasReported, type Reported, report } from './reports.ts'
import { findVerification, type VerificationRow } from './store.ts'

/** The reader of a mail about a request: the mailbox, the request and its sender. */
type Reader = Reported & { mailboxMac: string }

const purpose = 'email-choices'

/**
 * The address where the reader of a mail about a request chooses what else they get. The token is derived from a key
 * and is valid while the request exists, so that a block can always be undone from the same mail.
 */
export function writeChoicesAddress(
  { settings, signing }: Pick<Platform, 'settings' | 'signing'>,
  { id, thirdPartyEmail }: Pick<VerificationRow, 'id' | 'thirdPartyEmail'>,
): string {
  const named = `${id}.${markMailbox(signing, thirdPartyEmail)}`
  return `${settings.publicUrl}/emails?token=${named}.${signing.computeMac(purpose, named)}`
}

async function findReader(
  { database, signing }: { database: Queryable; signing: Signing },
  token: string,
): Promise<Reader | null> {
  const [id = '', mailboxMac = '', mac = '', ...more] = token.split('.')
  if (more.length > 0 || !isCanonicalId(id) || !signing.verifyMac(purpose, `${id}.${mailboxMac}`, mac))
    return null
  const row = await findVerification(database, id)
  return row && { verificationId: id, senderId: row.userId, mailboxMac }
}

export async function showChoices(platform: Platform, token: string): Promise<EmailChoices | Refusal> {
  const reader = await findReader(platform, token)
  return reader ? readChoices(platform.database, reader) : refuse('not_found')
}

async function readChoices(q: Queryable, reader: Reader): Promise<EmailChoices> {
  const row = await q.row<Pick<EmailChoices, 'blocksAll' | 'blocksSender'>>(sql`
    SELECT EXISTS (${selectBlock(reader.mailboxMac, sql`sender_id = ${reader.senderId}`)}) AS blocks_sender,
      EXISTS (${selectBlock(reader.mailboxMac, sql`sender_id IS NULL`)}) AS blocks_all`)
  return {
    reference: toReference(reader.verificationId),
    blocksSender: row?.blocksSender ?? false,
    blocksAll: row?.blocksAll ?? false,
    isReported: await hasReported(q, reader),
  }
}

/** Selects the blocks of a mailbox that apply to some senders. */
export function selectBlock(mailboxMac: string, senders: Sql): Sql {
  return sql`SELECT 1 FROM email_blocks WHERE mailbox_mac = ${mailboxMac} AND (${senders})`
}

/** Sets the given choices of the reader of a mail. Absent ones stay, because another page may have set them. */
export async function choose(
  platform: Platform,
  {
    token,
    blocksSender,
    blocksAll,
  }: { token: string; blocksSender?: boolean | undefined; blocksAll?: boolean | undefined },
): Promise<EmailChoices | Refusal> {
  const reader = await findReader(platform, token)
  if (!reader) return refuse('not_found')
  const { mailboxMac } = reader
  return platform.database.transaction(async (tx) => {
    const at = platform.clock.now()
    if (blocksSender !== undefined)
      await setBlock(tx, { mailboxMac, senderId: reader.senderId, isBlocked: blocksSender, at })
    if (blocksAll !== undefined) await setBlock(tx, { mailboxMac, senderId: null, isBlocked: blocksAll, at })
    return readChoices(tx, reader)
  })
}

/** Blocks all requests by email: a mail program's one-click unsubscribe can't say which sender. */
export async function unsubscribe(platform: Platform, token: string): Promise<{ ok: true } | Refusal> {
  const reader = await findReader(platform, token)
  if (!reader) return refuse('not_found')
  const { mailboxMac } = reader
  const at = platform.clock.now()
  await setBlock(platform.database, { mailboxMac, senderId: null, isBlocked: true, at })
  return { ok: true }
}

/**
 * Blocks the sender of a link for the address that the link was made for. Without proof of the mailbox, only this one
 * sender can be blocked, and nothing can be unblocked, because any person may have the link.
 */
export async function blockSenderOf(platform: Platform, id: string): Promise<{ ok: true } | Refusal> {
  const row = await findVerification(platform.database, id)
  if (!row) return refuse('verification_not_found')
  const mailboxMac = markMailbox(platform.signing, row.thirdPartyEmail)
  const at = platform.clock.now()
  await setBlock(platform.database, { mailboxMac, senderId: row.userId, isBlocked: true, at })
  return { ok: true }
}

/** Reports the request of a mail, by its reader. */
export async function reportEmail(
  platform: Platform,
  { token, clientIp }: { token: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const reader = await findReader(platform, token)
  if (!reader) return refuse('not_found')
  await report(platform, { ...reader, clientIp, from: 'email' })
  return { ok: true }
}

/** Reports the request of a link, by a visitor. */
export async function reportLink(
  platform: Platform,
  { verificationId, clientIp }: { verificationId: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const row = await findVerification(platform.database, verificationId)
  if (!row) return refuse('verification_not_found')
  const mailboxMac = markMailbox(platform.signing, row.thirdPartyEmail)
  await report(platform, { verificationId, senderId: row.userId, mailboxMac, clientIp, from: 'link' })
  return { ok: true }
}

type Block = { mailboxMac: string; senderId: string | null; isBlocked: boolean; at: Date }

async function setBlock(q: Queryable, { mailboxMac, senderId, isBlocked, at }: Block): Promise<void> {
  await q.run(
    isBlocked
      ? sql`INSERT INTO email_blocks (mailbox_mac, sender_id, blocked_at) VALUES (${mailboxMac}, ${senderId}, ${at})
          ON CONFLICT DO NOTHING`
      : sql`DELETE FROM email_blocks WHERE mailbox_mac = ${mailboxMac} AND sender_id IS NOT DISTINCT FROM ${senderId}`,
  )
}

/** How many senders the reader of a mailbox blocks, and whether they block all. */
export async function countBlocks(
  { database, signing }: Pick<Platform, 'database' | 'signing'>,
  email: string,
): Promise<{ senders: number; all: boolean }> {
  const row = await database.row<{ senders: number; all: boolean }>(sql`
    SELECT count(sender_id)::int AS senders, count(*) > count(sender_id) AS "all"
    FROM email_blocks WHERE mailbox_mac = ${markMailbox(signing, email)}`)
  return row ?? { senders: 0, all: false }
}

/** Deletes every block of a mailbox, after its reader proved it. */
export async function endBlocks(
  { database, signing }: Pick<Platform, 'database' | 'signing'>,
  email: string,
): Promise<void> {
  await database.run(sql`DELETE FROM email_blocks WHERE mailbox_mac = ${markMailbox(signing, email)}`)
}

/** Deletes at most `limit` blocks of an account as a sender. Returns how many. */
export function forgetBlocksOf(q: Queryable, senderId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`email_blocks`, sql`sender_id = ${senderId}`, limit)
}

/** Deletes at most `limit` reports of an account's requests. Returns how many. */
export function forgetReportsOf(q: Queryable, senderId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`request_reports`, sql`sender_id = ${senderId}`, limit)
}
