import { productName } from '../../domain/product.ts'
import type { MailContent } from '../platform/mail/index.ts'

/** To the third party. Others may see their mail: it says what the link is, and nothing about who asks, of whom, or why. */
export function invitationMail(url: string, linkLifeDays: number, reference: string): MailContent {
  return {
    subject: 'A verification is waiting for you',
    heading: 'A verification is waiting for you',
    paragraphs: [
      `Somebody asks you to complete a verification with ${productName}. The page behind the link first asks for this email address, then says who asks and for what.`,
      'Nothing is shared by opening the link. You decide on the page, and you can decline there.',
      `The link closes after ${linkLifeDays} days.`,
    ],
    action: { label: 'Open the verification', url },
    footnote: 'If you expect nothing of the kind, you can ignore this mail: nothing will happen.',
    reference,
  }
}

/** To the third party, once, while the invitation stands. */
export function reminderMail(url: string, closesOn: string, reference: string): MailContent {
  return {
    subject: 'A verification is still waiting for you',
    heading: 'A verification is still waiting for you',
    paragraphs: [
      `Some days ago somebody asked you to complete a verification with ${productName}. It is still open, and closes on ${closesOn}.`,
      'You need not do anything. If you do not want it, you can decline on the page behind the link, or let it close. This is the only reminder.',
    ],
    action: { label: 'Open the verification', url },
    footnote: 'If you expect nothing of the kind, you can ignore this mail: nothing will happen.',
    reference,
  }
}
