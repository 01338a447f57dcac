import { messages } from '../messages.ts'

/** The texts of the third party's record page, besides the record itself. */
export default messages('record-access', {
  title: 'Your record',
  loading: 'Opening your record…',
  withdrawnByYou: 'You withdrew your consent. The record stays as proof.',
  withdrawnByOther: 'The other person withdrew their consent. The record stays as proof.',
  reference: 'Reference',
  created: 'Created',
  completed: 'Completed',
  withdrawnAt: 'Withdrawn',
  filesUntil: 'Photos and IDs are deleted',
  filesUntilLatest: 'Photos and IDs are deleted at the latest',
  documents: 'Verification documents',
  openToYou: {
    all: 'You can open what you and {creator} gave, without a plan.',
    own: 'You can open what you gave, without a plan.',
    theirs: 'You can open what {creator} gave, without a plan.',
  },
  pictures: { photo: 'photo', id: 'ID', both: 'photo and ID' },
  openToCreator: {
    now: '{creator} can open your {files} until they’re deleted or locked.',
    on_a_plan: '{creator} can’t see your {files} now. They could with a plan, until {day}.',
    never: '{creator} can no longer open your {files}.',
  },
  withheldFromCreator: '{creator} can no longer open your {files}: we keep them only for a legal claim.',
  awaitsLink: 'We’ll show {creator}’s {files} once you open the link in our email.',
  errorTitle: 'We couldn’t open the record',
  tryAgain: 'Try Again',
  outdated: 'We couldn’t update this page. It may be out of date.',
  linkTitle: 'This link doesn’t open a record',
  linkText:
    'Links work for 30 days, or until consent is withdrawn. We can email a new one to the address the request was made for.',
  email: 'Your email',
  sendLink: 'Send me a new link',
  linkSent:
    'If this address belongs to a record here, we’re emailing a new link, unless it had several already.',
  noLinkTitle: 'Open your record',
  noLinkText: 'Use the link in our email, or have a new one sent to the address the request was made for.',
  accountText: 'If you have an account with that address, look in its history too.',
  logIn: 'Log in',
  unconfirmed:
    'You’re logged in as {email}. If the request was made for it, confirm it first with the link we emailed.',
  toDashboard: 'Send it again',
  notInAccount: 'You’re logged in as {email}. This record isn’t in that account.',
  otherAccount: 'Log in with another account',
  backToHistory: 'Back to History',
  notArrived: 'If it doesn’t arrive, ask for another to the address the request was made for.',
  emailRequired: 'Please enter your email address',
  codeTitle: 'Confirm it’s you',
  codeText: 'We email an eight-digit code to the address the request was made for.',
  sendCode: 'Send me a code',
  codeSent: 'Type the code from our newest email. It works once, for an hour.',
  confirm: 'Confirm',
  codeRequired: 'Enter the code',
  leftTitle: 'Consent withdrawn',
  filesLocked:
    'Both people’s photos and IDs are locked: the other person needs them for a legal claim, until {until} at the latest.',
  filesDestroyed: 'Both people’s photos and IDs are deleted.',
  bothMailed: 'We’re emailing both of you. Your email has a new link to your record and the sealed addendum.',
  onlyYouMailed:
    'The other person’s account is gone, so we’re emailing only you, with a new link to your record and the sealed addendum.',
})
