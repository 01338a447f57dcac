import { z } from 'zod'
import { doEmailsMatch } from '../../domain/verification/email-match.ts'
import { consumeForClient } from '../http/client-network.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueRecordMail } from './mails/record-mail-jobs.ts'
import { findRecord } from './policy.ts'

/** Links to one record for its third party. What a stranger asks for in vain does not count, and so keeps nobody out. */
const perRecord = { name: 'record-link', points: 5, seconds: 60 * 60 }
/** Requests from one address, whatever the record. */
const perClient = { name: 'record-link-client', points: 20, seconds: 60 * 60 }

/**
 * Mails a new link to the third party, if `email` is theirs. Whoever asks learns nothing, neither from the answer nor from its time: whether
 * there is such a record, and whether the address belongs to it, a job looks up afterwards. An `id` of null, which no record has, is answered
 * alike.
 */
export async function requestLink(
  platform: Platform,
  { id, email, clientIp }: { id: string | null; email: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const { allowed, retryAfterSeconds } = await consumeForClient(platform.rateLimits, perClient, clientIp)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
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
