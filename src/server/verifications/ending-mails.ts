import words from '../../words/en/verification-mails.ts'
import type { MailContent } from '../platform/mail/index.ts'

/** To the creator, when the other person did not complete it: declined or not able to, which reads the same, and no reason. */
export function writeNotCompletedMail(url: string, reference: string): MailContent {
  const { subject, heading, paragraphs } = words.notCompleted
  return {
    subject,
    heading,
    paragraphs: [...paragraphs],
    action: { label: words.openHistory, url },
    footnote: words.nothingToDo,
    reference,
  }
}

/** To the third party who was invited by mail, when the sender takes the request back. */
export function writeCancelledMail(reference: string): MailContent {
  const { subject, heading, paragraphs } = words.cancelled
  return { subject, heading, paragraphs: [...paragraphs], footnote: words.nothingToDo, reference }
}

/** To the creator, and to the third party who was invited by mail, when the link has had its time. */
export function writeExpiredMail(
  party: 'creator' | 'third_party',
  url: string | null,
  reference: string,
): MailContent {
  const { subject, heading, destroyed, again } = words.expired
  return {
    subject,
    heading,
    paragraphs: [words.expired[party], destroyed, ...(party === 'creator' ? [again] : [])],
    ...(url ? { action: { label: words.openHistory, url } } : {}),
    footnote: words.nothingToDo,
    reference,
  }
}
