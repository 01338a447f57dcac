import { waitWords } from '../../../domain/wait-words.ts'

/** The words of the dashboard (HOME). */
export const words = {
  title: 'Dashboard',
  greeting: (name: string) => (name ? `Hello, ${name}` : 'Hello'),
  lead: 'Make a verification, share its link, and keep the record that both of you signed.',
  unverified: 'Please verify your email address',
  unverifiedNext: (email: string) =>
    `We sent a link to ${email}. Open it to confirm that the address is yours.`,
  resend: 'Resend verification email',
  sent: 'Verification email sent',
  sentNext: 'Please check your inbox for the verification link',
  notSent: 'Failed to send verification email',
  later: 'Please try again later',
  nextIn: (seconds: number) =>
    `${seconds < 100 ? 'The last one left a moment ago' : 'Several were sent lately'}. The next one can be sent ${waitWords(seconds)}.`,
  alreadyVerified: 'Your email is confirmed already',
  noEmail: 'User email not available',
  features: 'Features',
  recent: 'Recent Activity',
  getStarted: 'Get Started',
  spent: (day: string) =>
    `You have used this month’s. The next one comes on ${day}, or with a larger plan at once.`,
  viewPlans: 'View Plans',
  cards: [
    {
      kind: 'age',
      to: '/age-confirmation',
      title: 'Age Verification',
      text: 'A mutual record that both of you are adults, with photo, identity document and signature from each.',
    },
    {
      kind: 'person',
      to: '/person-verification',
      title: 'Person Verification',
      text: 'Ask somebody you met online to confirm with a photo and an identity document that they are who they say.',
    },
  ],
  kinds: { age: 'Age verification', person: 'Person verification' },
  asked: { age: 'Asked you for an age verification', person: 'Asked you for a person verification' },
  view: 'View',
  erased: 'Details erased',
  noActivity: 'No recent verification activity.',
  noActivityNext: 'Whatever you make appears here, with how far it has come.',
  start: 'Make your first verification',
  loading: 'Loading recent activity…',
  failed: 'Recent activity could not be loaded',
  failedNext: 'Please check your connection and try again.',
  tryAgain: 'Try Again',
  all: 'See the whole history',
} as const
