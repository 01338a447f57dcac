import type { Party } from '../../../domain/record/record.ts'
import words from '../../../words/en/record-mails.ts'
import { describeMoment, type MailContent } from '../../platform/mail/index.ts'

/**
 * To either party, once the record is sealed. Nothing in it says with whom or about what.
 *
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
 * To both parties, whoever withdrew.
 *
 * @param heldUntil until when a legal hold keeps the photos and IDs, at the latest; null where they were destroyed
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

/** To the third party who asked for another link. */
export function writeNewLinkMail(url: string): MailContent {
  const { subject, heading, asked, action, footnote } = words.newLink
  return { subject, heading, paragraphs: [asked, words.linkLife], action: { label: action, url }, footnote }
}
