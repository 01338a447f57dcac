import { messages } from '../messages.ts'

/** The texts of the page on which a person without an account sees and erases the data held about them (PRIVACY). */
export default messages('held-data', {
  title: 'What is held about me',
  lead: 'See what we hold about your email address, and erase what you can. You don’t need an account.',
  email: 'Your email',
  emailRequired: 'Please enter your email address',
  sendCode: 'Email me a code',
  codeSent: 'We’re emailing you an eight-digit code. It works for an hour.',
  codeRequired: 'Please enter the code',
  confirm: 'Confirm',
  otherAddress: 'Use another address',
  failed: 'That didn’t work',
  loading: 'Looking…',
  tryAgain: 'Try again',
  heldFor: 'Held about {email}',
  nothing: 'We hold nothing about this address.',
  nothingElse: 'Apart from the account, we hold nothing about this address.',
  account: 'There’s an account with this address. Log in to download what it holds, or to close it.',
  logIn: 'Log In',
  kinds: { age: 'Age Verification', person: 'Person Verification' },
  created: 'Created',
  blocksAll: 'You don’t get requests by email.',
  blocksSenders:
    'You don’t get emails about requests of {senders, plural, one {1 sender} other {# senders}}.',
  blocksStay:
    'To remember this we keep a coded form of your address that can’t be read back, even after you erase the rest.',
  unblock: 'Allow these emails again',
  saidNo: 'You said no, and the sender wasn’t told:',
  typed: 'Typed about you',
  fields: {
    name: 'Name',
    socialMediaName: 'Name on social media',
    ageOnPlatform: 'Age shown on platform',
    ageClaimed: 'Age claimed',
    email: 'Email',
    phone: 'Phone',
    platform: 'Platform',
    additionalTerms: 'Additional terms',
  },
  signature: 'You signed',
  uploads: 'You uploaded',
  upload: { selfie: 'Photo', id: 'ID' },
  destroyed: 'deleted',
  mails: '{count, plural, one {1 email} other {# emails}} about it',
  steps: '{count, plural, one {1 thing you did} other {# things you did}}',
  recordStays:
    'This is a sealed record. It stays, because the other person needs it as proof of what you both agreed to.',
  withdrawn: 'Consent has been withdrawn.',
  destroysFiles:
    'You can withdraw your consent at any time. The photos and IDs of both of you are then deleted.',
  locksFiles:
    'You can withdraw your consent at any time. The photos and IDs of both of you are then locked, and deleted when the other person’s legal hold ends, on {until} at the latest.',
  openRecord: 'Open my record',
  download: 'Download what is held',
  erase: 'Erase what is held',
  eraseTitle: 'Erase what is held about me?',
  eraseText:
    'We decline open requests for you and delete the files given for them. We erase what was typed about you in these and in all that weren’t completed. Sealed records stay. If you said no to an open request without the sender knowing, it’s erased 30 days after it closes, so that they don’t notice. You can’t undo this.',
  keep: 'Cancel',
  eraseConfirm: 'Erase',
  erased: 'Erased',
  erasedCount: '{erased, plural, one {1 request was} other {# requests were}} erased.',
  blocksLeft: 'What you blocked stays blocked. For that we keep a coded form of your address.',
  nothingLeft: 'We no longer hold anything about your address.',
  accountLeft: 'Apart from your account, we no longer hold anything about your address.',
  recordsLeft:
    '{kept, plural, one {1 sealed record stays} other {# sealed records stay}} with the other person, as proof of what was agreed.',
  waiting:
    '{waiting, plural, one {1 request that you said no to is erased 30 days after it closes} other {# requests that you said no to are erased 30 days after they close}}, so that the sender doesn’t notice.',
})
