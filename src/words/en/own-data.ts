import { messages } from '../messages.ts'

/** The texts about copying one's own data and closing an account (PRIVACY). */
export default messages('own-data', {
  copy: 'Your data',
  copyLead: 'A zip file with everything we hold about you. We email you when it’s ready.',
  download: 'Download my data',
  copyAgain: 'Make a new copy',
  copyNotAsked: 'We couldn’t start the copy',
  queued: 'Your copy is queued.',
  making:
    '{total, plural, =0 {Making your copy.} other {Making your copy: {done} of {total} requests and records.}}',
  progress: 'Progress of the copy',
  leave: 'You can leave this page.',
  ready: 'Your copy is ready ({megabytes} MB). It will be deleted {at}.',
  failed: 'We couldn’t make the copy',
  failedNext: 'Please try again.',
  tryAgain: 'Try again',

  close: 'Close account',
  closeLead: 'We erase your account and files seven days later. Log in before then to keep it.',
  closeButton: 'Close my account',
  dialog: 'Close my account',
  goes: 'What goes',
  devices: 'Every device is logged out at once.',
  openRequests:
    '{pending, plural, =0 {You have no open requests.} one {1 open request is cancelled, and the files given for it are deleted.} other {{pending} open requests are cancelled, and the files given for them are deleted.}}',
  planEnds: 'Your plan ends when your account is erased. We don’t refund the rest.',
  later:
    'After {days} days we erase everything in your account, such as photos, IDs and requests, and what you added to requests to your confirmed address. What was typed about you in those that ended without a record is erased too.',
  stays: 'What stays, and why',
  staysText:
    '{records, plural, =0 {Only the steps of your requests stay, without a name.} one {1 sealed record stays with the other person as proof: what you both typed and signed, the history, and fingerprints of the files, not your photo or ID.} other {{records} sealed records stay with the other people as proof: what you both typed and signed, the history, and fingerprints of the files, not your photos or IDs.}}',
  asked:
    '{count, plural, one {1 open request to your address stays} other {# open requests to your address stay}} open. Once your account is erased, we stop emailing you about {count, plural, one {it} other {them}}. We don’t tell the {count, plural, one {sender} other {senders}}.',
  askedKinds: { age: 'Age Verification, created {at}', person: 'Person Verification, created {at}' },
  held: 'Your photos and IDs that another person needs for a legal claim are locked, not erased yet, until {until} at the latest.',
  grace: 'If you change your mind',
  graceText:
    'Log in within {days} days and your account stays open. What was cancelled stays cancelled. After that we can’t bring it back.',
  downloadBefore: 'If you want a copy of your data, download it first.',
  proof: 'Password',
  proofHint: 'So we know it’s you',
  passkeyUsed: 'Your passkey was accepted.',
  keep: 'Cancel',
  confirm: 'Close my account',
  notClosed: 'Your account was not closed',
  /** After a lost answer. */
  closedUnknown: 'We don’t know if your account was closed',
  closedUnknownNext: 'Check your connection, then reload this page.',
  loading: 'Checking what would be erased…',
  closed: 'Your account is closed',
})
