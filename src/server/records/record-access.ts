import { z } from 'zod'
import { doEmailsMatch, isRecord } from '../../domain/verification/verification.ts'
import codeWords from '../../words/en/code-mails.ts'
import { queueForUser, renewConfirmation } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { isRefusal, type Refusal, refuse } from '../http/problem.ts'
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

/** To the third party, where a code is asked for before a record opens. */
export const recordCode = defineVerificationCode('record', {
  isFor: isRecord,
  closed: 'record_not_found',
  digits: 8,
  heading: codeWords.confirmYou,
  footnote: codeWords.footnotes.record,
})

/** Mails a code to the third party of this record. */
export async function requestCode(
  platform: Platform,
  { row }: Reader,
  clientIp: string,
): Promise<{ ok: true } | Refusal> {
  const sent = await mailVerificationCode(platform, recordCode, { verificationId: row.id, clientIp })
  return isRefusal(sent) ? sent : { ok: true }
}

/**
 * A pass for the right code: it works once, for an hour, and ends with the fifth try. For an account it also renews the
 * confirmation of its address, if that is still the one that the code was mailed to.
 */
export async function enterCode(
  platform: Platform,
  { row: { id: verificationId, thirdPartyEmail: address }, accountId }: Reader & { accountId: string | null },
  entry: { digits: string; clientIp: string },
): Promise<{ token: string; expiresAt: Date } | Refusal> {
  return platform.database.transaction(async (tx) => {
    // The account first, as everywhere.
    if (accountId) await queueForUser(tx, accountId)
    await lockVerification(tx, verificationId)
    const at = platform.clock.now()
    const outcome = await tryCode(platform, tx, recordCode, { subject: verificationId, ...entry })
    if (outcome === 'right') {
      if (accountId) await renewConfirmation(tx, { id: accountId, address, now: at })
      return openPass(platform, tx, verificationId, 'code')
    }
    await appendAuditEvent(tx, { verificationId, event: 'code_refused', actor: 'visitor', at })
    return refuse('record_code_wrong')
  })
}

/**
 * Links to one record for its third party. A stranger's vain request does not count, and so does not block the third
 * party.
 */
const perRecord = { name: 'record-link', points: 5, seconds: 60 * 60 }

/**
 * Mails a new link to the third party, if `email` is theirs. The caller learns nothing from the answer or its timing: a
 * job looks up afterwards whether there is such a record, and whether the address belongs to it. An `id` of null, which
 * no record has, is answered alike.
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

/** Looks up whether the address is the third party's, and mails them a link if it is. */
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
