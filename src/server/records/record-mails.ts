import { z } from 'zod'
import { fillPath, toOwnerPath } from '../../contract/address.ts'
import { type Party, parties } from '../../domain/record/record.ts'
import { toReference } from '../../domain/verification/verification.ts'
import { describeHowKnown } from '../../words/describe-how-known.ts'
import words from '../../words/en/record-mails.ts'
import type { Transaction } from '../platform/database/index.ts'
import {
  askedMails,
  defineMail,
  describeMoment,
  limitMailbox,
  type Mail,
  type MailContent,
  queueMail,
  renderMail,
  strangersMails,
} from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  findRecipientOf,
  findVerification,
  listRecordFacts,
  noteMailEnding,
  readRecordFormat,
  type VerificationRow,
} from '../verifications/index.ts'
import { openPass } from './policy.ts'
import { findWithdrawalHoldEnd, isLinkMailed } from './store.ts'

type MailingPlatform = Pick<Platform, 'clock' | 'jobs' | 'rateLimits' | 'signing'>

const recordMailSchema = z.object({
  verificationId: z.guid(),
  /** A new record, a withdrawn consent, or a requested link. */
  occasion: z.enum(['record', 'withdrawal', 'new_link']),
  party: z.enum(parties),
})
type RecordMail = z.infer<typeof recordMailSchema>

/** Enqueues a mail with a personal link for each party, to be sent once the transaction commits. */
export async function enqueueRecordMails(
  platform: MailingPlatform,
  tx: Transaction,
  verification: VerificationRow,
  occasion: RecordMail['occasion'],
): Promise<void> {
  for (const party of parties) await enqueueRecordMail(platform, tx, verification, { occasion, party })
}

/**
 * Takes the third party's mail about a new record from the limits of their mailbox. A person who completes their own
 * requests as the third party could use it to mail strangers, so it counts against the limits for strangers. Returns
 * whether it will be sent.
 */
export async function takeLinkMail(
  platform: Pick<Platform, 'rateLimits'>,
  tx: Transaction,
  email: string,
): Promise<boolean> {
  return (await limitMailbox(platform, strangersMails, email, { tx })).allowed
}

/**
 * Like `enqueueRecordMails`, for one party. Whether a record's mail is sent was decided at the completion; a new link,
 * which its reader requests, has its own limits. The mail about a withdrawal is always sent, and only once.
 */
export async function enqueueRecordMail(
  platform: MailingPlatform,
  tx: Transaction,
  { id: verificationId, userId, thirdPartyEmail }: VerificationRow,
  { occasion, party }: Pick<RecordMail, 'occasion' | 'party'>,
): Promise<void> {
  if (party === 'third_party' && occasion !== 'withdrawal') {
    const isSent =
      occasion === 'record'
        ? await isLinkMailed(tx, verificationId)
        : (await limitMailbox(platform, askedMails, thirdPartyEmail, { tx })).allowed
    if (!isSent)
      return noteMailEnding(platform, tx, { verificationId, mail: occasion, party, outcome: 'limited' })
  }
  const accountId = party === 'creator' ? userId : null
  await queueMail(
    platform,
    tx,
    recordMailJob,
    { verificationId, occasion, party },
    { verificationId, accountId },
  )
}

/**
 * Writes the mail when it is sent, so that the queue never contains its token. Every try makes a new token, and the
 * tokens of failed tries were never sent.
 */
export const recordMailJob = defineMail('send-record-mail', recordMailSchema, {
  write: writeRecordMail,
  onEnded: (platform, tx, { verificationId, outcome, content: { occasion, party } }) =>
    noteMailEnding(platform, tx, { verificationId, mail: occasion, party, outcome }),
})

async function writeRecordMail(
  platform: Platform,
  { verificationId, occasion, party }: RecordMail,
): Promise<Mail | null> {
  const row = await findVerification(platform.database, verificationId)
  // A person who was erased since still gets requested links, and a withdrawal (RECORD-28).
  if (!row || (party === 'third_party' && occasion === 'record' && row.thirdPartyLeftAt)) return null
  const to = await findRecipientOf(platform.database, row, party)
  if (!to) return null
  const url = await writeRecordUrl(platform, row, party)
  const heldUntil = occasion === 'withdrawal' ? await findWithdrawalHoldEnd(platform.database, row.id) : null
  const write = {
    record: () => writeRecordReadyMail(url, party, describeAgeOfOther(row, party)),
    withdrawal: () => writeWithdrawalMail(url, party, heldUntil),
    new_link: () => writeNewLinkMail(url),
  }[occasion]
  return renderMail(to, () => ({
    ...prependCode(platform, party, write()),
    reference: toReference(verificationId),
  }))
}

/** Adds to a mail with the third party's link that the link alone opens nothing, if codes are enabled (RECORD-10). */
export function prependCode({ settings }: Platform, party: Party, content: MailContent): MailContent {
  if (party === 'creator' || !settings.emailCode) return content
  return { ...content, paragraphs: [...content.paragraphs, words.codeFirst] }
}

function describeAgeOfOther(row: VerificationRow, party: Party): string {
  const other = party === 'creator' ? 'thirdParty' : 'creator'
  const age = listRecordFacts(row).find((known) => known.fact === 'age' && known.party === other)
  const sources = other === 'creator' ? row.creatorSources : row.thirdPartySources
  return age ? describeHowKnown(age, sources, readRecordFormat(row)) : ''
}

/**
 * The mail to either party once the record is sealed. It doesn't mention the other person or the subject.
 * @param otherAge how the other person's age is known (EVIDENCE-4)
 */
export function writeRecordReadyMail(url: string, party: Party, otherAge: string): MailContent {
  const { subject, heading, complete, otherAge: ofOther, withdraw, action, footnote } = words.ready
  return {
    subject,
    heading,
    paragraphs: [
      complete,
      party === 'creator' ? words.logIn : words.linkLife,
      ofOther({ otherAge }),
      withdraw,
    ],
    action: { label: action, url },
    footnote,
    isAnswerable: true,
  }
}

/**
 * The mail to both parties after a withdrawal by either.
 * @param heldUntil the latest time until which a legal hold keeps the photos and IDs; null if they were destroyed
 */
export function writeWithdrawalMail(url: string, party: Party, heldUntil: Date | null): MailContent {
  const { subject, heading, withdrawn, held, destroyed, stays, newLink, action, footnote } = words.withdrawal
  return {
    subject,
    heading,
    paragraphs: [
      withdrawn,
      heldUntil ? held({ until: describeMoment(heldUntil) }) : destroyed,
      stays,
      party === 'creator' ? words.logIn : newLink,
    ],
    action: { label: action, url },
    footnote,
  }
}

/** The mail to a third party who requested another link. */
export function writeNewLinkMail(url: string): MailContent {
  const { subject, heading, asked, action, footnote } = words.newLink
  return { subject, heading, paragraphs: [asked, words.linkLife], action: { label: action, url }, footnote }
}

/** The address in a mail to one party: the creator's page of the record, or a new personal link for the third party. */
export async function writeRecordUrl(
  platform: Platform,
  row: VerificationRow,
  party: Party,
): Promise<string> {
  const { publicUrl } = platform.settings
  if (party === 'creator') return `${publicUrl}${toOwnerPath(row)}`
  const { token } = await openPass(platform, platform.database, row.id, 'link')
  return `${publicUrl}${fillPath('/records/:id', { id: row.id })}#${token}`
}
