import words from '../../words/en/verification-mails.ts'
import type { MailContent } from '../platform/mail/index.ts'

/** To the third party. Others may see their mail: it says what the link is, and nothing about who asks, of whom, or why. */
export function writeInvitationMail(url: string, linkLifeDays: number, reference: string): MailContent {
  const { subject, heading, asked, free, closes } = words.invitation
  return {
    subject,
    heading,
    paragraphs: [asked, free, closes({ days: linkLifeDays })],
    action: { label: words.open, url },
    footnote: words.ignore,
    reference,
  }
}

/** To the third party, once, while the invitation stands. */
export function writeReminderMail(url: string, closesOn: string, reference: string): MailContent {
  const { subject, heading, asked, free } = words.reminder
  return {
    subject,
    heading,
    paragraphs: [asked({ day: closesOn }), free],
    action: { label: words.open, url },
    footnote: words.ignore,
    reference,
  }
}
