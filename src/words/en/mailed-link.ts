import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The words of the page that mailed links open. */
export default messages('mailed-link', {
  title: 'Your link',
  looking: 'Looking at your link…',
  failedTitle: 'Your link could not be looked up',
  failedNext: 'Check your connection. The link is as good as before.',
  tryAgain: 'Try Again',

  headings: {
    signup: 'Confirm your email',
    magiclink: `Sign in to ${productName}`,
    recovery: 'Reset your password',
    email_change_current: 'Change of email address',
    email_change_new: 'Confirm your new email address',
  },
  buttons: {
    signup: 'Confirm my email',
    magiclink: 'Sign in',
    recovery: 'Continue',
    email_change_current: 'Agree to the change',
    email_change_new: 'Confirm new address',
  },
  /** The effect of the button, before the address and after it. */
  leads: {
    signup: ['This confirms that', 'is your email address.'],
    magiclink: ['This signs you in here as', '.'],
    recovery: ['This lets you choose a new password for', '.'],
  },
  changeFrom: 'The account of',
  changeTo: 'is to get the address',
  changeBoth: 'instead. It changes once both mailboxes agreed.',

  repeated:
    'This address was registered more than once. The registration whose password you type counts from then on; the other one ends.',
  vouch: 'Type the password of the registration, so that we know it is yours.',
  password: 'Password',
  passwordRequired: 'Please enter the password of the registration',
  forgotten: 'I did not register, or forgot the password',
  afreshTitle: 'Start with a new password',
  afresh:
    'A new password ends whatever was registered with this address before: everybody who is signed in to it is signed out, and its profile, documents and links are not carried over.',
  newPassword: 'New password',
  newPasswordHint: 'At least 8 characters, with an uppercase letter, a lowercase letter and a number',
  confirmPassword: 'Confirm password',
  back: 'Back',

  otherTitle: 'You are signed in with another account',
  signedInAs: 'You are signed in here as',
  linkIsFor: 'This link is for',
  goOn: 'If you go on, this browser signs out of the first and in to the second.',
  goOnAs: 'Go on as {email}',
  stayAs: 'Stay signed in as {email}',

  confirmed: 'Email address confirmed',
  signedIn: 'Login successful',
  welcome: `Welcome to ${productName}, {firstName}.`,
  welcomeUnnamed: `Welcome to ${productName}.`,
  halfTitle: 'Thank you',
  half: 'We noted it. The address changes once the link in the other mailbox was used too.',
  changedTitle: 'Your address has changed',
  changed: 'is the email address of your account now. Log in with it from now on.',

  usedTitle: 'This link was used before',
  used: 'There is nothing left to do with it.',
  confirmedTitle: 'Your email is confirmed already',
  confirmedLead: 'is confirmed. There is nothing left to do.',
  voidTitle: 'This link does not work any more',
  voidLead: 'It was used, was replaced by a newer one, or has expired. We can send you another.',
  email: 'Email',
  emailRequired: 'Please enter a valid email address',
  sendNew: 'Send me a new link',
  sent: 'If this address waits for a link, one is on its way; we send at most one a minute. Look in the spam folder too.',
  toDashboard: 'Go to your dashboard',
  goOnThere: 'Go on',
  toLogin: 'Log in',

  failed: 'That did not work',
  broken: 'Something went wrong. Please try again.',
})
