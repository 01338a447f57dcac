/** Pages that lead on themselves: to end on one of them would lead in a circle. */
const waysIn = /^\/(login|register|forgot-password|reset-password|confirm)\/?$/i

const maxLength = 2000

/**
 * The page of ours that an address, whole or a path, leads on to; null for any other address. Whatever some browser, router or server might
 * take for the beginning of another site, however it is encoded, counts as another site.
 */
export function toOwnPath(address: string, origin: string): string | null {
  const path = address.startsWith(`${origin}/`) ? address.slice(origin.length) : address
  if (!/^\/[\x21-\x7e]*$/.test(path) || path.length > maxLength) return null
  const url = URL.parse(path, origin)
  if (url?.origin !== origin || waysIn.test(url.pathname)) return null
  const decoded = decodeWhole(url.pathname)
  return decoded === null || /[/\\]{2}|[\\\p{Cc}]/u.test(decoded)
    ? null
    : url.pathname + url.search + url.hash
}

/** A path without any encoding, however often it was encoded; null when that cannot be told. */
function decodeWhole(path: string): string | null {
  try {
    const decoded = decodeURIComponent(path)
    return decoded === path ? path : decodeWhole(decoded)
  } catch {
    return null
  }
}
