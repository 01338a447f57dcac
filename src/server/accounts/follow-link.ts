import type { Platform } from '../platform/platform.ts'
import { type AuthRefusal, authErrors, isAuthRefusal } from './auth-error.ts'
import { isPkceToken } from './one-time-link.ts'
import { type LinkKind, redeemLink } from './redeem-link.ts'
import { redirectTarget } from './redirect-target.ts'
import { noteSignIn } from './security-events.ts'
import { sessionAnswer } from './session-answer.ts'
import type { Device } from './session-store.ts'

export type FollowedLink = {
  token: string
  type: LinkKind
  redirectTo: string | undefined
  referer: string | undefined
  device: Device
}

/**
 * Uses the link that somebody opened from a mail and answers the address to send the browser to (auth protocol, section 4, GET /verify):
 * with a session in the fragment, with a PKCE code in the query, or with what went wrong.
 */
export async function followLink(platform: Platform, link: FollowedLink): Promise<string> {
  const { token, type, device } = link
  const target = linkTarget(platform, link)
  const used = await redeemLink(platform, { token, type, codeForPkce: true, device })
  if (isAuthRefusal(used)) return failedLink(target, used, { pkce: isPkceToken(token) })
  if ('authCode' in used) {
    target.searchParams.set('code', used.authCode)
    return target.href
  }
  if ('firstHalf' in used) {
    return withFragment(target, {
      message: 'Confirmation link accepted. Please proceed to confirm link sent to the other email',
    })
  }
  noteSignIn(platform, used.session)
  const answer = await sessionAnswer(platform, used.session)
  return withFragment(target, {
    access_token: answer.access_token,
    expires_at: String(answer.expires_at),
    expires_in: String(answer.expires_in),
    refresh_token: answer.refresh_token,
    sb: '',
    token_type: answer.token_type,
    type,
  })
}

/** Where a link leads, whatever comes of it. */
export function linkTarget(
  { settings }: Platform,
  { redirectTo, referer }: Pick<FollowedLink, 'redirectTo' | 'referer'>,
): URL {
  return redirectTarget(settings.publicUrl, [redirectTo, referer], '/')
}

/** The address that tells the client why a link did not work. */
export function failedLink(target: URL, refusal: AuthRefusal, { pkce }: { pkce: boolean }): string {
  const row = authErrors[refusal.authRefused]
  const status = refusal.status ?? row.status
  const failure = {
    error: status === 403 ? 'access_denied' : 'invalid_request',
    error_code: refusal.authRefused,
    error_description: refusal.message ?? row.message,
  }
  if (pkce) for (const [name, value] of Object.entries(failure)) target.searchParams.set(name, value)
  return withFragment(target, { ...failure, sb: '' })
}

function withFragment(target: URL, members: Record<string, string>): string {
  const url = new URL(target)
  url.hash = new URLSearchParams(members).toString()
  return url.href
}
