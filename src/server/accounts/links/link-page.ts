import type { LinkKind } from './link-kinds.ts'
import { isPkceToken } from './one-time-link.ts'
import { chooseRedirectTarget } from './redirect-target.ts'

/**
 * The page of ours that a mailed link opens: it says what the link will do and for which address, and a button there does it. The token is
 * in the fragment, which no server, log or other site gets to see. `wished` says where to go afterwards; only our own addresses count.
 */
export function writeLinkPageAddress(
  publicUrl: string,
  { token, type, wished }: { token: string; type: LinkKind; wished: (string | undefined)[] },
): string {
  const redirectTo = chooseRedirectTarget(publicUrl, wished, '/').href
  // A new password has a page of its own; only a client's PKCE flow goes on with a code.
  if (type === 'recovery' && !isPkceToken(token)) {
    const page = new URL('/reset-password', publicUrl)
    page.search = new URLSearchParams({ token_hash: token, type }).toString()
    return page.href
  }
  const page = new URL('/confirm', publicUrl)
  page.hash = new URLSearchParams({ token, type, redirect_to: redirectTo }).toString()
  return page.href
}
