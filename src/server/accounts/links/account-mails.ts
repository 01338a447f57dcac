import { productName } from '../../../domain/product.ts'
import type { MailContent } from '../../platform/mail/index.ts'

/** True of every link: opening it changes nothing, a button on the page that it opens does. */
const ignore = 'If you did not ask for this, you can ignore this mail: nothing will change.'

export function confirmationMail(url: string): MailContent {
  return {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `Somebody, hopefully you, created an ${productName} account with this address. Open the link and confirm there that the address is yours.`,
      'The page asks for the password of that registration, unless you are signed in to it there. If it is not yours, you can choose a new password instead. The link works once, for 24 hours.',
    ],
    action: { label: 'Confirm email address', url },
    footnote: ignore,
  }
}

/** To an address whose account was never confirmed and for which somebody registered again. */
export function repeatedSignUpMail(url: string): MailContent {
  return {
    subject: 'Confirm your new registration',
    heading: 'This address was registered again',
    paragraphs: [
      `There is already an unconfirmed ${productName} account with this address, and now somebody registered it again.`,
      'Open the link and type the password of the registration that is yours: it counts from then on, and the other one ends. If neither is yours, you can choose a new password, which ends both.',
      'The link works once, for 24 hours.',
    ],
    action: { label: 'Choose my registration', url },
    footnote: ignore,
  }
}

export function recoveryMail(url: string): MailContent {
  return {
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password. Open the link to choose one.',
      'The link works once, for one hour.',
    ],
    action: { label: 'Choose a new password', url },
    footnote: ignore,
  }
}

export function magicLinkMail(url: string): MailContent {
  return {
    subject: 'Your sign-in link',
    heading: 'Sign in',
    paragraphs: [
      `Open the link and press the button there to sign in to ${productName}. It works once, for one hour.`,
    ],
    action: { label: 'Sign in', url },
    footnote: ignore,
  }
}

/** To the address in use: its owner has to agree to giving it up. */
export function leavingAddressMail(url: string): MailContent {
  return {
    subject: 'Confirm the change of your email address',
    heading: 'Change of email address',
    paragraphs: [
      `Your ${productName} account is to get another email address. Open the link and agree there if you want this.`,
      'The new address gets a link too; the change happens once both mailboxes agreed. The link works once, for 24 hours.',
    ],
    action: { label: 'Agree to the change', url },
    footnote: 'If you did not ask for this, do not agree, and change your password: that ends the change.',
  }
}

export function newAddressMail(url: string): MailContent {
  return {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      `An ${productName} account is to use this address from now on. Open the link and confirm there that the address is yours.`,
      'The old address gets a link too; the change happens once both mailboxes agreed. A registration of this address that nobody has confirmed ends then. The link works once, for 24 hours.',
    ],
    action: { label: 'Confirm new address', url },
    footnote: ignore,
  }
}

export function reauthenticationMail(code: string): MailContent {
  return {
    subject: 'Your confirmation code',
    heading: 'Confirm that it is you',
    paragraphs: ['Type this code where you were asked for it. It works once, for 10 minutes.'],
    code,
    footnote: 'If you did not ask for this, somebody is using your account: change your password.',
  }
}

/** `resetUrl` is the page that mails a recovery link. */
export function passwordChangedMail(at: string, resetUrl: string): MailContent {
  return {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraphs: [
      `The password of your ${productName} account was changed on ${at}. Every other device was signed out.`,
    ],
    footnote: `If it was not you, get your account back at once: ${resetUrl}`,
  }
}
