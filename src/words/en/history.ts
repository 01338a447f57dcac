import { messages } from '../messages.ts'

/** The texts of the history (HISTORY). */
export default messages('history', {
  title: 'Verification History',
  lead: 'Your requests and records, newest first.',
  back: 'Back to Dashboard',
  /** Before the counts are known. */
  tabs: { all: 'All', age: 'Age Verifications', person: 'Person Verifications' },
  countedTabs: {
    all: 'All ({count})',
    age: 'Age Verifications ({count})',
    person: 'Person Verifications ({count})',
  },
  kinds: { age: 'Age Verification', person: 'Person Verification' },
  theyAsked: 'They asked you',
  askedBy: 'Asked by',
  yourName: 'Your name',
  thirdParty: 'Third party',
  platform: 'Platform',
  socialMedia: 'Social media',
  erased: 'Their details are erased',
  erasedOn: 'Erased {at}.',
  erasedNext: 'A request that wasn’t completed keeps them for 30 days at most.',
  link: 'Verification link',
  copy: 'Copy link',
  copied: 'Copied!',
  copiedNext: 'Verification link copied to clipboard',
  copyFailed: 'Failed to copy',
  copyFailedNext: 'Please try again or copy manually',
  linkExpired: 'Link expired.',
  noLink: 'No verification link has been generated yet.',
  view: 'View',
  /** Where the two met, and the other person's name there. */
  where: '{platform} · {name}',
  details: 'Details',
  loading: 'Loading your verifications…',
  more: 'Load more',
  limited:
    'Other records with your email appear here once you choose a password with a link that we email you.',
  choosePassword: 'Choose a password',
  empty: {
    all: { title: 'No requests or records yet', text: 'Your requests and records appear here.' },
    age: { title: 'No age verifications yet', text: 'Make a record that you’re both adults.' },
    person: { title: 'No person verifications yet', text: 'Ask someone to confirm who they are.' },
  },
  startAge: 'Start an age verification',
  startPerson: 'Start a person verification',
  error: {
    all: { title: 'Error', text: 'An unexpected error occurred while loading your verifications' },
    age: { title: 'Error loading data', text: 'Failed to load age verifications' },
    person: { title: 'Error loading data', text: 'Failed to load person verifications' },
  },
  tryAgain: 'Try Again',
})
