import { isOpen } from '../../domain/verification/status.ts'
import { defineCode } from '../mailed-codes/index.ts'

/** To the third party, who typed their address at the gate. Nothing in the mail says of what. */
export const gateCode = defineCode('gate', {
  isFor: isOpen,
  closed: 'link_closed',
  content: (code) => ({
    subject: 'Your confirmation code',
    heading: 'Confirm your email address',
    paragraphs: ['Type this code where you were asked for it. It works once, for 10 minutes.'],
    code,
    footnote:
      'If you did not open a verification just now, you can ignore this mail. Give the code to nobody: with it they could answer in your place.',
  }),
})
