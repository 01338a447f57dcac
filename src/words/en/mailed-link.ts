import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** The texts of the page for mailed links. */
export default messages('mailed-link', {
  title: 'Your link',
  looking: 'Checking your link…',
  failedTitle: 'We couldn’t check your link',
  failedNext: 'Check your connection. The link still works.',
  tryAgain: 'Try Again',

  headings: {
    signup: 'Confirm your email',
    magiclink: `Log in to ${productName}`,
    recovery: 'Reset your password',
    email_change_current: 'Change of email address',
    email_change_new: 'Confirm your new email address',
  },
  buttons: {
    signup: 'Confirm my email',
    magiclink: 'Log in',
    recovery: 'Continue',
    email_change_current: 'Agree to the change',
    email_change_new: 'Confirm new address',
  },
  /** The effect of the button. */
  leads: {
    signup: 'This confirms that {email} is your email address.',
    magiclink: 'This logs you in here as {email}.',
    recovery: 'This lets you choose a new password for {email}.',
  },
  changeLead:
    'The account of {from} will get the address {to} instead. It changes once both addresses have agreed.',

  repeated:
    'This address was registered more than once. We keep the registration whose password you type and end the other.',
  vouch: 'Type the password you registered with.',
  password: 'Password',
  passwordRequired: 'Enter the password you registered with',
  passwordWrong: 'This is not the password of the registration',
  forgotten: 'I didn’t register, or I forgot the password',
  afreshTitle: 'Start with a new password',
  afresh:
    'A new password ends the earlier registration: everyone logged in to it is logged out, and its profile, documents and links aren’t carried over.',
  newPassword: 'New password',
  confirmPassword: 'Confirm password',
  back: 'Back',

  otherTitle: 'You are logged in with another account',
  signedInAs: 'You are logged in here as {here}. This link is for {there}.',
  goOnAs: 'Go on as {email}',
  stayAs: 'Stay logged in as {email}',

  confirmed: 'Email address confirmed',
  signedIn: 'Login successful',
  welcome: `Welcome to ${productName}, {firstName}.`,
  welcomeUnnamed: `Welcome to ${productName}.`,
  halfTitle: 'Thank you',
  half: 'The address changes once the link we sent to the other address is used too.',
  changedTitle: 'Your address has changed',
  changed: '{email} is the email address of your account now.',

  usedTitle: 'This link has been used',
  used: 'There’s nothing left to do.',
  confirmedTitle: 'Your email is confirmed already',
  confirmedLead: '{email} is confirmed. There’s nothing left to do.',
  voidTitle: 'This link no longer works',
  voidLead: 'It was used, replaced or has expired. We can send you another.',
  email: 'Email',
  emailRequired: 'Please enter a valid email address',
  sendNew: 'Send me a new link',
  sent: 'If this address is waiting for a link, we’re sending one. Check your spam folder too.',
  toDashboard: 'Go to your dashboard',
  goOnThere: 'Go on',
  toLogin: 'Log in',

  failed: 'That didn’t work',
  broken: 'Something went wrong. Please try again.',
})
