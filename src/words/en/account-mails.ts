import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** Mails about an account. */
export default messages('account-mails', {
  /** True of every link: opening it changes nothing, a button on the page that it opens does. */
  ignore: 'If you did not ask for this, you can ignore this mail: nothing will change.',
  confirmation: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `Somebody, hopefully you, created an ${productName} account with this address. Open the link and confirm there that the address is yours.`,
      'The page asks for the password of that registration, unless you are signed in to it there. If it is not yours, you can choose a new password instead. The link works once, for 24 hours.',
    ],
    action: 'Confirm email address',
  },
  repeatedSignUp: {
    subject: 'Confirm your new registration',
    heading: 'This address was registered again',
    paragraphs: [
      `There is already an unconfirmed ${productName} account with this address, and now somebody registered it again.`,
      'Open the link and type the password of the registration that is yours: it counts from then on, and the other one ends. If neither is yours, you can choose a new password, which ends both.',
      'The link works once, for 24 hours.',
    ],
    action: 'Choose my registration',
  },
  recovery: {
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password. Open the link to choose one.',
      'The link works once, for one hour.',
    ],
    action: 'Choose a new password',
  },
  magicLink: {
    subject: 'Your sign-in link',
    heading: 'Sign in',
    paragraphs: [
      `Open the link and press the button there to sign in to ${productName}. It works once, for one hour.`,
    ],
    action: 'Sign in',
  },
  leavingAddress: {
    subject: 'Confirm the change of your email address',
    heading: 'Change of email address',
    paragraphs: [
      `Your ${productName} account is to get another email address. Open the link and agree there if you want this.`,
      'The new address gets a link too; the change happens once both mailboxes agreed. The link works once, for 24 hours.',
    ],
    action: 'Agree to the change',
    footnote: 'If you did not ask for this, do not agree, and change your password: that ends the change.',
  },
  newAddress: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      `An ${productName} account is to use this address from now on. Open the link and confirm there that the address is yours.`,
      'The old address gets a link too; the change happens once both mailboxes agreed. A registration of this address that nobody has confirmed ends then. The link works once, for 24 hours.',
    ],
    action: 'Confirm new address',
  },
  knownAddress: {
    subject: 'Your email address was entered again',
    heading: 'Your email address was entered again',
    paragraphs: [
      `Somebody tried to register with this address, or to change another account to it. It has an ${productName} account already, and they were told that it does.`,
      'Your account has not changed. We tell you this once a day at most.',
    ],
    footnote: 'If it was you and you no longer know your password, choose a new one: {url}',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraph: `The password of your ${productName} account was changed on {at}. Every other device was signed out.`,
    footnote: 'If it was not you, get your account back at once: {url}',
  },
  closing: {
    subject: 'Your account is closed',
    heading: 'Your account is closed',
    erased:
      'Every device is signed out, requests that were open are cancelled, and your plan is not renewed. Your account and your files are erased on {at}.',
    held: 'Photos and documents that somebody else’s legal hold keeps are locked on that day, and destroyed when it ends, on {until} at the latest.',
    keep: 'Until then you can keep your account: logging in takes the closing back. What was cancelled stays cancelled.',
    after:
      'After that nobody can bring it back. Sealed records stay with the other party, who needs them as proof.',
    action: 'Keep my account',
    footnote: 'If it was not you, log in before that day, and change your password.',
  },
  exportReady: {
    subject: 'Your copy is ready',
    heading: 'The copy of your data is ready',
    paragraphs: [
      'Open the link to download it, as one zip file. It works for 24 hours; then the file is destroyed.',
      'Whoever has the link can download the file, with your photos and identity documents in it. Do not pass this mail on.',
    ],
    action: 'Download my data',
    footnote: 'If you did not ask for it, somebody is using your account: change your password.',
  },
})
