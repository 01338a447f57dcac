import { randomUUID } from 'node:crypto'
import { findMaxTries, makeTypedCode } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { askedMails, limitMailbox, queueMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification, type VerificationRow } from '../verifications/index.ts'
import { findGoodCode, prolongCode, replaceCode } from './code-store.ts'
import { computeMac, isOftenMailed, type MailedCode } from './define-code.ts'

/** How long a code is good after its last mail. As long as the share of an hour's mails: if others use that up, the last code outlasts it. */
export const codeLifeMs = 60 * 60 * 1000
const hour = 60 * 60
const day = 24 * hour

/** New codes of one verification. A day of them leaves a guesser who gets them sent 75 tries, in a million at the gate. */
const newCodes = [
  { name: 'code-link', points: 5, seconds: hour },
  { name: 'code-link-day', points: 15, seconds: day },
]

/** Whether a code was mailed less than a minute ago: its mail is on its way. */
export function wasJustMailed({ expiresAt }: { expiresAt: Date }, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() > codeLifeMs - 60 * 1000
}

/**
 * Mails a code to the third party: the same once more while it is good, at most once a minute, so that others who ask void none; else a new
 * one. Where the mailbox had enough mails, a code that is good is in it.
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
