import { fillPath } from '../../../contract/address.ts'
import type { Party } from '../../../domain/record/record.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { JobHandlers } from '../../platform/jobs/index.ts'
import { limitMailbox, type Mail, mailJobs, queueMail, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { noteMailEnding, verificationById } from '../../verifications/index.ts'
import { openPass } from '../record-pass.ts'
import { creatorMail } from '../store.ts'
import { newLinkMail, recordReadyMail, withdrawalMail } from './record-mails.ts'

const mailTask = 'send-record-mail'

/** Mails about records to one mailbox that never asked for an account, whatever the records. */
const perMailbox = [
  { name: 'record-mailbox', points: 20, seconds: 60 * 60 },
  { name: 'record-mailbox-day', points: 40, seconds: 24 * 60 * 60 },
]

type MailingPlatform = Pick<Platform, 'clock' | 'jobs' | 'rateLimits' | 'signing'>

/** What a record mail is about: a record to keep, consent that was withdrawn, or a link that was asked for. */
export type Occasion = 'record' | 'withdrawal' | 'new_link'

/** Sends both parties a mail, each with a personal link, once the transaction commits. */
export async function enqueueRecordMails(
  platform: MailingPlatform,
  tx: Transaction,
  verificationId: string,
  occasion: Occasion,
): Promise<void> {
  for (const party of ['creator', 'third_party'] as const)
    await enqueueRecordMail(platform, tx, { verificationId, occasion, party })
}

/**
 * As above, to one party. Somebody who completes their own requests as their third party could have a stranger mailed this way, so those mails
 * are counted by mailbox. A withdrawal is told always, and only once.
 */
export async function enqueueRecordMail(
  platform: MailingPlatform,
  tx: Transaction,
  mail: { verificationId: string; occasion: Occasion; party: Party },
): Promise<void> {
  if (mail.party === 'third_party' && mail.occasion !== 'withdrawal') {
    const row = await verificationById(tx, mail.verificationId)
    if (!row) return
    if (!(await limitMailbox(platform, perMailbox, row.thirdPartyEmail, { tx })).allowed) {
      const { verificationId, occasion, party } = mail
      return noteMailEnding(platform, tx, { verificationId, mail: occasion, party, outcome: 'limited' })
    }
  }
  await queueMail(platform, tx, { task: mailTask, payload: mail, verificationId: mail.verificationId })
}

/**
 * `send-record-mail` writes the mail when it is sent, so that the token in it is never in the queue. Every try makes a new token; those of
 * tries that failed were never given to anybody.
 */
export function recordMails(platform: Platform): JobHandlers {
  return mailJobs(platform, {
    [mailTask]: {
      write: (payload) => writeRecordMail(platform, payload),
      ended: (tx, { verificationId, outcome, payload }) =>
        noteMailEnding(platform, tx, {
          verificationId,
          mail: occasionOf(payload),
          party: partyOf(payload),
          outcome,
        }),
    },
  })
}

function partyOf({ party }: Record<string, unknown>): Party {
  return party === 'creator' ? 'creator' : 'third_party'
}

function occasionOf({ occasion }: Record<string, unknown>): Occasion {
  return occasion === 'withdrawal' || occasion === 'new_link' ? occasion : 'record'
}

async function writeRecordMail(platform: Platform, payload: Record<string, unknown>): Promise<Mail | null> {
  const row = await verificationById(platform.database, String(payload['verificationId']))
  if (!row) return null
  const party = partyOf(payload)
  const to =
    party === 'creator' ? (await creatorMail(platform.database, row.userId))?.email : row.thirdPartyEmail
  if (!to) return null
  const url = party === 'creator' ? ownerUrl(platform, row) : await thirdPartyUrl(platform, row.id)
  const write = { record: recordReadyMail, withdrawal: withdrawalMail, new_link: newLinkMail }
  return renderMail(to, write[occasionOf(payload)](url, party))
}

function ownerUrl({ settings }: Platform, { id, type }: { id: string; type: 'age' | 'person' }): string {
  const path = type === 'age' ? '/consent-form/:id' : '/person-verification-view/:id'
  return `${settings.publicUrl}${fillPath(path, { id })}`
}

async function thirdPartyUrl(platform: Platform, id: string): Promise<string> {
  const token = await openPass(platform, id, 'link')
  return `${platform.settings.publicUrl}${fillPath('/records/:id', { id })}#${token.token}`
}
