import type { MailContent } from '../platform/mail/index.ts'

/** To the creator, when the other person did not complete it: declined or not able to, which reads the same, and no reason. */
export function notCompletedMail(url: string, reference: string): MailContent {
  return {
    subject: 'A verification was not completed',
    heading: 'A verification was not completed',
    paragraphs: [
      'The other person did not complete a verification that you asked for, and its link is closed. No reason is passed on.',
      'If one of you had given a photo or a document for it, it was destroyed.',
    ],
    action: { label: 'Open it in my history', url },
    footnote: 'There is nothing that you have to do.',
    reference,
  }
}

/** To the third party who was invited by mail, when the sender takes the request back. */
export function cancelledMail(reference: string): MailContent {
  return {
    subject: 'A verification was taken back',
    heading: 'A verification was taken back',
    paragraphs: [
      'Somebody asked you to complete a verification and has taken that back. The link in the earlier mail is closed.',
      'If you had added a photo or a document there, it was destroyed.',
    ],
    footnote: 'There is nothing that you have to do.',
    reference,
  }
}

/** To the creator, and to the third party who was invited by mail, when the link has had its time. */
export function expiredMail(
  party: 'creator' | 'third_party',
  url: string | null,
  reference: string,
): MailContent {
  return {
    subject: 'A verification has expired',
    heading: 'A verification has expired',
    paragraphs: [
      party === 'creator'
        ? 'The link of a verification that you asked for was not used in time, and is closed.'
        : 'A verification that somebody asked you for was not completed in time. The link in the earlier mail is closed.',
      'The photos and documents that were given for it were destroyed.',
      ...(party === 'creator' ? ['If you both still want it, make a new one.'] : []),
    ],
    ...(url ? { action: { label: 'Open it in my history', url } } : {}),
    footnote: 'There is nothing that you have to do.',
    reference,
  }
}
