import { productName } from '../../domain/product.ts'
import { holdDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'
import evidence from './evidence.ts'

/** The texts of the landing page (PUBLIC). */
export default messages('landing', {
  description:
    'Make a timestamped, mutual record of age consent with someone you met online, and check that they are who they say they are.',
  title: `${productName} · Be sure before you meet`,
  heading: 'Be sure before you meet',
  lead: `${productName} makes a timestamped, mutual record of age consent, and helps you check that the person you met online is who they say they are. Both of you sign. Both of you keep it.`,
  getStarted: 'Get Started',
  logIn: 'Log In',
  reassurance: 'One age and one person verification a month are free.',
  sample: {
    label: 'Sample record with made-up details',
    note: 'Sample',
    title: 'Age & identity record',
    status: 'Verified',
    facts: [
      { name: 'Name', value: 'Alex Morgan' },
      { name: 'Date of birth', value: '17 April 1990' },
      { name: 'Platform', value: 'Hinge' },
    ],
    readOn: '{step}, 21 November 2026',
    signed: 'Signed by both',
  },
  features: {
    heading: 'Quiet proof, made by two',
    lead: 'No scores, no profiles, no feed. One document that two people make together.',
    items: [
      {
        title: 'Age, on record',
        text: 'Each of you states that you’re 18 or over and signs. The record says how that’s known, and what wasn’t checked.',
      },
      {
        title: 'A face to the name',
        text: 'A photo and an identity document, for you to compare with the profile.',
      },
      {
        title: 'Locked away',
        text: 'Photos and IDs are stored encrypted, open only to the two of you, and deleted when their time is up.',
      },
      {
        title: 'Fixed in time',
        text: 'Every step has its time and a seal over the step before, so a change shows.',
      },
    ],
  },
  ladder: {
    question: 'How is an age known?',
    lead: 'There are four ways to know that someone is 18 or over. Each record says which one, in these words.',
  },
  steps: {
    heading: 'How it works',
    items: [
      {
        title: 'Create a verification',
        text: 'Choose age or identity, add a few details and sign.',
      },
      {
        title: 'Share the link',
        text: 'Send it to the other person. They open it with their email address.',
      },
      {
        title: 'Both complete, both receive a record',
        text: 'They read, show who they are and sign. You both get the same record.',
      },
    ],
  },
  pictures: {
    heading: 'What both of you see',
    lead: 'Real screens, invented people.',
    /** The alternative texts of the three pictures, and their captions. */
    shown: {
      invitation: {
        alt: 'A phone shows what the request is for, and a field for the email address of the person who opened it.',
        title: 'The link, opened',
        text: 'It shows nothing about either of you until they type the address you gave.',
      },
      form: {
        alt: 'The first of five steps on a phone: Alex Morgan asks Robin Hale for their word that they are 18 or over, a photo, a government ID and a typed name.',
        title: 'The form',
        text: 'Who asks, for what, and how it’s known, before they give anything. They can decline at any step.',
      },
      record: {
        alt: 'The record on a phone: two names, two photos and two signatures, and how it’s known that both are 18 or over.',
        title: 'The record',
        text: 'It says how each fact about you both is known, and what wasn’t checked.',
      },
    },
  },
  prices: {
    heading: 'What it costs',
    lead: 'Being asked is free. Asking more often needs a plan. Prices in pounds sterling; a plan renews until you cancel it.',
    nothing: '£0',
    documents:
      'Every plan includes the sealed records. A paid plan also opens the other person’s photo and ID.',
  },
  questions: {
    heading: 'What people ask first',
    items: [
      {
        question: 'What does the other person see?',
        answer: [
          'Once they’ve typed the address you gave, they read your name, your date of birth, what you wrote about them, and your signature.',
          `Once you’ve both signed, they can open your photo and ID for {retentionDays} days. On a paid plan you can open theirs for as long; without one they stay locked.`,
        ],
      },
      {
        question: 'What if I say no?',
        answer: [
          'If you decline, what you added is deleted at once. The other person sees that the request was rejected, nothing more.',
          `Or just close the page: what you added is deleted when the link closes, {linkLifeDays} days after it was made.`,
        ],
      },
      {
        question: 'What is it worth in court?',
        answer: [
          `It shows which text was signed, with which names, for which addresses and when, how each fact was known, and whether the file has changed since. ${evidence.notMeant}`,
          'A typed name is a simple electronic signature. What a court makes of it differs from country to country. We can’t promise it.',
        ],
      },
      {
        question: 'Who can read it?',
        answer: [
          'The two of you. Photos, IDs and records are stored encrypted. The people who run this service hold the keys, so a court can order them to hand over what is still there.',
          'The public log of seals has only fingerprints, no names.',
        ],
      },
      {
        question: 'What happens to my passport?',
        answer: [
          `Its picture is stored encrypted and deleted {retentionDays} days after you both signed, or at once if one of you withdraws or declines, unless one of you needs it for a legal claim (${holdDays} days each). Our software may read it: the record then says that you’re 18 or over, never the document number, nor your birth date if you were asked.`,
          'If you both agree to prove your age with a phone wallet, you don’t need a passport.',
        ],
      },
    ],
  },
  truth: {
    heading: 'What it is not',
    text: 'A record of age or identity is not consent to any act, and not legal advice. Consent can be withdrawn at any time. What matters most, you still say to each other.',
  },
  app: { heading: 'Take it with you', ios: 'Download on the App Store', android: 'Get it on Google Play' },
  call: {
    heading: 'Two signatures. One clear answer.',
    text: 'It takes about five minutes each.',
    signUp: 'Sign Up Now',
    plans: 'View Plans',
  },
})
