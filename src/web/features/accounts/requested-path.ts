/** The navigation state of links between the sign-in pages, so that all of them end on the requested page. */
type WayIn = { from: string }

const nextParameter = 'next'

/**
 * The page that was requested before signing in, from the navigation's state or a mailed link's address; null for an
 * address of another site.
 */
export function findAskedPath(state: unknown, search = ''): string | null {
  const inState =
    typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'
      ? state.from
      : null
  const asked = inState ?? new URLSearchParams(search).get(nextParameter)
  // At build time there is no window, and no page was requested.
  return asked === null || typeof window === 'undefined' ? null : toOwnPath(asked, window.location.origin)
}

/** The page after signing in: the requested page, or /dashboard. */
export function chooseRequestedPath(state: unknown, search = ''): string {
  return findAskedPath(state, search) ?? '/dashboard'
}

/** The navigation state for a link to another sign-in page. */
export function findWayIn(path: string | null): WayIn | null {
  return path === null ? null : { from: path }
}

/**
 * The absolute address of a page for a mailed link, which may be opened in another browser, with the requested page.
 */
export function writeMailedAddress(page: string, path: string | null): string {
  const url = new URL(page, window.location.origin)
  if (path !== null) url.searchParams.set(nextParameter, path)
  return url.href
}

/** Pages that redirect themselves, so that returning to them would cause a loop. */
const waysIn = /^\/(login|register|forgot-password|reset-password|confirm)\/?$/i

const maxPathLength = 2000

/**
 * The path on this site of an address, absolute or a path; null for any other address. An address that a browser,
 * router or server might treat as the start of another site, in any encoding, counts as another site.
 */
export function toOwnPath(address: string, origin: string): string | null {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.length > maxPathLength) return null
  const url = URL.parse(path, origin)
  if (url?.origin !== origin || waysIn.test(url.pathname)) return null
  const decoded = decodeWhole(url.pathname)
  return decoded === null || /[/\\]{2}|[\\\p{Cc}]/u.test(decoded)
    ? null
    : url.pathname + url.search + url.hash
}

/** A path with every layer of encoding removed; null when it can't be decoded. */
function decodeWhole(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? path : decodeWhole(decoded)
  } catch {
    return null
  }
}
