import { toOwnUrl } from '../../http/own-url.ts'

/** Where a mailed link leads: the first of the wished addresses that is one of our own pages, or `fallback`. */
export function chooseRedirectTarget(
  publicUrl: string,
  wished: (string | null | undefined)[],
  fallback: string,
): URL {
  for (const text of wished) {
    const url = text ? toOwnUrl(publicUrl, text) : null
    if (url) return url
  }
  return new URL(fallback, publicUrl)
}
