import type { EmailChoices } from '../../contract/email-choices.ts'
import { isCanonicalId } from '../../domain/typed-text.ts'
import { toReference } from '../../domain/verification/verification.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { Signing } from '../platform/keys/index.ts'
import { markMailbox } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { hasReported, type Reported, report } from './reports.ts'
import { findVerification, type VerificationRow } from './store.ts'

/** The reader of an email about a request: its mailbox, and whose request it was. */
type Reader = Reported & { mailboxMac: string }

const purpose = 'email-choices'

/**
 * Where the reader of an email about a request chooses what else they get. The token in the address follows from a key,
 * and works as long as the request is known: a block can always be undone from the same email.
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

/** What the reader of an email has chosen. */
export async function showChoices(platform: Platform, token: string): Promise<EmailChoices | Refusal> {
  const reader = await findReader(platform, token)
  return reader ? readChoices(platform.database, reader) : refuse('not_found')
}

async function readChoices(q: Queryable, reader: Reader): Promise<EmailChoices> {
  const row = await q.row<Pick<EmailChoices, 'blocksAll' | 'blocksSender'>>(sql`
    SELECT EXISTS (${selectBlock(reader.mailboxMac, sql`sender_id = ${reader.senderId}`)}) AS "blocksSender",
      EXISTS (${selectBlock(reader.mailboxMac, sql`sender_id IS NULL`)}) AS "blocksAll"`)
  return {
    reference: toReference(reader.verificationId),
    blocksSender: row?.blocksSender ?? false,
    blocksAll: row?.blocksAll ?? false,
    isReported: await hasReported(q, reader),
  }
}

/** The block of a mailbox that some senders fall under. */
export function selectBlock(mailboxMac: string, senders: Sql): Sql {
  return sql`SELECT 1 FROM email_blocks WHERE mailbox_mac = ${mailboxMac} AND (${senders})`
}

/** Sets the choices that the reader of an email made: another page of theirs may have made the other one. */
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

/** Blocks every request by email: a mail program asks for it, and cannot say which. */
export async function unsubscribe(platform: Platform, token: string): Promise<{ ok: true } | Refusal> {
  const reader = await findReader(platform, token)
  if (!reader) return refuse('not_found')
  const { mailboxMac } = reader
  const at = platform.clock.now()
  await setBlock(platform.database, { mailboxMac, senderId: null, isBlocked: true, at })
  return { ok: true }
}

/**
 * Blocks the sender of a link for the address that it was made for. Without proof of the mailbox one sender is all that
 * can be blocked, and nothing unblocked: the link may be anybody's.
 */
export async function blockSenderOf(platform: Platform, id: string): Promise<{ ok: true } | Refusal> {
  const row = await findVerification(platform.database, id)
  if (!row) return refuse('verification_not_found')
  const mailboxMac = markMailbox(platform.signing, row.thirdPartyEmail)
  const at = platform.clock.now()
  await setBlock(platform.database, { mailboxMac, senderId: row.userId, isBlocked: true, at })
  return { ok: true }
}

/** The reader of an email reports its request. */
export async function reportEmail(
  platform: Platform,
  { token, clientIp }: { token: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const reader = await findReader(platform, token)
  if (!reader) return refuse('not_found')
  await report(platform, { ...reader, clientIp, from: 'email' })
  return { ok: true }
}

/** A visitor of a link reports its request. */
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

/** How many senders the reader of a mailbox blocks, and whether all. */
export async function countBlocks(
  { database, signing }: Pick<Platform, 'database' | 'signing'>,
  email: string,
): Promise<{ senders: number; all: boolean }> {
  const row = await database.row<{ senders: number; all: boolean }>(sql`
    SELECT count(sender_id)::int AS senders, count(*) > count(sender_id) AS "all"
    FROM email_blocks WHERE mailbox_mac = ${markMailbox(signing, email)}`)
  return row ?? { senders: 0, all: false }
}

/** Ends every block of a mailbox, whose reader proved it. */
export async function endBlocks(
  { database, signing }: Pick<Platform, 'database' | 'signing'>,
  email: string,
): Promise<void> {
  await database.run(sql`DELETE FROM email_blocks WHERE mailbox_mac = ${markMailbox(signing, email)}`)
}

/** Forgets that an account was blocked and reported. */
export async function forgetBlocksOf(tx: Transaction, senderId: string): Promise<void> {
  await tx.run(sql`DELETE FROM email_blocks WHERE sender_id = ${senderId}`)
  await tx.run(sql`DELETE FROM request_reports WHERE sender_id = ${senderId}`)
}
