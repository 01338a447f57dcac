import type { Party } from '../../domain/record/record.ts'
import { findLanguage, findRecipient } from '../accounts/index.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { announceChange } from '../live/index.ts'
import type { Queryable, Transaction } from '../platform/database/index.ts'
import { toLanguageTag } from '../platform/language/index.ts'
import type { MailOutcome, Recipient } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { lockVerification, type VerificationRow } from './store.ts'

type MailEnding = {
  verificationId: string
  /** The kind of mail; the first three go to the third party only. */
  mail:
    | 'invitation'
    | 'reminder'
    | 'code'
    | 'record'
    | 'withdrawal'
    | 'new_link'
    | 'hold_set'
    | 'hold_ended'
    | 'not_completed'
    | 'cancelled'
    | 'expired'
  /** The recipient, if both parties get this mail. */
  party?: Party
  /** `limited`: the mailbox's limit was reached, so nothing was mailed. */
  outcome: MailOutcome | 'limited'
}

/**
 * The mails to a third party that a block, a pause or a private no stops. Both people get the trail with their record,
 * so it doesn't record how these mails ended.
 */
const stoppable: readonly MailEnding['mail'][] = [
  'invitation',
  'reminder',
  'not_completed',
  'cancelled',
  'expired',
]

/**
 * Records in the trail how a mail about a verification ended, in the same transaction. Of these mails, the owner's
 * pages show only the invitation's state (LIVE-8). A mail that was no longer needed isn't recorded.
 */
export async function noteMailEnding(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  ending: MailEnding,
): Promise<void> {
  const { verificationId, mail, party, outcome } = ending
  if (outcome === 'not_needed') return
  const row = await lockVerification(tx, verificationId)
  const isAccepted = outcome === 'accepted'
  if (party === 'creator' || !stoppable.includes(mail)) {
    await appendAuditEvent(tx, {
      verificationId,
      event: isAccepted ? 'mail_accepted' : 'mail_refused',
      actor: 'system',
      at: clock.now(),
      detail: { mail, ...(party ? { party } : {}), ...(isAccepted ? {} : { reason: outcome }) },
    })
  }
  if (row && mail === 'invitation')
    await announceChange(tx, row.userId, { verificationId, status: row.status })
}

/**
 * A party, for a mail; null if the account has no address any more. A third party who hasn't used a pass yet gets the
 * creator's language, with English below it.
 */
export async function findRecipientOf(
  q: Queryable,
  { userId, thirdPartyEmail, thirdPartyLanguage }: VerificationRow,
  party: Party,
): Promise<Recipient | null> {
  if (party === 'creator') return findRecipient(q, userId)
  const email = thirdPartyEmail
  if (thirdPartyLanguage !== null) return { email, languages: [toLanguageTag(thirdPartyLanguage)] }
  const creators = await findLanguage(q, userId)
  return { email, languages: creators === 'en' ? ['en'] : [creators, 'en'] }
}
