import { activityDays } from '../../domain/account/limits.ts'
import { productName } from '../../domain/product.ts'
import { messages } from '../messages.ts'

/** Mails about an account. */
export default messages('account-mails', {
  /** True for every link: opening it changes nothing; a button on its page does. */
  ignore: 'If you didn’t ask for this, you can ignore this email: nothing will change.',
  confirmation: {
    subject: 'Confirm your email address',
    heading: 'Confirm your email address',
    paragraphs: [
      `Someone, hopefully you, created an ${productName} account with this address. Open the link to confirm the address is yours.`,
      'The page asks for that account’s password, unless you’re logged in there. If it isn’t yours, you can choose a new password instead. The link works once, for 24 hours.',
    ],
    action: 'Confirm email address',
  },
  repeatedSignUp: {
    subject: 'Confirm your new registration',
    heading: 'This address was registered again',
    paragraphs: [
      `There’s already an unconfirmed ${productName} account with this address, and someone has now registered it again.`,
      'Open the link and type the password of your registration: we keep that one and end the other. If you don’t recognise either password, choose a new one. Both will stop working.',
      'The link works once, for 24 hours.',
    ],
    action: 'Choose my registration',
  },
  recovery: {
    subject: 'Reset your password',
    heading: 'Reset your password',
    paragraphs: [
      'Someone, hopefully you, asked for a new password. Open the link to choose one.',
      'The link works once, for one hour.',
    ],
    action: 'Choose a new password',
  },
  magicLink: {
    subject: 'Your login link',
    heading: 'Log in',
    paragraphs: [
      `Open the link and press the button there to log in to ${productName}. It works once, for one hour.`,
    ],
    action: 'Log in',
  },
  leavingAddress: {
    subject: 'Confirm the change of your email address',
    heading: 'Change of email address',
    paragraphs: [
      `Someone, hopefully you, asked to change the email address of your ${productName} account. Open the link to agree.`,
      'The new address gets a link too. The address changes once both have agreed. The link works once, for 24 hours.',
    ],
    action: 'Agree to the change',
    footnote: 'If you didn’t ask for this, don’t agree, and change your password: that stops the change.',
  },
  newAddress: {
    subject: 'Confirm your new email address',
    heading: 'Confirm your new email address',
    paragraphs: [
      `Someone, hopefully you, wants to use this address for an ${productName} account. Open the link to confirm the address is yours.`,
      'The old address gets a link too. The address changes once both have agreed. An unconfirmed registration of this address then ends. The link works once, for 24 hours.',
    ],
    action: 'Confirm new address',
  },
  knownAddress: {
    subject: 'Your email address was entered again',
    heading: 'Your email address was entered again',
    paragraphs: [
      `Someone tried to register with this address, or to change another account to it. We told them that it already has an ${productName} account.`,
      'Your account hasn’t changed. We tell you this at most once a day.',
    ],
    footnote: 'If it was you and you’ve forgotten your password, choose a new one: {url}',
  },
  passwordChanged: {
    subject: 'Your password was changed',
    heading: 'Your password was changed',
    paragraph: `The password of your ${productName} account was changed on {at}. Every other device was logged out.`,
    footnote: 'If it wasn’t you, get your account back now: {url}',
  },
  newDevice: {
    subject: 'A login from a new device',
    paragraph: `Someone logged in to your ${productName} account on {at}, with {device}. You haven’t used that in the last ${activityDays} days.`,
    from: 'The network was {network}.',
    footnote:
      'If it was you, there’s nothing to do. If it wasn’t, choose a new password now, which signs that device out: {url}',
  },
  security: {
    account_opened: {
      subject: 'Your account is open',
      paragraph: `An ${productName} account was made with this email address on {at}, with the code that we emailed you. It has no password yet. It shows only the record of that request until you use a link that we email you, or type a code of eight digits.`,
      footnote:
        'To choose a password, or if it wasn’t you, go here: {url}. A new password signs every device out. Chosen where you aren’t logged in, it also removes the passkeys.',
    },
    passkey_added: {
      subject: 'A passkey was added',
      paragraph: `A passkey was added to your ${productName} account on {at}. It can log in without your password.`,
      footnote:
        'If it wasn’t you, choose a new password now, then remove the passkey in your settings: {url}',
    },
    passkey_removed: {
      subject: 'A passkey was removed',
      paragraph: `A passkey was removed from your ${productName} account on {at}. Other devices that logged in with it were logged out.`,
      footnote: 'If it wasn’t you, choose a new password now: {url}',
    },
    app_set_up: {
      subject: 'An authenticator app was set up',
      paragraph: `An authenticator app was set up for your ${productName} account on {at}. From now on, a login with the password needs a code too. Devices without one were logged out.`,
      footnote:
        'If it wasn’t you, choose a new password now. Then log in and press ‘I’ve lost my app’: {url}',
    },
    app_removed: {
      subject: 'Your authenticator app was removed',
      paragraph: `The authenticator app of your ${productName} account and its recovery codes were removed on {at}. A login needs no code any more.`,
      footnote: 'If it wasn’t you, choose a new password now: {url}',
    },
    recovery_code_used: {
      subject: 'A recovery code was used',
      paragraph: `A recovery code of your ${productName} account was used on {at}. It can’t be used again.`,
      footnote: 'If it wasn’t you, choose a new password now, and make new recovery codes: {url}',
    },
    second_step_wrong: {
      subject: 'Five wrong codes at your login',
      paragraph: `Five wrong codes were typed for the second step of your ${productName} account, the last on {at}. None of them opened it.`,
      footnote:
        'If it wasn’t you, someone got past the first step, for example with your password. Choose a new one now: {url}',
    },
    app_removal_begun: {
      subject: 'Your authenticator app will be removed',
      paragraph: `Someone who knows the password of your ${productName} account told us that they lost its authenticator app. We’ll remove the app on {at}. To stop that, log in and enter a code, or press ‘Keep my app’.`,
      footnote: 'If it wasn’t you, stop it, and choose a new password now: {url}',
    },
    app_removal_stopped: {
      subject: 'Your authenticator app stays',
      paragraph: `The removal of the authenticator app of your ${productName} account was stopped on {at}.`,
      footnote: 'If it wasn’t you, choose a new password now: {url}',
    },
  },
  closing: {
    subject: 'Your account is closed',
    heading: 'Your account is closed',
    erased:
      'Every device is logged out, open requests are cancelled, and your plan doesn’t renew. We erase your account and your files on {at}.',
    held: 'Photos and documents that another person’s legal hold keeps are locked on that day, and deleted when it ends, on {until} at the latest.',
    keep: 'Changed your mind? Log in before then and your account stays open. What was cancelled stays cancelled.',
    after: 'After that we can’t bring it back. The other person keeps sealed records as proof.',
    action: 'Keep my account',
    footnote: 'If it wasn’t you, log in before that day and change your password.',
  },
  exportReady: {
    subject: 'Your copy is ready',
    heading: 'The copy of your data is ready',
    paragraphs: [
      'Open the link to download it as a zip file. It works for 24 hours; then we delete the file.',
      'Anyone with the link can download the file, which has your photos and IDs in it. Don’t forward this email.',
    ],
    action: 'Download my data',
    footnote: 'If you didn’t ask for it, someone is using your account: change your password.',
  },
})
