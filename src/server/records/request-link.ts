import { emailsMatch } from '../../domain/verification/email-match.ts'
import { networkOf } from '../http/client-network.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Platform } from '../platform/platform.ts'
import { enqueueRecordMail } from './mails/record-mail-jobs.ts'
import { recordRow } from './policy.ts'

/** Mails about one record, wherever they are asked for. */
const perRecord = { name: 'record-link', points: 5, seconds: 60 * 60 }
/** Requests from one address, whatever the record. */
const perClient = { name: 'record-link-client', points: 20, seconds: 60 * 60 }

/**
 * Mails a new link to the third party, if `email` is theirs. Whoever asks learns nothing: not whether there is such a record, nor whether
 * the address belongs to it; an `id` of null, which no record has, is answered alike.
 */
export async function requestLink(
  platform: Platform,
  asked: { id: string | null; email: string; clientIp: string },
): Promise<{ ok: true } | Refusal> {
  const taken = [await platform.rateLimits.consume(perClient, networkOf(asked.clientIp))]
  if (asked.id !== null) taken.push(await platform.rateLimits.consume(perRecord, asked.id))
  const refused = taken.filter(({ allowed }) => !allowed)
  if (refused.length > 0) {
    const retryAfterSeconds = Math.max(...refused.map((limit) => limit.retryAfterSeconds))
    return refuse('rate_limited', { retryAfterSeconds })
  }
  const row = await recordRow(platform, asked.id)
  if (row && emailsMatch(asked.email, row.thirdPartyEmail)) {
    await platform.database.transaction((tx) =>
      enqueueRecordMail(platform, tx, { verificationId: row.id, occasion: 'new_link', party: 'third_party' }),
    )
  }
  return { ok: true }
}
