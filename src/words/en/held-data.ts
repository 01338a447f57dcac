import { messages } from '../messages.ts'

/** The words of the page on which somebody without an account sees and erases what is held about them (PRIVACY). */
export default messages('held-data', {
  title: 'What is held about me',
  lead: 'Were you invited, or part of a verification? See what we hold about your email address, and erase what you can. You don’t need an account.',
  email: 'Your email',
  emailRequired: 'Please enter your email address',
  sendCode: 'Email me a code',
  codeSent:
    'We’re emailing you an eight-digit code. It works for an hour. We only say whether we hold anything once you’ve entered it.',
  codeRequired: 'Please enter the code',
  confirm: 'Confirm',
  otherAddress: 'Use another address',
  failed: 'That did not work',
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
  blocksStay: 'We keep that by a keyed hash of your address, also when you erase the rest.',
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
  destroyed: 'destroyed',
  mails: '{count, plural, one {1 email} other {# emails}} about it',
  steps: '{count, plural, one {1 of your steps} other {# of your steps}} in its history',
  recordStays:
    'This is a sealed record. It stays, because the other person needs it as proof of what you both agreed to. You can withdraw your consent at any time:',
  destroysFiles: 'the photos and IDs of both of you are then deleted.',
  locksFiles:
    'the photos and IDs of both of you are then locked, and deleted when the other person’s legal hold ends, on {until} at the latest.',
  openRecord: 'Open my record',
  download: 'Download what is held',
  erase: 'Erase what is held',
  eraseTitle: 'Erase what is held about me?',
  eraseText:
    'We decline open requests for you and delete the files given for them. We erase what was typed about you in these and in all that weren’t completed. Sealed records stay. So does an open request that you said no to without the sender knowing, until it closes: erasing it would tell them. You can’t undo this.',
  keep: 'Cancel',
  eraseConfirm: 'Erase',
  erased: 'Erased',
  erasedCount: '{erased, plural, one {1 request was} other {# requests were}} erased.',
  nothingLeft: 'We no longer hold anything about your address.',
  accountLeft: 'Apart from your account, we no longer hold anything about your address.',
  recordsLeft:
    '{kept, plural, one {1 sealed record stays} other {# sealed records stay}} with the other person, as proof of what was agreed.',
  waiting:
    '{waiting, plural, one {1 request that you said no to stays until it closes} other {# requests that you said no to stay until they close}}: erasing would tell the sender.',
})
