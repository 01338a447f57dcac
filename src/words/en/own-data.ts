import { messages } from '../messages.ts'

/** The words of a copy of one's data, and of closing an account (PRIVACY). */
export default messages('own-data', {
  copy: 'Your data',
  copyLead:
    'A zip file with everything that is stored about you: your details, your own photos and identity documents, and every record that you are a party to. It is made in the background, and we mail you when it is ready.',
  download: 'Download my data',
  copyAgain: 'Make a new copy',
  copyNotAsked: 'The copy could not be asked for',
  queued: 'Your copy is queued.',
  making:
    '{total, plural, =0 {Your copy is being made.} other {Your copy is being made: {done} of {total} verifications.}}',
  progress: 'How much of the copy is made',
  leave: 'You can leave this page; it goes on without you.',
  ready: 'Your copy is ready ({megabytes} MB). It will be destroyed',
  failed: 'The copy could not be made',
  failedNext: 'Nothing is lost. Please try again.',
  tryAgain: 'Try again',

  close: 'Close account',
  closeLead:
    'Your account and your files are erased seven days later, but for what another person’s legal hold keeps. Until then, logging in keeps them.',
  closeButton: 'Close my account',
  dialog: 'Close my account',
  goes: 'What goes',
  devices: 'Every device is signed out at once, this one too.',
  openRequests:
    '{pending, plural, =0 {No request of yours is open.} one {1 open request is closed at once: whoever opens the link is told so. It is cancelled, with the files given for it, and we mail you when that is done.} other {{pending} open requests are closed at once: whoever opens the link is told so. They are cancelled, with the files given for them, and we mail you when that is done.}}',
  planEnds:
    'Your plan is not renewed any more, and ends when your account is erased. What is left of its time is not paid back.',
  later:
    'After {days} days we erase your profile, address, phone number and date of birth, your photos and identity documents, your requests, mails, copies and feedback. Open requests from others to your confirmed address are refused, and what they typed about you is erased.',
  stays: 'What stays, and why',
  staysText:
    '{records, plural, =0 {You have no sealed record. Nothing stays but the steps of your requests, without a name.} one {1 sealed record stays with the other party, as proof of what was agreed: what both typed and signed, the history, and fingerprints of the files. Your photos and identity documents are in none.} other {{records} sealed records stay with the other party, as proof of what was agreed: what both typed and signed, the history, and fingerprints of the files. Your photos and identity documents are in none.}}',
  held: 'Photos and identity documents of yours that another person’s legal hold keeps are locked and not erased yet: that is over on {until} at the latest.',
  grace: 'Until when you can change your mind',
  graceText:
    'For {days} days, logging in keeps your account, and says so. What was cancelled stays cancelled. After that nobody can bring it back: it is erased, which takes some minutes where there is very much, and then your email address can be registered anew.',
  downloadBefore: 'If you want a copy of your data, download it before.',
  proof: 'Password',
  proofHint: 'So that nobody else closes your account',
  codeInstead: 'Mail me a code instead',
  codeNotSent: 'The code could not be mailed',
  keep: 'Cancel',
  confirm: 'Close my account',
  notClosed: 'Your account was not closed',
  loading: 'Looking at what would go…',
  closed: 'Your account is closed',
})
