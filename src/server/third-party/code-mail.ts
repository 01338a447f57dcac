import type { MailContent } from '../platform/mail/index.ts'

/** To the third party, who typed their address at the gate. Nothing in it says of what. */
export function codeMail(code: string): MailContent {
  return {
    subject: 'Your confirmation code',
    heading: 'Confirm your email address',
    paragraphs: ['Type this code where you were asked for it. It works once, for 10 minutes.'],
    code,
    footnote:
      'If you did not open a verification just now, you can ignore this mail. Give the code to nobody: with it they could answer in your place.',
  }
}
