import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { ProblemCode } from '../../contract/problem.ts'
import { codeLifeMs, type VerificationStatus } from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { findMaxTries, makeTypedCode, noteSecurityEvent, spendCodeTry } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { consumeForClient, hasPointsLeft, toWideNetwork } from '../http/client.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import { readReader, toLanguageTag } from '../platform/language/index.ts'
import {
  askedMails,
  defineMail,
  limitMailbox,
  queueMail,
  renderMail,
  toMailbox,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  type CodeTable,
  findSubject,
  lockCode,
  mailboxCodes,
  prolongCode,
  replaceCode,
  type StoredCode,
  spendTry,
  verificationCodes,
} from './code-store.ts'
import { noteMailEnding } from './mails.ts'
import { findVerification, lockVerification } from './store.ts'

/** Digits that are mailed to a person, who types them to prove that they read the mailbox. */
type MailedCode = {
  /** Separates codes by purpose: a code for another purpose is wrong here. */
  name: 'gate' | 'record' | 'mailbox'
  store: CodeTable
  digits: 6 | 8
  /**
   * The number of client networks that can each use up the tries of a code before it is void, so that a stranger in
   * another network uses up none of the owner's tries. With 1, all networks share the tries.
   */
  networks: number
  write(): { heading: string; footnote: string }
  /** Writes what the mail to this address says about the worth of the code; none if it's absent. */
  warn?(platform: Platform, address: string): Promise<() => string>
  /** The address to which a subject's code is mailed; null when the code is no longer needed. */
  findAddress(q: Queryable, subject: string): Promise<string | null>
}

/**
 * The payload of a mail with a code. `isOften`: it is the third or a later mail on one day. `language`: of the request
 * for it, whose person reads the mail now.
 */
const payloadSchema = z.object({
  codeId: z.guid(),
  isOften: z.boolean(),
  language: z.string().nullable().default(null),
})

type Code = ReturnType<typeof defineCode>

/** Adds the mail of a code. The mail derives the digits from the id, so that they are never in the queue. */
function defineCode(code: MailedCode) {
  const job = defineMail(`send-${code.name}-code`, payloadSchema, {
    async write(platform: Platform, { codeId, isOften, language }) {
      const subject = await findSubject(platform.database, code.store, codeId, platform.clock.now())
      const address = subject && (await code.findAddress(platform.database, subject))
      if (!address) return null
      const warn = await code.warn?.(platform, address)
      return renderMail({ email: address, languages: [toLanguageTag(language)] }, () => ({
        subject: codeWords.subject,
        paragraphs: [codeWords.paragraph, ...(warn ? [warn()] : []), ...(isOften ? [codeWords.often] : [])],
        code: makeTypedCode(platform.signing, codeId, code.digits),
        ...code.write(),
      }))
    },
    onEnded: (platform, tx, { verificationId, outcome }) =>
      noteMailEnding(platform, tx, { verificationId, mail: 'code', outcome }),
  })
  return { ...code, job }
}

/**
 * The codes of verifications for one purpose.
 *
 * @param policy.isFor whether a verification with this status may have one
 * @param policy.closed the refusal for the others
 */
export function defineVerificationCode(
  name: 'gate' | 'record',
  policy: Pick<MailedCode, 'digits' | 'write' | 'warn'> & {
    isFor(status: VerificationStatus): boolean
    closed: ProblemCode
  },
) {
  const code = defineCode({
    name,
    store: verificationCodes,
    digits: policy.digits,
    networks: 1,
    write: policy.write,
    ...(policy.warn ? { warn: policy.warn } : {}),
    async findAddress(q, id) {
      const row = await findVerification(q, id)
      return row && policy.isFor(row.status) ? row.thirdPartyEmail : null
    },
  })
  return { ...code, isFor: policy.isFor, closed: policy.closed }
}

/** The code for a person who asks what data is held about them. Subjects are addresses in lower case. */
export const mailboxCode = defineCode({
  name: 'mailbox',
  store: mailboxCodes,
  digits: 8,
  networks: 20,
  findAddress: async (_, email) => email,
  write: () => ({ heading: codeWords.confirmYou, footnote: codeWords.footnotes.mailbox }),
})

/**
 * A plain hash would be useless: a million codes can be hashed in a second. Without the MAC's key a stolen row is
 * useless.
 */
function computeMac({ signing }: Platform, { name }: MailedCode, subject: string, digits: string): string {
  return signing.computeMac(`${name}-code`, `${subject} ${digits}`)
}

/** In seconds, like the window of a mailbox's hourly limit: if that is used up, the last code is valid until it resets. */
const hour = codeLifeMs / 1000
const day = 24 * hour

/** A code isn't mailed again within this time, because the earlier mail is still on its way. */
const mailIntervalMs = 60 * 1000

/**
 * Limits new codes for one subject. In a day, a guesser who triggers them gets 75 tries in a million at the gate;
 * guessers in twenty or more networks get 1,500 tries in a hundred million for a mailbox.
 */
const limitNewCodes = (name: string) => [
  { name: `${name}-code-link`, points: 5, seconds: hour },
  { name: `${name}-code-link-day`, points: 15, seconds: day },
]
/** Limits mails with codes that one network causes, over all links and for every purpose (GATE-74). */
const perNetwork = { name: 'code-mails-network', points: 30, seconds: 15 * 60 }
/** Mails with codes for one purpose on one day. The third and later ones warn that another person may be asking. */
const unsuspicious = { name: 'code-mails-day', points: 2, seconds: day }
/** Limits tries at one code from one client network. */
const limitTries = (maxTries: number) => ({ name: 'code-tries', points: maxTries, seconds: hour })

/** The verification that a code belongs to, for mails and events. */
function nameVerification({ store }: MailedCode, subject: string): { verificationId?: string } {
  return store === verificationCodes ? { verificationId: subject } : {}
}

type Asked = { subject: string; address: string; clientIp: string }

/**
 * Mails a code to an address. While a code is valid, mails the same one again, at most once a minute, so that other
 * requests don't void it; otherwise mails a new one. If the mailbox's limit is reached, it already has a valid code. A
 * request that sends no mail doesn't count against that limit, or that of the client's network. The subject must be
 * locked.
 *
 * Anyone who knows the address may ask. So the answer doesn't tell when somebody else asked: it is the same with and
 * without a mail, and the refusal by a limit that others share names its whole window (GATE-73).
 */
export async function mailCode(
  platform: Platform,
  tx: Transaction,
  code: Code,
  asked: Asked,
): Promise<{ ok: true } | Refusal> {
  const { rateLimits } = platform
  const network = toWideNetwork(asked.clientIp)
  const own = await rateLimits.consume(perNetwork, network, tx)
  if (!own.allowed) return refuse('rate_limited', { retryAfterSeconds: own.retryAfterSeconds })
  const sent = await mailWithinLimits(platform, tx, code, asked)
  if (sent === 'mailed') return { ok: true }
  await rateLimits.giveBack(perNetwork, network, tx)
  return sent === 'has one' ? { ok: true } : sent
}

/** `has one`: nothing is mailed, because the mailbox has a valid code. */
async function mailWithinLimits(
  platform: Platform,
  tx: Transaction,
  code: Code,
  { subject, address, clientIp }: Asked,
): Promise<'mailed' | 'has one' | Refusal> {
  const { clock, rateLimits, signing } = platform
  const at = clock.now()
  const write = (id: string) => computeMac(platform, code, subject, makeTypedCode(signing, id, code.digits))
  const found = await lockCode(tx, code.store, subject, at)
  // The row may contain a code for another purpose.
  const isGood =
    found !== null &&
    found.codeMac === write(found.id) &&
    (await acceptsTry(platform, tx, code, found, clientIp))
  const good = isGood ? found : null
  const wasJustMailed = good && good.expiresAt.getTime() - at.getTime() > codeLifeMs - mailIntervalMs
  if (wasJustMailed) return 'has one'
  if (!good) {
    const sharer = code.store === mailboxCodes ? toMailbox(subject) : subject
    for (const limit of limitNewCodes(code.name)) {
      const { allowed } = await rateLimits.consume(limit, sharer, tx)
      if (!allowed) return refuse('rate_limited', { retryAfterSeconds: limit.seconds })
    }
  }
  const mailbox = await limitMailbox(platform, askedMails, address, { tx })
  if (good && !mailbox.allowed) return 'has one'
  if (!mailbox.allowed) return refuse('rate_limited', { retryAfterSeconds: hour })
  const expiresAt = new Date(at.getTime() + codeLifeMs)
  const id = good?.id ?? randomUUID()
  if (good) await prolongCode(tx, code.store, id, expiresAt)
  else await replaceCode(tx, code.store, { id, subject, codeMac: write(id), createdAt: at, expiresAt })
  const isOften = !(await rateLimits.consume(unsuspicious, `${code.name} ${toMailbox(address)}`, tx)).allowed
  const about = nameVerification(code, subject)
  await queueMail(platform, tx, code.job, { codeId: id, isOften, language: readReader() }, about)
  if (about.verificationId) {
    const detail = { channel: 'email' }
    const { verificationId } = about
    await appendAuditEvent(tx, { verificationId, event: 'code_sent', actor: 'system', at, detail })
  }
  return 'mailed'
}

export function mailVerificationCode(
  platform: Platform,
  code: ReturnType<typeof defineVerificationCode>,
  { verificationId, clientIp }: { verificationId: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, verificationId)
    if (!row || !code.isFor(row.status)) return refuse(code.closed)
    return mailCode(platform, tx, code, { subject: verificationId, address: row.thirdPartyEmail, clientIp })
  })
}

/** Whether a code accepts another try from a client. */
async function acceptsTry(
  platform: Platform,
  tx: Transaction,
  { networks }: MailedCode,
  { id, tries }: StoredCode,
  clientIp: string,
): Promise<boolean> {
  const maxTries = await findMaxTries(platform, tx)
  if (tries >= networks * maxTries) return false
  return (
    networks === 1 || hasPointsLeft(platform.rateLimits, limitTries(maxTries), clientIp, { of: `${id} `, tx })
  )
}

/**
 * Checks the digits against the last mailed code: `right` only once, within the code's hour and tries; `none` when no
 * code accepts tries from this client. The caller applies the effect in the same transaction, so that a crash in
 * between uses up nothing.
 */
export async function tryCode(
  platform: Platform,
  tx: Transaction,
  code: Code,
  { subject, digits, clientIp }: { subject: string; digits: string; clientIp: string },
): Promise<'right' | 'wrong' | 'none'> {
  const codeMac = computeMac(platform, code, subject, digits)
  const outcome = await spendCodeTry(platform, tx, async (maxTries) => {
    const found = await lockCode(tx, code.store, subject, platform.clock.now())
    if (!found) return 'none'
    const most = code.networks * maxTries
    if (code.networks > 1 && found.tries < most) {
      const limit = limitTries(maxTries)
      const taken = await consumeForClient(platform.rateLimits, limit, clientIp, `${found.id} `, tx)
      if (!taken.allowed) return 'none'
    }
    return spendTry(tx, code.store, { id: found.id, codeMac, maxTries: most })
  })
  const method = code.name
  if (outcome !== 'right')
    await noteSecurityEvent(platform, 'code_refused', { ...nameVerification(code, subject), method })
  return outcome
}
