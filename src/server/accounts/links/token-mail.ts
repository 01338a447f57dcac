import { z } from 'zod'
import { defineMail, type MailContent, renderMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  writeConfirmationMail,
  writeLeavingAddressMail,
  writeMagicLinkMail,
  writeNewAddressMail,
  writeReauthenticationMail,
  writeRecoveryMail,
  writeRepeatedSignUpMail,
} from './account-mails.ts'
import { makeLinkToken, makeTypedCode } from './one-time-link.ts'
import { findToken, type TokenRow } from './one-time-token-store.ts'
import { chooseRedirectTarget } from './redirect-target.ts'

/** The kinds of the wire that the mailed address names. */
export type LinkType = 'signup' | 'recovery' | 'magiclink' | 'email_change'

/** The mail of a link or code; none when that was used, replaced or has ended meanwhile: it would only disappoint. */
export const accountTokenJob = defineMail(
  'mail-account-token',
  z.object({ tokenId: z.guid(), redirectTo: z.string().nullable() }),
  {
    async write(platform: Platform, { tokenId, redirectTo }) {
      const token = await findToken(platform.database, tokenId, platform.clock.now())
      return token && renderMail(token.email, writeContent(platform, token, redirectTo))
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

/** To the auth service as the protocol has it, which sends the browser on to our page for mailed links and changes nothing. */
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

/** To the page that chooses a new password, where a button uses the token. */
function writeRecoveryLink({ settings }: Platform, token: string, redirectTo: string | null): string {
  const url = chooseRedirectTarget(settings.publicUrl, [redirectTo], '/reset-password')
  url.searchParams.set('token_hash', token)
  url.searchParams.set('type', 'recovery')
  return url.href
}
