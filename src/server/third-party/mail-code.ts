import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { CodeSent } from '../../contract/third-party.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { hasConfirmedAddress, typedCode } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { defineMail, limitMailbox, queueMail, renderMail } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification, noteMailEnding, type VerificationRow } from '../verifications/index.ts'
import { codeMail } from './code-mail.ts'
import { addressForCode, replaceCode } from './code-store.ts'

const codeLifeMs = 10 * 60 * 1000

/** Codes for one link. A day of them leaves a guesser who knows the address 75 tries in a million. */
const perLink = { name: 'gate-code-link', points: 5, seconds: 60 * 60 }
const perLinkAndDay = { name: 'gate-code-link-day', points: 15, seconds: 24 * 60 * 60 }
/** Codes to one mailbox, whatever the link: nobody's is to be flooded. */
const perMailbox = [
  { name: 'gate-code-mailbox', points: 10, seconds: 60 * 60 },
  { name: 'gate-code-mailbox-day', points: 30, seconds: 24 * 60 * 60 },
]

/**
 * Mails a new code to the third party. It ends the one before at once, whether or not that has left. Nobody is mailed on behalf of a creator
 * whose own address is not confirmed.
 */
export async function mailCode(
  platform: Platform,
  { id: verificationId, userId, thirdPartyEmail }: VerificationRow,
): Promise<CodeSent | Refusal> {
  if (!(await hasConfirmedAddress(platform.database, userId))) return refuse('creator_unconfirmed')
  for (const limit of [perLink, perLinkAndDay]) {
    const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(limit, verificationId)
    if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  }
  const mailbox = await limitMailbox(platform, perMailbox, thirdPartyEmail)
  if (!mailbox.allowed) return refuse('rate_limited', { retryAfterSeconds: mailbox.retryAfterSeconds })
  const id = randomUUID()
  const codeMac = macOf(platform, verificationId, typedCode(platform.signing, id))
  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, verificationId)
    if (!row || !isOpen(row.status)) return refuse('link_closed')
    const at = platform.clock.now()
    const expiresAt = new Date(at.getTime() + codeLifeMs)
    await replaceCode(tx, { id, verificationId, codeMac, createdAt: at, expiresAt })
    await queueMail(platform, tx, gateCodeJob, { codeId: id }, verificationId)
    const detail = { channel: 'email' }
    await appendAuditEvent(tx, { verificationId, event: 'code_sent', actor: 'system', at, detail })
    return { codeSent: true, expiresAt: expiresAt.toISOString() }
  })
}

/** Makes the digits again from the id, so that they are never in the queue. A code that ended meanwhile is not mailed. */
export const gateCodeJob = defineMail('send-gate-code', z.object({ codeId: z.guid() }), {
  async write(platform: Platform, { codeId }) {
    const to = await addressForCode(platform.database, codeId, platform.clock.now())
    return to === null ? null : renderMail(to, codeMail(typedCode(platform.signing, codeId)))
  },
  ended: (platform, tx, { verificationId, outcome }) =>
    noteMailEnding(platform, tx, { verificationId, mail: 'code', outcome }),
})

/** A million codes are hashed in a second; without the key of the MAC a stolen row says nothing. */
export function macOf({ signing }: Pick<Platform, 'signing'>, verificationId: string, code: string): string {
  return signing.mac('gate-code', `${verificationId} ${code}`)
}
