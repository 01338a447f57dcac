import { messages } from '../messages.ts'

/** Everything the public page says before its form is loaded (GATE). */
export default messages('gate', {
  pageTitle: 'Verification',
  loading: 'Loading verification details...',
  failed: 'Verification Failed',
  returnHome: 'Return Home',
  tryAgain: 'Try Again',
  invalidLink: 'Invalid verification link',
  notFound: 'Verification not found. The link may be invalid, expired, or the verification has been removed.',
  formNotFound: 'Verification not found. Please check the link and try again.',
  notLoaded: 'Failed to load verification details. Please try again later.',
  unexpected: 'An unexpected error occurred while loading the verification',

  titles: {
    age: 'Age & Identity Verification Consent Form',
    person: 'Person Verification Consent Form',
  },
  gateLead: {
    age: 'Somebody you are in contact with asks you to confirm your age and identity, and has done so first.',
    person: 'Somebody you are in contact with asks you to confirm that you are who you say you are.',
  },
  gateTitle: 'First, is this link meant for you?',
  reference: 'Reference {reference}. Mails about this request have the same.',
  email: 'Your email',
  emailHint:
    'The address that the sender knows. It opens the form only if it is the one this link was made for.',
  continue: 'Continue',
  emailVerified: 'Email verified',
  emailRequired: 'Email required',
  emailRequiredText: 'Please enter your email address',
  passEnded: 'Please enter your email again',
  passEndedText:
    'Your access to this verification has ended. Once you have entered it, what you uploaded is still there.',
  code: 'Code',
  codeHint:
    'Type the six digits from our newest mail to {email}. They work once, for an hour. Look into your spam folder too.',
  codeRequired: 'Code required',
  codeRequiredText: 'Please enter the six digits from the mail',
  confirm: 'Confirm',
  newCode: 'Send the code again',
  newCodeSent: 'Look for our newest mail',
  newCodeSentText: 'The code in it is the one that works.',
  otherAddress: 'Use another address',
  gateFailed: 'Network error',
  gateFailedText: 'Please check your connection and try again.',
  expect: 'What to expect',
  expectSteps: [
    'You read who asks, and what you would sign. Nothing is shared by reading.',
    'You give what is asked for, usually a photo of yourself and a government ID, and type your name. It takes about five minutes.',
    'You decide at the end. You can decline, or simply leave, at any time.',
  ],

  verified: 'Verification Complete',
  verifiedText: 'This verification has been completed, so there is nothing left to do here.',
  verifiedOwn: 'Only the two people it is between can open it.',
  verifiedNext:
    'Were you asked? Then we mail a new link to your record to the address that the request was made for. It is also in the history of an account that confirmed this address, unless one with it was closed since.',
  newLink: 'Send me a new link',
  closed: 'Link expired',
  closedText: 'This verification is no longer open, so nothing can be added to it.',
  closedNext: 'If you still want to verify each other, ask the person who sent you the link for a new one.',
})
