import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of the public page before its form is loaded (GATE). */
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
  heading: {
    age: 'Someone you met online asks you to confirm your age and identity',
    person: 'Someone you met online asks you to confirm that you are who you say you are',
  },
  lead: 'Enter your email to see who asks. Nothing is shared by reading.',
  reference: 'Reference {reference}',
  email: 'Your email',
  emailHint: 'The one they have for you.',
  continue: 'Continue',
  emailVerified: 'Email verified',
  emailRequired: 'Email required',
  emailRequiredText: 'Please enter your email address',
  passEnded: 'Please enter your email again',
  passEndedText: 'Your access to this request has ended. Enter your email to go on.',
  codeHeading: 'Check your email',
  code: 'Code',
  codeHint:
    'Type the six digits from our newest email to {email}. They work once, for an hour. Check your spam folder too.',
  codeRequired: 'Code required',
  codeRequiredText: 'Please enter the six digits from the email',
  confirm: 'Confirm',
  lastTry: 'That was your fifth try. Ask for a new code.',
  noTryLeft: 'You’ve had five tries. Ask for a new code.',
  codeAgain: 'Send the code again',
  newCode: 'Send a new code',
  newCodeSent: 'Look for our newest email',
  newCodeSentText: 'Only the code in it works.',
  otherAddress: 'Use another address',
  gateFailed: 'Network error',
  gateFailedText: 'Please check your connection and try again.',
  unknown: 'I don’t know who this is',
  unknownText:
    'You don’t have to answer. The link closes {linkLifeDays} days after the request was made. If someone is pressing you, talk to an adult you trust.',
  about: `What is ${productName}?`,
  privacy: 'Privacy',
  held: 'What is held about me',

  verified: 'Verification Complete',
  verifiedText: 'Both people have signed.',
  verifiedOwn: 'Only the two of them can open the record, and withdraw there.',
  verifiedNext:
    'Was this request sent to you? We can email you a new link, to the address it was made for. If you have an account with that confirmed address, the record is in its history too, unless you’ve since closed an earlier account with it.',
  newLink: 'Send me a new link',
  closed: 'Link expired',
  closedText: 'This request is no longer open.',
  closedDeleted: 'What you added has been deleted.',
  closedNext: 'If you both still want it, ask the person who sent the link for a new one.',
})
