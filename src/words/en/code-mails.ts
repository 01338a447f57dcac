import { messages } from '../messages.ts'

/** Mails with a code. */
export default messages('code-mails', {
  subject: 'Your confirmation code',
  confirmYou: 'Confirm it’s you',
  confirmAddress: 'Confirm your email address',
  paragraph: 'Type this code where you were asked for it. It works once, for an hour.',
  paragraphOfAccount: 'Type this code where you were asked for it. It works once, for 10 minutes.',
  often:
    'This is at least our third email with a code today. If you didn’t ask for it, someone else did: don’t give anyone the code.',
  /** What a code of the gate is worth. The first is for an address that can get an account with it. */
  answersAndOpens:
    'Anyone with this code can answer for you and open an account with your address. Type it only at {host}. We never call or write to ask for it.',
  answers:
    'Anyone with this code can answer for you. Type it only at {host}. We never call or write to ask for it.',
  footnotes: {
    account: 'If you didn’t ask for this, someone is using your account: change your password.',
    record: 'If you didn’t just open a record, you can ignore this email.',
    gate: 'If you didn’t just open a request, you can ignore this email.',
    mailbox:
      'If you didn’t ask what’s held about your address, you can ignore this email: nothing will change.',
  },
})
