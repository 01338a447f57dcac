import { messages } from '../messages.ts'

/** Mails with a code. */
export default messages('code-mails', {
  subject: 'Your confirmation code',
  confirmYou: 'Confirm that it is you',
  confirmAddress: 'Confirm your email address',
  paragraph: 'Type this code where you were asked for it. It works once, for an hour.',
  paragraphOfAccount: 'Type this code where you were asked for it. It works once, for 10 minutes.',
  often:
    'This is at least our third mail with a code today. If you did not ask for it, somebody else did: give the code to nobody.',
  footnotes: {
    account: 'If you did not ask for this, somebody is using your account: change your password.',
    record: 'If you did not open a record just now, you can ignore this mail.',
    gate: 'If you did not open a verification just now, you can ignore this mail. Give the code to nobody: with it they could answer in your place.',
    mailbox:
      'If you did not ask what is held about your address, you can ignore this mail: nothing will change.',
  },
})
