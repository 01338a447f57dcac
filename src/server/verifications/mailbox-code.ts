import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { toComparableEmail } from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { findMaxTries, makeTypedCode, noteSecurityEvent, spendCodeTry } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { consumeForClient, findBearer, hasPointsLeft } from '../http/client.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import {
  askedMails,
  defineMail,
  limitMailbox,
  type MailContent,
  queueMail,
  renderMail,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { codeLifeMs, codePayloadSchema, isOftenMailed, warnOfMany, wasJustMailed } from './codes.ts'

const hour = 60 * 60
const digits = 8
const passLifeMs = 30 * 60 * 1000

/**
 * New codes of one mailbox. A day of them leaves guessers in twenty networks and more 1,500 tries in a hundred million.
 */
const newCodes = [
  { name: 'held-data-mailbox', points: 5, seconds: hour },
  { name: 'held-data-mailbox-day', points: 15, seconds: 24 * hour },
]
const perClient = { name: 'held-data-client', points: 20, seconds: hour }
/** Tries at one code from one client network, so that a stranger elsewhere uses up none of its owner's. */
const triesPerClient = (maxTries: number) => ({ name: 'held-data-tries', points: maxTries, seconds: hour })
/** So many networks can use up their tries before a code ends. */
const networksPerCode = 20
const entriesPerClient = { name: 'held-data-entry', points: 60, seconds: hour }

const writeCodeMail = (code: string): MailContent => ({
  subject: codeWords.subject,
  heading: codeWords.confirmYou,
  paragraphs: [codeWords.paragraph],
  code,
  footnote: codeWords.footnotes.mailbox,
})

/** Makes the digits again from the id, so that they are never in the queue. */
export const mailboxCodeJob = defineMail('send-mailbox-code', codePayloadSchema, {
  async write({ clock, database, signing }: Platform, { codeId, isOften }) {
    const email = await findMailboxOfCode(database, codeId, clock.now())
    if (!email) return null
    return renderMail(email, warnOfMany(writeCodeMail(makeTypedCode(signing, codeId, digits)), isOften))
  },
})

function computeMac({ signing }: Platform, email: string, code: string): string {
  return signing.computeMac('mailbox-code', `${email} ${code}`)
}

/**
 * Mails eight digits to an address, whether or not anything is held about it: the answer is the same. While they are
 * valid the same digits are mailed again, at most once a minute, so that other askers do not void them; a network that
 * used up its tries has new ones mailed. A mailbox that had enough mails already has valid digits.
 */
export async function mailMailboxCode(
  platform: Platform,
  { email: typed, clientIp }: { email: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const { clock, database, rateLimits, signing } = platform
  const email = toComparableEmail(typed)
  const client = await consumeForClient(rateLimits, perClient, clientIp)
  if (!client.allowed) return refuse('rate_limited', { retryAfterSeconds: client.retryAfterSeconds })
  const maxTries = await findMaxTries(platform)
  return database.transaction(async (tx) => {
    await lockMailbox(tx, email)
    const createdAt = clock.now()
    const expiresAt = new Date(createdAt.getTime() + codeLifeMs)
    const found = await lockMailboxCode(tx, email, createdAt)
    const good = found && (await takesTries(platform, tx, found, { maxTries, clientIp })) ? found : null
    // A request that mails nothing uses up no mail of the mailbox.
    if (good && wasJustMailed(good, createdAt)) return { ok: true }
    const made = good ? null : await limitMailbox(platform, newCodes, email, { tx })
    if (made && !made.allowed) return refuse('rate_limited', { retryAfterSeconds: made.retryAfterSeconds })
    const mailbox = await limitMailbox(platform, askedMails, email, { tx })
    if (good && !mailbox.allowed) return { ok: true }
    if (!mailbox.allowed) return refuse('rate_limited', { retryAfterSeconds: mailbox.retryAfterSeconds })
    const id = good?.id ?? randomUUID()
    const codeMac = computeMac(platform, email, makeTypedCode(signing, id, digits))
    if (good) await prolongMailboxCode(tx, id, expiresAt)
    else await replaceMailboxCode(tx, { id, email, codeMac, createdAt, expiresAt })
    const isOften = await isOftenMailed(platform, tx, `mailbox ${email}`)
    await queueMail(platform, tx, mailboxCodeJob, { codeId: id, isOften })
    return { ok: true }
  })
}

/** Whether a code takes another try from a client. */
async function takesTries(
  { rateLimits }: Platform,
  tx: Transaction,
  { id, tries }: { id: string; tries: number },
  { maxTries, clientIp }: { maxTries: number; clientIp: string },
): Promise<boolean> {
  if (tries >= networksPerCode * maxTries) return false
  return hasPointsLeft(rateLimits, triesPerClient(maxTries), clientIp, { of: `${id} `, tx })
}

/**
 * A token for half an hour for the digits that were mailed: they work once, for an hour after the last mail, and take
 * five tries from a client network.
 */
export async function enterMailboxCode(
  platform: Platform,
  { email: typed, code, clientIp }: { email: string; code: string; clientIp: string },
): Promise<{ token: string; expiresAt: string } | Refusal> {
  const email = toComparableEmail(typed)
  const taken = await consumeForClient(platform.rateLimits, entriesPerClient, clientIp)
  if (!taken.allowed) return refuse('rate_limited', { retryAfterSeconds: taken.retryAfterSeconds })
  return platform.database.transaction(async (tx) => {
    const createdAt = platform.clock.now()
    const outcome = await spendCodeTry(platform, tx, (maxTries) =>
      tryDigits(platform, tx, { email, code, clientIp, maxTries }),
    )
    if (outcome !== 'right') {
      noteSecurityEvent(platform, 'code_refused', { method: 'mailbox' })
      return refuse('mailed_code_wrong')
    }
    const token = randomBytes(32).toString('base64url')
    const expiresAt = new Date(createdAt.getTime() + passLifeMs)
    await insertMailboxPass(tx, { tokenSha256: hashHex(token), email, createdAt, expiresAt })
    return { token, expiresAt: expiresAt.toISOString() }
  })
}

/**
 * Spends a try on the code of a mailbox; the right digits end it. `none` when there is no code that still takes tries
 * from this network.
 */
async function tryDigits(
  platform: Platform,
  tx: Transaction,
  { email, code, clientIp, maxTries }: { email: string; code: string; clientIp: string; maxTries: number },
): Promise<'right' | 'wrong' | 'none'> {
  const { clock, rateLimits } = platform
  const found = await lockMailboxCode(tx, email, clock.now())
  if (!found || found.tries >= networksPerCode * maxTries) return 'none'
  const client = await consumeForClient(rateLimits, triesPerClient(maxTries), clientIp, `${found.id} `, tx)
  if (!client.allowed) return 'none'
  await countMailboxTry(tx, found.id)
  if (found.codeMac !== computeMac(platform, email, code)) return 'wrong'
  await endMailboxCode(tx, found.id)
  return 'right'
}

/** The address that was proven, by the token that the digits gave. */
export async function authenticateMailboxReader(
  platform: Platform,
  c: Context<AppEnv>,
): Promise<{ email: string } | Refusal> {
  const token = findBearer(c)
  const isToken = token !== null && /^[\w-]{43}$/.test(token)
  const email = isToken
    ? await findMailboxOfToken(platform.database, hashHex(token), platform.clock.now())
    : null
  return email ? { email } : refuse('mailbox_unproven')
}

/** Makes other requests for a code of the same mailbox wait until this transaction ends. */
async function lockMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.row(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`mailbox code ${email}`}, 0))`)
}

/** Keeps a new code for a mailbox in place of the one before. Addresses are in lower case. */
async function replaceMailboxCode(
  tx: Transaction,
  code: { id: string; email: string; codeMac: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO mailbox_codes (email, id, code_mac, created_at, expires_at)
    VALUES (${code.email}, ${code.id}, ${code.codeMac}, ${code.createdAt}, ${code.expiresAt})
    ON CONFLICT (email) DO UPDATE SET id = excluded.id, code_mac = excluded.code_mac, tries = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at`)
}

/** Where a code goes; null when it was used, replaced or has ended. */
async function findMailboxOfCode(q: Queryable, id: string, now: Date): Promise<string | null> {
  const row = await q.row<{ email: string }>(
    sql`SELECT email FROM mailbox_codes WHERE id = ${id} AND expires_at > ${now}`,
  )
  return row?.email ?? null
}

/** The unexpired code of a mailbox, locked; null without one. */
function lockMailboxCode(
  tx: Transaction,
  email: string,
  now: Date,
): Promise<{ id: string; codeMac: string; tries: number; expiresAt: Date } | null> {
  return tx.row(sql`
    SELECT id, code_mac AS "codeMac", tries, expires_at AS "expiresAt" FROM mailbox_codes
    WHERE email = ${email} AND expires_at > ${now} FOR UPDATE`)
}

/** Has a code that is mailed once more be good for longer. */
async function prolongMailboxCode(tx: Transaction, id: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`UPDATE mailbox_codes SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** Counts a try at a code, which must be locked. */
async function countMailboxTry(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`UPDATE mailbox_codes SET tries = tries + 1 WHERE id = ${id}`)
}

/** Ends a code that was right. */
async function endMailboxCode(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`DELETE FROM mailbox_codes WHERE id = ${id}`)
}

async function insertMailboxPass(
  tx: Transaction,
  pass: { tokenSha256: string; email: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO mailbox_passes (token_sha256, email, created_at, expires_at)
    VALUES (${pass.tokenSha256}, ${pass.email}, ${pass.createdAt}, ${pass.expiresAt})`)
}

/** The proven address of a token that has not ended; null for any other. */
async function findMailboxOfToken(q: Queryable, tokenSha256: string, now: Date): Promise<string | null> {
  const row = await q.row<{ email: string }>(
    sql`SELECT email FROM mailbox_passes WHERE token_sha256 = ${tokenSha256} AND expires_at > ${now}`,
  )
  return row?.email ?? null
}

/** Ends everything that opens what is held about an address. */
export async function endMailbox(tx: Transaction, email: string): Promise<void> {
  await tx.run(sql`DELETE FROM mailbox_codes WHERE email = ${email}`)
  await tx.run(sql`DELETE FROM mailbox_passes WHERE email = ${email}`)
}

/** Forgets at most `limit` codes that ended before an instant. Answers how many. */
export function deleteMailboxCodesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM mailbox_codes WHERE email = ANY(ARRAY(
      SELECT email FROM mailbox_codes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))
      AND expires_at < ${instant}`)
}

/** The same for tokens. */
export function deleteMailboxPassesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM mailbox_passes WHERE token_sha256 = ANY(ARRAY(
      SELECT token_sha256 FROM mailbox_passes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}
