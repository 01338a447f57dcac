import { messages } from '../messages.ts'
import offers from './offers.ts'

/** The texts of the third party's record page, besides the record itself. */
export default messages('record-access', {
  title: 'Your record',
  loading: 'Opening your record…',
  withdrawnByYou: 'You withdrew your consent. The record stays as proof of what was agreed before.',
  withdrawnByOther:
    'The other person withdrew their consent. The record stays as proof of what was agreed before.',
  reference: 'Reference',
  created: 'Created',
  completed: 'Completed',
  withdrawnAt: 'Withdrawn',
  filesUntil: 'Photos and IDs are deleted',
  filesUntilLatest: 'Photos and IDs are deleted at the latest',
  documents: 'Verification documents',
  openToYou: {
    all: 'You can open and download what you and {creator} gave. You don’t need a plan.',
    own: 'You can open and download what you gave. You don’t need a plan.',
    theirs: 'You can open and download what {creator} gave. You don’t need a plan.',
  },
  pictures: { photo: 'photo', id: 'ID', both: 'photo and ID' },
  openToCreator: {
    now: '{creator} can open your {files} until they’re deleted or locked.',
    on_a_plan: `{creator} can’t see your {files} on the current plan. Buying a plan (${offers.paid}) before they’re deleted or locked would change that.`,
    never: '{creator} can no longer open your {files}.',
  },
  withheldFromCreator: '{creator} can no longer open your {files}: we keep them only for a legal claim.',
  destroyed: '{name} has been deleted.',
  errorTitle: 'We couldn’t open the record',
  tryAgain: 'Try Again',
  outdated: 'We couldn’t update this page. What you see may have changed.',
  linkTitle: 'This link doesn’t open a record',
  linkText:
    'It may be incomplete or have ended: links work for 30 days, or until consent is withdrawn. We can email a new one to the address the request was made for.',
  email: 'Your email',
  sendLink: 'Send me a new link',
  linkSent:
    'If this address belongs to a record here, we’re emailing a new link to it, unless it had several in the last hour or many emails today.',
  noLinkTitle: 'Open your record',
  noLinkText:
    'Use the link in our email, or have a new one sent to the address the request was made for. It opens your record for 30 days.',
  accountText:
    'If you have an account with that confirmed address, your records are in its history too, unless you’ve since closed an earlier account with it.',
  logIn: 'Log in',
  unconfirmed:
    'You’re signed in as {email}, and that address isn’t confirmed yet. If the request was made for it, your record opens here once you’ve used the link in the confirmation email.',
  toDashboard: 'Send it again',
  notInAccount: 'You’re signed in as {email}. This record isn’t in that account.',
  otherAccount: 'Log in with another account',
  backToHistory: 'Back to History',
  notArrived: 'If it doesn’t arrive, ask for another one to the address the request was made for.',
  emailRequired: 'Please enter your email address',
  codeTitle: 'Confirm it’s you',
  codeText: 'We email an eight-digit code to the address the request was made for.',
  sendCode: 'Send me a code',
  codeSent: 'Type the code from our newest email. It works once, for an hour.',
  confirm: 'Confirm',
  codeRequired: 'Please enter the code',
  leftTitle: 'Consent withdrawn',
  ended: 'Your consent has ended.',
  filesLocked:
    'Both people’s photos and IDs are locked: the other person needs them for a legal claim, until {until} at the latest.',
  filesDestroyed: 'Both people’s photos and IDs are deleted.',
  bothMailed: 'We’re emailing both of you. Your email has a new link to your record and the sealed addendum.',
  onlyYouMailed:
    'The other person’s account is gone, so we’re emailing only you, with a new link to your record and the sealed addendum.',
})
