import words from '../../../words/en/account-mails.ts'
import codeWords from '../../../words/en/code-mails.ts'
import type { MailContent } from '../../platform/mail/index.ts'

type LinkMail = {
  subject: string
  heading: string
  paragraphs: readonly string[]
  action: string
  footnote?: string
}

/** A mail whose link changes something, once its page's button is pressed. */
function writeLinkMail(
  { subject, heading, paragraphs, action, footnote }: LinkMail,
  url: string,
): MailContent {
  return {
    subject,
    heading,
    paragraphs: [...paragraphs],
    action: { label: action, url },
    footnote: footnote ?? words.ignore,
  }
}

export const writeConfirmationMail = (url: string) => writeLinkMail(words.confirmation, url)

/** To an address whose account was never confirmed and for which somebody registered again. */
export const writeRepeatedSignUpMail = (url: string) => writeLinkMail(words.repeatedSignUp, url)

export const writeRecoveryMail = (url: string) => writeLinkMail(words.recovery, url)

export const writeMagicLinkMail = (url: string) => writeLinkMail(words.magicLink, url)

/** To the address in use: its owner has to agree to giving it up. */
export const writeLeavingAddressMail = (url: string) => writeLinkMail(words.leavingAddress, url)

export const writeNewAddressMail = (url: string) => writeLinkMail(words.newAddress, url)

export function writeReauthenticationMail(code: string): MailContent {
  return {
    subject: codeWords.subject,
    heading: codeWords.confirmYou,
    paragraphs: [codeWords.paragraphOfAccount],
    code,
    footnote: codeWords.footnotes.account,
  }
}

/** `resetUrl` is the page that mails a recovery link. */
export function writePasswordChangedMail(at: string, resetUrl: string): MailContent {
  const { subject, heading, paragraph, footnote } = words.passwordChanged
  return { subject, heading, paragraphs: [paragraph({ at })], footnote: footnote({ url: resetUrl }) }
}
