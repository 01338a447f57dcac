import { isRecord } from '../../domain/verification/status.ts'
import codeWords from '../../words/en/code-mails.ts'
import { queueForUser, renewConfirmation } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/refusal.ts'
import { defineCode, mailCode, tryCode } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification } from '../verifications/index.ts'
import { openPass } from './open-pass.ts'
import type { Reader } from './policy.ts'

/** To the third party, where a code is asked for before a record opens. */
export const recordCode = defineCode('record', {
  isFor: isRecord,
  closed: 'record_not_found',
  digits: 8,
  writeContent: (code) => ({
    subject: codeWords.subject,
    heading: codeWords.confirmYou,
    paragraphs: [codeWords.paragraph],
    code,
    footnote: codeWords.footnotes.record,
  }),
})

/** Codes typed for one record: each mailed one takes five. */
const entriesPerRecord = { name: 'record-code-entry', points: 30, seconds: 60 * 60 }

/** Mails a code to the third party of this record. */
export async function requestCode(platform: Platform, { row }: Reader): Promise<{ ok: true } | Refusal> {
  const sent = await mailCode(platform, recordCode, row)
  return isRefusal(sent) ? sent : { ok: true }
}

/**
 * A pass for the right code: it works once, for an hour, and ends with the fifth try. For an account it also renews the confirmation of
 * its address, if that is still the one that the code was mailed to.
 */
export async function enterCode(
  platform: Platform,
  { row: { id: verificationId, thirdPartyEmail: address }, accountId }: Reader & { accountId: string | null },
  digits: string,
): Promise<{ token: string; expiresAt: Date } | Refusal> {
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(entriesPerRecord, verificationId)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  return platform.database.transaction(async (tx) => {
    // The account first, as everywhere.
    if (accountId) await queueForUser(tx, accountId)
    await lockVerification(tx, verificationId)
    const at = platform.clock.now()
    const outcome = await tryCode(platform, tx, recordCode, { verificationId, digits })
    if (outcome === 'right') {
      if (accountId) await renewConfirmation(tx, { id: accountId, address, now: at })
      return openPass(platform, tx, verificationId, 'code')
    }
    await appendAuditEvent(tx, { verificationId, event: 'code_refused', actor: 'visitor', at })
    return refuse('record_code_wrong')
  })
}
