import { randomUUID } from 'node:crypto'
import { makeTypedCode } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { askedMails, limitMailbox, queueMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification, type VerificationRow } from '../verifications/index.ts'
import { replaceCode } from './code-store.ts'
import { computeMac, type MailedCode, oftenFrom } from './define-code.ts'

export const codeLifeMs = 10 * 60 * 1000
const hour = 60 * 60
const day = 24 * hour

/** Codes of one verification. A day of them leaves a guesser who gets them sent 75 tries, in a million at the gate. */
const perVerification = [
  { name: 'code-link', points: 5, seconds: hour },
  { name: 'code-link-day', points: 15, seconds: day },
]

/** Mails a new code to the third party. It ends the one before at once, whether or not that has left. */
export async function mailCode(
  platform: Platform,
  code: MailedCode,
  { id: verificationId, thirdPartyEmail }: Pick<VerificationRow, 'id' | 'thirdPartyEmail'>,
): Promise<{ expiresAt: Date } | Refusal> {
  const nameLimits = (limits: typeof perVerification) =>
    limits.map((limit) => ({ ...limit, name: `${code.name}-${limit.name}` }))
  let today = 0
  for (const limit of nameLimits(perVerification)) {
    const { allowed, retryAfterSeconds, points } = await platform.rateLimits.consume(limit, verificationId)
    if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
    today = points
  }
  const mailbox = await limitMailbox(platform, askedMails, thirdPartyEmail)
  if (!mailbox.allowed) return refuse('rate_limited', { retryAfterSeconds: mailbox.retryAfterSeconds })
  const id = randomUUID()
  const codeMac = computeMac(platform, code, verificationId, makeTypedCode(platform.signing, id, code.digits))
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, verificationId)
    if (!row || !code.isFor(row.status)) return refuse(code.closed)
    const at = platform.clock.now()
    const expiresAt = new Date(at.getTime() + codeLifeMs)
    await replaceCode(tx, { id, verificationId, codeMac, createdAt: at, expiresAt })
    await queueMail(platform, tx, code.job, { codeId: id, isOften: today >= oftenFrom }, { verificationId })
    const detail = { channel: 'email' }
    await appendAuditEvent(tx, { verificationId, event: 'code_sent', actor: 'system', at, detail })
    return { expiresAt }
  })
}
