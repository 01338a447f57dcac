import { messages } from '../messages.ts'
import offers from './offers.ts'

/** Everything the third party's record page says, besides the record itself. */
export default messages('record-access', {
  title: 'Your record',
  loading: 'Opening your record…',
  verified: 'Verification Complete',
  verifiedText: 'Both of you have signed. The record is closed and can no longer be changed.',
  withdrawnByYou: 'You withdrew your consent. That the record was made remains on record.',
  withdrawnByOther: 'The other person withdrew their consent. That the record was made remains on record.',
  reference: 'Reference',
  formId: 'Form ID',
  created: 'Created',
  completed: 'Completed',
  withdrawnAt: 'Withdrawn',
  filesUntil: 'Photos and IDs are destroyed',
  filesUntilLatest: 'Photos and IDs are destroyed at the latest',
  documents: 'Verification documents',
  creatorPhoto: "Creator's photo",
  creatorId: "Creator's ID",
  openToYou: {
    all: 'You can open and download what you gave and what {creator} gave, in full size. You need no plan for that.',
    own: 'You can open and download what you gave, in full size. You need no plan for that.',
    theirs: 'You can open and download what {creator} gave, in full size. You need no plan for that.',
  },
  pictures: { photo: 'photo', id: 'ID', both: 'photo and ID' },
  openToCreator: {
    now: '{creator}’s plan lets them open your {files} until they are destroyed or locked.',
    on_a_plan: `{creator}’s present plan does not open your {files} for them. A paid plan of theirs (${offers.paid}) would, until they are destroyed or locked.`,
    never: '{creator} can no longer open your {files}.',
  },
  withheldFromCreator: '{creator} can no longer open your {files}: a legal hold alone keeps what is there.',
  destroyed: '{name} was destroyed.',
  errorTitle: 'The record could not be opened',
  tryAgain: 'Try Again',
  outdated: 'This page could not be brought up to date. What you see may have changed.',
  linkTitle: 'This link does not open a record',
  linkText:
    'It may be incomplete, or have ended: links work for 30 days, and end when consent is withdrawn. Have a new one mailed to the address that the verification was sent to.',
  email: 'Your email',
  sendLink: 'Send me a new link',
  linkSent:
    'If this address belongs to a record here, we are mailing a new link to it, unless it had several within the hour or many mails today.',
  noLinkTitle: 'Open your record',
  noLinkText:
    'Have a link mailed to the address that the verification was sent to. It opens your record for 30 days.',
  accountText:
    'Your records are also in the history of an account that confirmed that address, unless one with it was closed since.',
  logIn: 'Log in',
  unconfirmed:
    'You are signed in as {email}, and that address is not confirmed yet. If the verification was sent to it, your record opens here once you have used the link in the confirmation mail.',
  toDashboard: 'Have it mailed again',
  notInAccount: 'You are signed in as {email}. This record is not in that account.',
  otherAccount: 'Log in with another account',
  backToHistory: 'Back to History',
  notArrived:
    'If that mail does not come, or was lost, have another one sent to the address that the request was made for.',
  emailRequired: 'Please enter your email address',
  codeTitle: 'Confirm that it is you',
  codeText: 'We mail a code of eight digits to the address that the verification was sent to.',
  sendCode: 'Send me a code',
  codeSent: 'Type the code from our newest mail. It works once, for an hour.',
  confirm: 'Confirm',
  codeRequired: 'Please enter the code',
  leftTitle: 'Consent withdrawn',
  ended: 'Your consent has ended.',
  filesLocked:
    'The photos and IDs of both are locked: the other person’s legal hold keeps them, until {until} at the latest.',
  filesDestroyed: 'The photos and IDs of both are destroyed.',
  bothMailed:
    'We are mailing both of you; your mail has a new link to your record and to the sealed addendum.',
  onlyYouMailed:
    'The other person has no account any more, so we are mailing only you; your mail has a new link to your record and to the sealed addendum.',
})
