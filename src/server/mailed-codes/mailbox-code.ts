import { randomBytes, randomUUID } from 'node:crypto'
import type { Context } from 'hono'
import { toComparableEmail } from '../../domain/verification/email-match.ts'
import english from '../../words/en/code-mails.ts'
import { messages } from '../../words/messages.ts'
import { makeTypedCode, noteSecurityEvent, spendCodeTry } from '../accounts/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { findBearer } from '../http/bearer.ts'
import { consumeForClient } from '../http/client-network.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
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
import { codePayloadSchema, oftenFrom, warnOfMany } from './define-code.ts'
import { codeLifeMs } from './mail-code.ts'
import {
  findMailboxOfCode,
  findMailboxOfToken,
  insertMailboxPass,
  replaceMailboxCode,
  spendMailboxTry,
} from './mailbox-store.ts'

const codeWords = messages('code-mails', english)

const hour = 60 * 60
const digits = 8
const passLifeMs = 30 * 60 * 1000

/** Nobody's mailbox is to be flooded, whoever asks. A day of codes leaves a guesser who gets them sent 75 tries in a hundred million. */
const perMailbox = [
  { name: 'held-data-mailbox', points: 5, seconds: hour },
  { name: 'held-data-mailbox-day', points: 15, seconds: 24 * hour },
]
const perClient = { name: 'held-data-client', points: 20, seconds: hour }
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

/** Mails eight digits to an address, whether or not anything is held about it: the answer says nothing of that. */
export async function mailMailboxCode(
  platform: Platform,
  { email: typed, clientIp }: { email: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const email = toComparableEmail(typed)
  const client = await consumeForClient(platform.rateLimits, perClient, clientIp)
  if (!client.allowed) return refuse('rate_limited', { retryAfterSeconds: client.retryAfterSeconds })
  const mailbox = await limitMailbox(platform, perMailbox, email)
  const asked = mailbox.allowed ? await limitMailbox(platform, askedMails, email) : mailbox
  if (!asked.allowed) return refuse('rate_limited', { retryAfterSeconds: asked.retryAfterSeconds })
  const id = randomUUID()
  const codeMac = computeMac(platform, email, makeTypedCode(platform.signing, id, digits))
  await platform.database.transaction(async (tx) => {
    const createdAt = platform.clock.now()
    const expiresAt = new Date(createdAt.getTime() + codeLifeMs)
    await replaceMailboxCode(tx, { id, email, codeMac, createdAt, expiresAt })
    await queueMail(platform, tx, mailboxCodeJob, { codeId: id, isOften: mailbox.points >= oftenFrom })
  })
  return { ok: true }
}

/** A token for half an hour for the digits that were mailed last: they work once, for ten minutes, and end with the fifth try. */
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
      spendMailboxTry(tx, email, computeMac(platform, email, code), { now: createdAt, maxTries }),
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

/** Whose mailbox was proven, by the token that the digits gave. */
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
