import { productName } from '../../domain/product.ts'
import { holdDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'
import evidence from './evidence.ts'

/** The texts of the landing page (PUBLIC). */
export default messages('landing', {
  description: 'A dated, mutual record of age consent with someone you met online.',
  title: `${productName} · Be sure before you meet`,
  heading: 'Be sure before you meet',
  lead: `${productName} makes a dated, mutual record of age consent, and helps you check that someone you met online is who they say they are. Both of you sign and keep it.`,
  getStarted: 'Get Started',
  logIn: 'Log In',
  reassurance: 'One age and one person verification a month are free.',
  sample: {
    label: 'Sample record with made-up details',
    note: 'Sample',
    status: 'Verified',
    facts: [
      { name: 'Name', value: 'Alex Morgan' },
      { name: 'Date of birth', value: '17 April 1990' },
      { name: 'Platform', value: 'Hinge' },
    ],
    rosette: 'Pattern drawn from a record’s fingerprint',
    otherName: 'Robin Ellis',
    signedOn: '21 November 2026',
    readOn: '{step}, 21 Nov 2026',
  },
  features: {
    heading: 'Quiet proof, made by two',
    lead: 'No scores, no profiles, no feed.',
    items: [
      {
        title: 'Age, on record',
        text: 'Each of you states that you’re 18 or over. The record says how that’s known.',
      },
      {
        title: 'A face to the name',
        text: 'A photo and an ID, to compare with the profile.',
      },
      {
        title: 'Locked away',
        text: 'Photos and IDs are stored encrypted, and deleted when their time is up.',
      },
      {
        title: 'Fixed in time',
        text: 'Every step is timed and sealed, so a change shows.',
      },
    ],
  },
  ladder: {
    question: 'How is an age known?',
    lead: 'In one of four ways. Each record says which, in these words.',
  },
  steps: {
    heading: 'How it works',
    items: [
      {
        title: 'Create a request',
        text: 'Choose age or identity, add a few details and sign.',
      },
      {
        title: 'Share the link',
        text: 'The other person opens it with their email address.',
      },
      {
        title: 'Both complete, both receive a record',
        text: 'They read, show who they are and sign.',
      },
    ],
  },
  pictures: {
    heading: 'What both of you see',
    lead: 'Real screens, invented people.',
    /** The alternative texts of the three pictures, and their captions. */
    shown: {
      invitation: {
        alt: 'A phone shows what the request is for, and a field for an email address.',
        title: 'The link, opened',
        text: 'It shows nothing about either of you until they type the address you gave.',
      },
      form: {
        alt: 'The first of five steps on a phone: Alex Morgan asks Robin Hale for a photo, a government ID and a typed name.',
        title: 'The form',
        text: 'Who asks, and for what, before they give anything. They can decline at any step.',
      },
      record: {
        alt: 'The record on a phone: two names, photos and signatures, and how both ages are known.',
        title: 'The record',
        text: 'It says how each fact is known, and what wasn’t checked.',
      },
    },
  },
  prices: {
    heading: 'What it costs',
    lead: 'Being asked is free. Asking more often needs a plan. Prices in pounds sterling; a plan renews until you cancel it.',
    nothing: '£0',
    documents: 'Every plan includes the records. A paid plan also opens the other person’s photo and ID.',
  },
  questions: {
    heading: 'What people ask first',
    items: [
      {
        question: 'What does the other person see?',
        answer: [
          'First your name, your date of birth, what you wrote about them, and your signature.',
          `Once you’ve both signed, your photo and ID too, for {retentionDays} days. On a paid plan you can open theirs for as long.`,
        ],
      },
      {
        question: 'What if I say no?',
        answer: [
          'What you added is deleted at once. The sender sees that the request was rejected, nothing more.',
          `Or just close the page: what you added is deleted when the link closes, after {linkLifeDays} days.`,
        ],
      },
      {
        question: 'What is it worth in court?',
        answer: [
          `It shows which text was signed, with which names and addresses and when, how each fact was known, and whether the file has changed. ${evidence.notMeant}`,
          'A typed name is a simple electronic signature. Courts differ, and we can’t promise an outcome.',
        ],
      },
      {
        question: 'Who can read it?',
        answer: [
          'The two of you. Photos, IDs and records are stored encrypted. We hold the keys, so a court can order us to hand over what’s still there.',
          'The public log has only fingerprints, no names.',
        ],
      },
      {
        question: 'What happens to my passport?',
        answer: [
          `Its picture is deleted {retentionDays} days after you both signed, or at once if one of you withdraws or declines, unless one of you needs it for a legal claim (${holdDays} days each). If our software reads it, the record says that you’re 18 or over, never its number, nor your birth date if you were asked.`,
          'If you both agree to use phone wallets, you don’t need one.',
        ],
      },
    ],
  },
  truth: {
    heading: 'What it is not',
    text: 'A record of age or identity is not consent to any act, and not legal advice. Consent can be withdrawn at any time.',
  },
  app: { heading: 'Take it with you', ios: 'Download on the App Store', android: 'Get it on Google Play' },
  call: {
    heading: 'Two signatures. One clear answer.',
    text: 'It takes about five minutes each.',
    signUp: 'Sign Up Now',
    plans: 'View Plans',
  },
})
