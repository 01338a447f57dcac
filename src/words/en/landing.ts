import { productName } from '../../domain/product.ts'
import { holdDays } from '../../domain/record/limits.ts'
import { messages } from '../messages.ts'
import evidence from './evidence.ts'

/** The words of the landing page (PUBLIC). */
export default messages('landing', {
  description:
    'Make a timestamped, mutual record of age consent with somebody you met online, and check that they are who they say they are.',
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
    lead: 'No scoring, no profile, no feed. One document that two people make together.',
    items: [
      {
        title: 'Age, on record',
        text: 'Each of you states that you are 18 or over and signs. The record says of both how that is known, and what nobody checked.',
      },
      {
        title: 'A face to the name',
        text: 'A photo and an identity document, for you to compare with the profile.',
      },
      {
        title: 'Locked away',
        text: 'Photos and documents are encrypted where they are stored, opened only to the two of you, and destroyed when their time is over.',
      },
      {
        title: 'Fixed in time',
        text: 'Every step carries its time and a seal over the step before, so that a change to one step shows.',
      },
    ],
  },
  ladder: {
    heading: 'How each thing is known',
    lead: 'That somebody is 18 or over can be known in four ways. Each record says which, in these words.',
  },
  steps: {
    heading: 'How it works',
    items: [
      {
        title: 'Create a verification',
        text: 'Choose age or identity, fill in a few details and sign.',
      },
      {
        title: 'Share the link',
        text: 'Send it to the other person. They open it with their email address.',
      },
      {
        title: 'Both complete, both receive a record',
        text: 'They read, show who they are and sign. Then each of you has the same record.',
      },
    ],
  },
  pictures: {
    heading: 'What both of you see',
    lead: 'Taken from the product, with invented people.',
    /** What the three pictures show, for whoever does not see them, and what stands below each. */
    shown: {
      invitation: {
        alt: 'A phone shows who is asked for what, and below it the question whether the link is meant for whoever opened it, with a field for their email address.',
        title: 'The link, opened',
        text: 'It shows nothing of either of you until the address that you gave is typed in.',
      },
      form: {
        alt: 'The first of five steps on a phone: Alex Morgan asks Robin Hale for their word that they are 18 or over, a photo, a government ID and a typed name.',
        title: 'The form',
        text: 'Who asks, for what, and how it is known, before anything is given. The other person may decline at any step.',
      },
      record: {
        alt: 'The record on a phone: a table says that the age of its creator is declared, that nobody checked it, and since when.',
        title: 'The record',
        text: 'It says of both of you how each thing is known, and what nobody checked.',
      },
    },
  },
  prices: {
    heading: 'What it costs',
    lead: 'Who is asked pays nothing. Who asks pays by how often. Prices in pounds sterling; a plan renews until you cancel it.',
    nothing: '£0',
    freeDocuments: 'The sealed record; the other person’s photo and ID stay locked to you',
    paidDocuments: 'The sealed record, and the other person’s photo and ID',
  },
  questions: {
    heading: 'What people ask first',
    items: [
      {
        question: 'What does the other person see?',
        answer: [
          'Whoever opens your link with the address it was made for reads your name, your date of birth, what you wrote about them, and your signature.',
          `Once both of you have signed, they can open your photo and your ID for {retentionDays} days. You can open theirs for as long, if you have a plan that costs something; without one they stay locked to you.`,
        ],
      },
      {
        question: 'What if I say no?',
        answer: [
          'Nothing happens to you. Decline, and what you added is destroyed at once; the other person sees that the request was rejected, and nothing more.',
          `Or close the page: what you added is destroyed when the link closes, {linkLifeDays} days after it was made.`,
        ],
      },
      {
        question: 'What is it worth in court?',
        answer: [
          `It shows which text was signed with which names, for which addresses and when, how each thing was known, and whether the file was changed since it was sealed. ${evidence.notMeant}`,
          'A typed name is a simple electronic signature. What a court makes of it differs from country to country, and nobody here can promise it.',
        ],
      },
      {
        question: 'Who can read it?',
        answer: [
          'The two of you. Photos, IDs and records are stored encrypted. Whoever runs this service holds the keys, so a court can order them to hand over what is still there.',
          'The public log of seals holds fingerprints alone, and no name.',
        ],
      },
      {
        question: 'What happens to my passport?',
        answer: [
          `Its picture is stored encrypted and destroyed {retentionDays} days after both of you signed, and at once when either of you withdraws or the request is declined, unless a legal hold of one of you keeps it, ${holdDays} days each. Where a program reads it, what it read is forgotten: the record says that you are 18 or over, never your birth date if you are the one who was asked, nor a document number.`,
          'Where both of you agree to a proof of age by a wallet, no passport is needed at all.',
        ],
      },
    ],
  },
  truth: {
    heading: 'What it is not',
    text: 'A record of age or identity is not consent to any act, and not legal advice. Consent can be withdrawn at any time, and what matters most is still said between two people.',
  },
  app: { heading: 'Take it with you', ios: 'Download on the App Store', android: 'Get it on Google Play' },
  call: {
    heading: 'Two signatures. One clear answer.',
    text: 'It takes about five minutes each.',
    signUp: 'Sign Up Now',
    plans: 'View Plans',
  },
})
