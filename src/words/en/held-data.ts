import { messages } from '../messages.ts'

/** The words of the page on which somebody without an account sees and erases what is held about them (PRIVACY). */
export default messages('held-data', {
  title: 'What is held about me',
  lead: 'Somebody invited you, or you took part in a verification? Here you see what is stored about your email address, and erase what may be erased. You need no account.',
  email: 'Your email',
  emailRequired: 'Please enter your email address',
  sendCode: 'Mail me a code',
  codeSent:
    'If this is a mailbox, a code is there or on its way: eight digits, good for an hour. We say here only afterwards whether anything is held.',
  codeRequired: 'Please enter the code',
  confirm: 'Confirm',
  otherAddress: 'Use another address',
  failed: 'That did not work',
  loading: 'Looking…',
  tryAgain: 'Try again',
  heldFor: 'Held about {email}',
  nothing: 'Nothing is held about this address.',
  nothingElse: 'Beside the account nothing is held about this address.',
  account:
    'There is an account with this address. Log in: its settings give you everything that it holds, and close it.',
  logIn: 'Log In',
  kinds: { age: 'Age Verification', person: 'Person Verification' },
  created: 'Created',
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
  mails: '{count, plural, one {1 mail} other {# mails}} about it',
  steps: '{count, plural, one {1 step} other {# steps}} of yours in its history',
  recordStays:
    'This became a sealed record. It stays, because the other person needs it as proof of what you both agreed to. You can withdraw your consent at any time:',
  destroysFiles: 'that destroys the photos and identity documents of both of you.',
  locksFiles:
    'the photos and identity documents of both of you are then locked, and destroyed when the other person’s legal hold ends, on {until} at the latest.',
  openRecord: 'Open my record',
  download: 'Download what is held',
  erase: 'Erase what is held',
  eraseTitle: 'Erase what is held about me?',
  eraseText:
    'Requests that are open are refused in your name, with the files given for them. What was typed about you is erased from these and from all that came to nothing. Sealed records stay. This cannot be taken back.',
  keep: 'Cancel',
  eraseConfirm: 'Erase',
  erased: 'Erased',
  erasedCount: '{erased, plural, one {1 request was} other {# requests were}} erased.',
  nothingLeft: 'Nothing is held about your address any more.',
  accountLeft: 'Beside your account nothing is held about your address any more.',
  recordsLeft:
    '{kept, plural, one {1 sealed record stays} other {# sealed records stay}} with the other party, as proof of what was agreed.',
})
