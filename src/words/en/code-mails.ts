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
  footnotes: {
    account: 'If you didn’t ask for this, someone is using your account: change your password.',
    record: 'If you didn’t just open a record, you can ignore this email.',
    gate: 'If you didn’t just open a request, you can ignore this email. Don’t give anyone the code: they could answer in your place.',
    mailbox:
      'If you didn’t ask what’s held about your address, you can ignore this email: nothing will change.',
  },
})
