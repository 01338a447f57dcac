import { z } from 'zod'
import words from '../../../words/en/account-mails.ts'
import codeWords from '../../../words/en/code-mails.ts'
import { toOwnUrl } from '../../http/origin.ts'
import type { Transaction } from '../../platform/database/index.ts'
import {
  defineMail,
  describeMoment,
  limitMailbox,
  type MailContent,
  queueMail,
  renderMail,
  strangersMails,
} from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRecipient, lockUserByEmail, toRecipient, type UserRow } from '../stores/user-store.ts'
import { findToken, makeLinkToken, makeTypedCode, type TokenRow } from './one-time-tokens.ts'

/** The link types in the protocol, as mailed addresses contain them. */
type LinkType = 'signup' | 'recovery' | 'magiclink' | 'email_change'

/** The mail with a link or code. It isn't sent if the token was used or replaced, or has expired. */
export const accountTokenJob = defineMail(
  'mail-account-token',
  z.object({ tokenId: z.guid(), redirectTo: z.string().nullable() }),
  {
    async write(platform: Platform, { tokenId, redirectTo }) {
      const token = await findToken(platform.database, tokenId, platform.clock.now())
      if (!token) return null
      const to = await toRecipient(platform.database, token.email, token.userId)
      return renderMail(to, () => writeContent(platform, token, redirectTo))
    },
  },
)

function writeContent(platform: Platform, token: TokenRow, redirectTo: string | null): MailContent {
  const makeSecret = () => makeLinkToken(platform.signing, token.id, { pkce: token.flowStateId !== null })
  const writeLink = (type: LinkType) => verifyLink(platform, makeSecret(), type, redirectTo)
  switch (token.kind) {
    case 'signup':
      return token.pendingPasswordHash
        ? writeRepeatedSignUpMail(writeLink('signup'))
        : writeConfirmationMail(writeLink('signup'))
    case 'recovery':
      return writeRecoveryMail(writeRecoveryLink(platform, makeSecret(), redirectTo))
    case 'magiclink':
      return writeMagicLinkMail(writeLink('magiclink'))
    case 'email_change_current':
      return writeLeavingAddressMail(writeLink('email_change'))
    case 'email_change_new':
      return writeNewAddressMail(writeLink('email_change'))
    case 'reauthentication':
      return writeReauthenticationMail(makeTypedCode(platform.signing, token.id))
  }
}

/**
 * Builds a link to the auth service, as the protocol does. That endpoint only redirects the browser to the page for
 * mailed links.
 */
function verifyLink(
  { settings }: Platform,
  token: string,
  type: LinkType,
  redirectTo: string | null,
): string {
  const url = new URL(`${settings.publicUrl}/auth/v1/verify`)
  url.searchParams.set('token', token)
  url.searchParams.set('type', type)
  url.searchParams.set(
    'redirect_to',
    chooseRedirectTarget(settings.publicUrl, [redirectTo], '/dashboard').href,
  )
  return url.href
}

/** Builds a link to the page for a new password, where a button uses the token. */
function writeRecoveryLink({ settings }: Platform, token: string, redirectTo: string | null): string {
  const url = chooseRedirectTarget(settings.publicUrl, [redirectTo], '/reset-password')
  url.searchParams.set('token_hash', token)
  url.searchParams.set('type', 'recovery')
  return url.href
}

/** Tells an account's address that the password was changed, and how to undo it. */
export const passwordMailJob = defineMail(
  'mail-password-notice',
  z.object({ to: z.string(), at: z.iso.datetime() }),
  {
    async write(platform: Platform, { to, at }, { accountId }) {
      const resetUrl = `${platform.settings.publicUrl}/forgot-password`
      return renderMail(await toRecipient(platform.database, to, accountId), () =>
        writePasswordChangedMail(describeMoment(new Date(at)), resetUrl),
      )
    },
  },
)

const securityMails = z.enum([
  'account_opened',
  'passkey_added',
  'passkey_removed',
  'app_set_up',
  'app_removed',
  'app_removal_begun',
  'app_removal_stopped',
  'recovery_code_used',
  'second_step_wrong',
])

export const securityMailJob = defineMail(
  'mail-security-notice',
  z.object({ to: z.string(), at: z.iso.datetime(), notice: securityMails }),
  {
    async write(platform: Platform, { to, at, notice }, { accountId }) {
      return renderMail(await toRecipient(platform.database, to, accountId), () => {
        const { subject, paragraph, footnote } = words.security[notice]
        return {
          subject,
          heading: subject,
          paragraphs: [paragraph({ at: describeMoment(new Date(at)) })],
          footnote: footnote({ url: `${platform.settings.publicUrl}/forgot-password` }),
        }
      })
    },
  },
)

/**
 * Mails an account's address about a security change, and how to recover the account. `at` is when the change happened;
 * for `app_removal_begun`, it is when the removal is due.
 */
export async function queueSecurityMail(
  platform: Platform,
  tx: Transaction,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
  notice: z.infer<typeof securityMails>,
  at: Date = platform.clock.now(),
): Promise<void> {
  const content = { to: email, at: at.toISOString(), notice }
  await queueMail(platform, tx, securityMailJob, content, { accountId: id })
}

const oncePerDay = { name: 'known-address-mailbox', points: 1, seconds: 24 * 60 * 60 }

/**
 * Tells the owner of a confirmed address that a stranger learned of its account, at most once a day. The owner of an
 * unconfirmed address gets the mail of a repeated registration instead.
 */
export async function notifyOwner(platform: Platform, email: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const user = await lockUserByEmail(tx, email)
    if (!user?.emailConfirmedAt || user.erasingAt) return
    const share = await limitMailbox(platform, [oncePerDay, ...strangersMails], email, { tx })
    if (share.allowed)
      await queueMail(platform, tx, knownAddressMailJob, { userId: user.id }, { accountId: user.id })
  })
}

/** Goes to the address that the account has when the mail is sent. */
export const knownAddressMailJob = defineMail('mail-known-address', z.object({ userId: z.guid() }), {
  async write({ database, settings }: Platform, { userId }) {
    const to = await findRecipient(database, userId)
    return to && renderMail(to, () => writeKnownAddressMail(`${settings.publicUrl}/forgot-password`))
  },
})

function writeKnownAddressMail(resetUrl: string): MailContent {
  const { subject, heading, paragraphs, footnote } = words.knownAddress
  return { subject, heading, paragraphs: [...paragraphs], footnote: footnote({ url: resetUrl }) }
}

type LinkMail = {
  subject: string
  heading: string
  paragraphs: readonly string[]
  action: string
  footnote?: string
}

/** A mail whose link leads to a page where a button applies a change. */
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

const writeConfirmationMail = (url: string) => writeLinkMail(words.confirmation, url)

/** For an address that was registered again before its account was confirmed. */
const writeRepeatedSignUpMail = (url: string) => writeLinkMail(words.repeatedSignUp, url)

const writeRecoveryMail = (url: string) => writeLinkMail(words.recovery, url)

const writeMagicLinkMail = (url: string) => writeLinkMail(words.magicLink, url)

/** For the current address: its owner has to agree to the change. */
const writeLeavingAddressMail = (url: string) => writeLinkMail(words.leavingAddress, url)

const writeNewAddressMail = (url: string) => writeLinkMail(words.newAddress, url)

function writeReauthenticationMail(code: string): MailContent {
  return {
    subject: codeWords.subject,
    heading: codeWords.confirmYou,
    paragraphs: [codeWords.paragraphOfAccount],
    code,
    footnote: codeWords.footnotes.account,
  }
}

/** `resetUrl` is the page that mails a recovery link. */
function writePasswordChangedMail(at: string, resetUrl: string): MailContent {
  const { subject, heading, paragraph, footnote } = words.passwordChanged
  return { subject, heading, paragraphs: [paragraph({ at })], footnote: footnote({ url: resetUrl }) }
}

/** Where a mailed link leads: the first of the `requested` addresses that is a page of this site, or `fallback`. */
export function chooseRedirectTarget(
  publicUrl: string,
  requested: (string | null | undefined)[],
  fallback: string,
): URL {
  for (const text of requested) {
    const url = text ? toOwnUrl(publicUrl, text) : null
    if (url) return url
  }
  return new URL(fallback, publicUrl)
}
