import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ProblemCode } from '../../contract/problem.ts'
import type { VerificationStatus } from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { findMaxTries, makeTypedCode, noteSecurityEvent, spendCodeTry } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'
import {
  askedMails,
  defineMail,
  limitMailbox,
  type MailContent,
  queueMail,
  renderMail,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { noteMailEnding } from './mails.ts'
import { lockVerification, type VerificationRow } from './store.ts'

/** The data of a mail with a code. `isOften`: it is the third mail of a day, or a later one. */
export const codePayloadSchema = z.object({ codeId: z.guid(), isOften: z.boolean() })

/** Mails with codes for one purpose on one day; the third and later ones warn that another person may be asking. */
const unsuspicious = { name: 'code-mails-day', points: 2, seconds: 24 * 60 * 60 }

/** Counts a mail with a code for something; true from the third of a day on. */
export async function isOftenMailed(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  tx: Transaction,
  of: string,
): Promise<boolean> {
  return !(await rateLimits.consume(unsuspicious, of, tx)).allowed
}

/** Says, from the third such mail of a day on, that another person may be asking for them. */
export function warnOfMany(content: MailContent, isOften: boolean): MailContent {
  return isOften ? { ...content, paragraphs: [...content.paragraphs, codeWords.often] } : content
}

/** Digits that are mailed to a verification's third party, who types them to prove the mailbox. */
type MailedCode = ReturnType<typeof defineCode>

/**
 * The purpose of mailed codes.
 *
 * @param name tells codes apart: one for another purpose is wrong here
 * @param code.isFor the verifications that may have one
 * @param code.closed what the others answer
 */
export function defineCode(
  name: 'gate' | 'record',
  code: {
    isFor(status: VerificationStatus): boolean
    closed: ProblemCode
    digits: 6 | 8
    writeContent(digits: string): MailContent
  },
) {
  /** Derives the digits from the id, so that they are never in the queue. An expired code is not mailed. */
  const job = defineMail(`send-${name}-code`, codePayloadSchema, {
    async write(platform: Platform, { codeId, isOften }) {
      const found = await findCode(platform.database, codeId, platform.clock.now())
      if (!found || !code.isFor(found.status)) return null
      const digits = makeTypedCode(platform.signing, codeId, code.digits)
      return renderMail(found.email, warnOfMany(code.writeContent(digits), isOften))
    },
    onEnded: (platform, tx, { verificationId, outcome }) =>
      noteMailEnding(platform, tx, { verificationId, mail: 'code', outcome }),
  })
  return { name, job, isFor: code.isFor, closed: code.closed, digits: code.digits }
}

/** A million codes are hashed in a second; without the key of the MAC a stolen row is useless. */
function computeMac(
  { signing }: Pick<Platform, 'signing'>,
  { name }: Pick<MailedCode, 'name'>,
  verificationId: string,
  digits: string,
): string {
  return signing.computeMac(`${name}-code`, `${verificationId} ${digits}`)
}

/**
 * How long a code is good after its last mail. As long as the share of an hour's mails: if others use that up, the last
 * code outlasts it.
 */
export const codeLifeMs = 60 * 60 * 1000
const hour = 60 * 60
const day = 24 * hour

/**
 * New codes of one verification. A day of them leaves a guesser who gets them sent 75 tries, in a million at the gate.
 */
const newCodes = [
  { name: 'code-link', points: 5, seconds: hour },
  { name: 'code-link-day', points: 15, seconds: day },
]

/** Whether a code was mailed less than a minute ago: its mail is on its way. */
export function wasJustMailed({ expiresAt }: { expiresAt: Date }, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > codeLifeMs - 60 * 1000
}

/**
 * Mails a code to the third party: the same one again while it is valid, at most once a minute, so that other askers do
 * not void it; else a new one. A mailbox that had enough mails already has a valid code.
 */
export async function mailCode(
  platform: Platform,
  code: MailedCode,
  { id: verificationId }: Pick<VerificationRow, 'id'>,
): Promise<{ expiresAt: Date } | Refusal> {
  const { rateLimits, signing } = platform
  const maxTries = await findMaxTries(platform)
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, verificationId)
    if (!row || !code.isFor(row.status)) return refuse(code.closed)
    const at = platform.clock.now()
    const write = (id: string) =>
      computeMac(platform, code, verificationId, makeTypedCode(signing, id, code.digits))
    const found = await findGoodCode(tx, verificationId, { now: at, maxTries })
    // The row may hold a code for another purpose.
    const good = found && found.codeMac === write(found.id) ? found : null
    if (good && wasJustMailed(good, at)) return { expiresAt: good.expiresAt }
    for (const limit of good ? [] : newCodes) {
      const named = { ...limit, name: `${code.name}-${limit.name}` }
      const { allowed, retryAfterSeconds } = await rateLimits.consume(named, verificationId, tx)
      if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
    }
    const mailbox = await limitMailbox(platform, askedMails, row.thirdPartyEmail, { tx })
    if (good && !mailbox.allowed) return { expiresAt: good.expiresAt }
    if (!mailbox.allowed) return refuse('rate_limited', { retryAfterSeconds: mailbox.retryAfterSeconds })
    const expiresAt = new Date(at.getTime() + codeLifeMs)
    const id = good?.id ?? randomUUID()
    if (good) await prolongCode(tx, id, expiresAt)
    else await replaceCode(tx, { id, verificationId, codeMac: write(id), createdAt: at, expiresAt })
    const isOften = await isOftenMailed(platform, tx, `${code.name} ${verificationId}`)
    await queueMail(platform, tx, code.job, { codeId: id, isOften }, { verificationId })
    const detail = { channel: 'email' }
    await appendAuditEvent(tx, { verificationId, event: 'code_sent', actor: 'system', at, detail })
    return { expiresAt }
  })
}

/**
 * Whether these are the digits that were mailed last: `right` once, within their hour and their tries; `none` when no
 * code takes tries. Their effect is in the same transaction, so that a process which dies between has used up nothing.
 */
export async function tryCode(
  platform: Platform,
  tx: Transaction,
  code: MailedCode,
  { verificationId, digits }: { verificationId: string; digits: string },
): Promise<'right' | 'wrong' | 'none'> {
  const outcome = await spendCodeTry(platform, tx, (maxTries) =>
    spendTry(tx, verificationId, computeMac(platform, code, verificationId, digits), {
      now: platform.clock.now(),
      maxTries,
    }),
  )
  if (outcome !== 'right') noteSecurityEvent(platform, 'code_refused', { verificationId, method: code.name })
  return outcome
}

/** Keeps a new code in place of the one before. */
async function replaceCode(
  tx: Transaction,
  code: { id: string; verificationId: string; codeMac: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO gate_codes (verification_id, id, code_mac, created_at, expires_at)
    VALUES (${code.verificationId}, ${code.id}, ${code.codeMac}, ${code.createdAt}, ${code.expiresAt})
    ON CONFLICT (verification_id) DO UPDATE SET id = excluded.id, code_mac = excluded.code_mac, tries = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = NULL`)
}

/** The code of a verification, if it still takes tries. The verification must be locked. */
function findGoodCode(
  tx: Transaction,
  verificationId: string,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<{ id: string; codeMac: string; expiresAt: Date } | null> {
  return tx.row(sql`
    SELECT id, code_mac AS "codeMac", expires_at AS "expiresAt" FROM gate_codes
    WHERE verification_id = ${verificationId} AND used_at IS NULL AND tries < ${maxTries} AND expires_at > ${now}`)
}

/** Has a code that is mailed once more be good for longer. */
async function prolongCode(tx: Transaction, id: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`UPDATE gate_codes SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** Where a code goes, and the state of its verification; null when it was used, replaced or has expired. */
function findCode(
  q: Queryable,
  id: string,
  now: Date,
): Promise<{ email: string; status: VerificationStatus } | null> {
  return q.row(sql`
    SELECT v.third_party_email AS email, v.status FROM gate_codes c JOIN verifications v ON v.id = c.verification_id
    WHERE c.id = ${id} AND c.used_at IS NULL AND c.expires_at > ${now}`)
}

/**
 * Spends one try on the code of a verification, in one statement: of any number of right tries at once only one is
 * `right`. `none` when there is no code that still takes tries.
 */
async function spendTry(
  tx: Transaction,
  verificationId: string,
  codeMac: string,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<'right' | 'wrong' | 'none'> {
  const row = await tx.row<{ right: boolean }>(sql`
    UPDATE gate_codes SET tries = tries + 1, used_at = CASE WHEN code_mac = ${codeMac} THEN ${now}::timestamptz END
    WHERE verification_id = ${verificationId} AND used_at IS NULL AND tries < ${maxTries} AND expires_at > ${now}
    RETURNING used_at IS NOT NULL AS right`)
  if (!row) return 'none'
  return row.right ? 'right' : 'wrong'
}

/** Ends the code that was mailed for a verification. */
export async function endCode(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM gate_codes WHERE verification_id = ${verificationId}`)
}

/** Forgets at most `limit` codes that ended before an instant. Answers how many. */
export function deleteCodesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM gate_codes WHERE verification_id = ANY(ARRAY(
      SELECT verification_id FROM gate_codes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))
      AND expires_at < ${instant}`)
}
