import { z } from 'zod'
import { doEmailsMatch, isRecord } from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { lockLimit, queueForUser, renewConfirmation } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  defineVerificationCode,
  lockVerification,
  mailVerificationCode,
  tryCode,
} from '../verifications/index.ts'
import { findRecord, openPass, type Reader } from './policy.ts'
import { enqueueRecordMail } from './record-mails.ts'

/** The code for a third party, if a code is required to open a record. */
export const recordCode = defineVerificationCode('record', {
  isFor: isRecord,
  closed: 'record_not_found',
  digits: 8,
  write: () => ({ heading: codeWords.confirmYou, footnote: codeWords.footnotes.record }),
})

/** Mails a code to the third party of this record. */
export function requestCode(
  platform: Platform,
  { row }: Reader,
  clientIp: string,
): Promise<{ ok: true } | Refusal> {
  return mailVerificationCode(platform, recordCode, { verificationId: row.id, clientIp })
}

/**
 * Returns a pass for the right code. A code works once, for an hour, and is void after the fifth try. For an account,
 * also renews the confirmation of its address if the code was mailed to its current address. Ends the limit of the
 * address's account (ONCE-12).
 *
 * @param entry.signedInId the account that is signed in where the code is typed; null without one
 */
export async function enterCode(
  platform: Platform,
  { row: { id: verificationId, thirdPartyEmail: address }, accountId }: Reader & { accountId: string | null },
  { signedInId, ...entry }: { digits: string; clientIp: string; signedInId: string | null },
): Promise<{ token: string; expiresAt: Date } | Refusal> {
  return platform.database.transaction(async (tx) => {
    // Lock the account first, like everywhere else.
    if (accountId) await queueForUser(tx, accountId)
    const endLimit = await lockLimit(platform, tx, { address, accountId: signedInId })
    await lockVerification(tx, verificationId)
    const at = platform.clock.now()
    const outcome = await tryCode(platform, tx, recordCode, { subject: verificationId, ...entry })
    if (outcome === 'right') {
      if (accountId) await renewConfirmation(tx, { id: accountId, address, now: at })
      await endLimit()
      return openPass(platform, tx, verificationId, 'code')
    }
    await appendAuditEvent(tx, { verificationId, event: 'code_refused', actor: 'visitor', at })
    return refuse('record_code_wrong')
  })
}

/**
 * Limits links to one record for its third party. Requests with a wrong address don't count, so strangers can't block
 * the third party.
 */
const perRecord = { name: 'record-link', points: 5, seconds: 60 * 60 }

/**
 * Mails a new link to the third party if `email` is theirs. Neither the answer nor its timing reveals anything: a job
 * later looks up whether the record exists and whether the address belongs to it. A null `id`, which matches no record,
 * gets the same answer.
 */
export async function requestLink(
  platform: Platform,
  { id, email }: { id: string | null; email: string },
): Promise<{ ok: true }> {
  if (id !== null) {
    await platform.database.transaction((tx) =>
      platform.jobs.enqueue(tx, answerLinkRequestJob, { verificationId: id, email }),
    )
  }
  return { ok: true }
}

/** Mails the third party a link if the address is theirs. */
export const answerLinkRequestJob = defineJob(
  'answer-record-link-request',
  z.object({ verificationId: z.guid(), email: z.string() }),
  async (platform: Platform, { verificationId, email }) => {
    const row = await findRecord(platform, verificationId)
    if (!row || !doEmailsMatch(email, row.thirdPartyEmail)) return
    if (!(await platform.rateLimits.consume(perRecord, row.id)).allowed) return
    await platform.database.transaction((tx) =>
      enqueueRecordMail(platform, tx, row, { occasion: 'new_link', party: 'third_party' }),
    )
  },
)
