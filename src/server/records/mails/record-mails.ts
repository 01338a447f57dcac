import { productName } from '../../../domain/product.ts'
import { recordLinkLifeDays } from '../../../domain/record/limits.ts'
import type { Party } from '../../../domain/record/record.ts'
import { type MailContent, momentWords } from '../../platform/mail/index.ts'

const linkLife = `The link is personal and works for ${recordLinkLifeDays} days. Once it has ended, its page mails you a new one.`

/**
 * To either party, once the record is sealed. Nothing in it says with whom or about what.
 *
 * @param otherAge how the other person's age is known (EVIDENCE-4)
 */
export function recordReadyMail(url: string, party: Party, otherAge: string): MailContent {
  return {
    subject: 'Your record is ready',
    heading: 'Your record is ready',
    paragraphs: [
      'The verification that you took part in is complete. Its record is sealed: you can read it, download it as PDF and as JSON, and keep it.',
      party === 'creator' ? 'Log in to open it.' : linkLife,
      `Its first page says how each thing is known. Of the other person’s age: ${otherAge}`,
      'You can withdraw your consent on the same page, at any time and without a reason.',
    ],
    action: { label: 'Open my record', url },
    footnote: `If you took part in no verification with ${productName}, somebody used your address; answer this mail and tell us.`,
    isAnswerable: true,
  }
}

/**
 * To both parties, whoever withdrew.
 *
 * @param heldUntil until when a legal hold keeps the photos and IDs, at the latest; null where they were destroyed
 */
export function withdrawalMail(url: string, party: Party, heldUntil: Date | null): MailContent {
  return {
    subject: 'Consent was withdrawn',
    heading: 'Consent was withdrawn',
    paragraphs: [
      'One of the parties of a verification that you took part in has withdrawn their consent. It no longer holds.',
      heldUntil
        ? `A legal hold keeps the photos and identity documents of both parties, until ${momentWords(heldUntil)} at the latest. They are locked: neither of you can open the other’s any more.`
        : 'The photos and identity documents of both parties were destroyed.',
      'The sealed record stays as proof of what was agreed before, and a sealed addendum records the withdrawal.',
      party === 'creator'
        ? 'Log in to open it.'
        : 'Links to the record that were mailed to you earlier have ended; this one takes their place.',
    ],
    action: { label: 'Open the record', url },
    footnote: 'No reason was asked for, and none was given.',
  }
}

/** To the third party who asked for another link. */
export function newLinkMail(url: string): MailContent {
  return {
    subject: 'Your link to your record',
    heading: 'Your link to your record',
    paragraphs: ['Somebody, hopefully you, asked for a new link to a record of yours.', linkLife],
    action: { label: 'Open my record', url },
    footnote: 'If you did not ask for this, you can ignore this mail: nobody but you has the link.',
  }
}
