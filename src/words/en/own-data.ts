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
    '{total, plural, =0 {Making your copy.} other {Making your copy: {done} of {total} verifications.}}',
  progress: 'Progress of the copy',
  leave: 'You can leave this page.',
  ready: 'Your copy is ready ({megabytes} MB). It will be deleted',
  failed: 'We couldn’t make the copy',
  failedNext: 'Nothing is lost. Please try again.',
  tryAgain: 'Try again',

  close: 'Close account',
  closeLead:
    'We erase your account and files seven days later, except what another person needs for a legal claim. Log in before then and nothing is erased.',
  closeButton: 'Close my account',
  dialog: 'Close my account',
  goes: 'What goes',
  devices: 'Every device is signed out at once, including this one.',
  openRequests:
    '{pending, plural, =0 {You have no open requests.} one {1 open request closes at once, and its link says so. We cancel it with the files given for it, and email you when that’s done.} other {{pending} open requests close at once, and their links say so. We cancel them with the files given for them, and email you when that’s done.}}',
  planEnds: 'Your plan doesn’t renew, and ends when your account is erased. We don’t refund the rest of it.',
  later:
    'After {days} days we erase your profile, address, phone number, date of birth, photos, IDs, requests, emails, copies and feedback. Open requests from others to your confirmed address are declined, and what they typed about you is erased. If you said no to one without the sender knowing, it’s erased 30 days after it closes, so that they don’t notice.',
  stays: 'What stays, and why',
  staysText:
    '{records, plural, =0 {You have no sealed record. Only the steps of your requests stay, without a name.} one {1 sealed record stays with the other person as proof: what you both typed and signed, the history, and fingerprints of the files. It doesn’t contain your photo or ID.} other {{records} sealed records stay with the other people as proof: what you both typed and signed, the history, and fingerprints of the files. They don’t contain your photos or IDs.}}',
  held: 'Your photos and IDs that another person needs for a legal claim are locked, not erased yet, until {until} at the latest.',
  grace: 'If you change your mind',
  graceText:
    'Log in within {days} days and your account stays open. What was cancelled stays cancelled. After that we erase it and can’t bring it back, and your email address can be registered again.',
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
