/**
 * Where a mailed link leads: the first of the wished addresses that lies on the product's own origin, or `fallback`. Only absolute http(s)
 * addresses without credentials count, so that no other reading of a text can lead away.
 */
export function redirectTarget(
  publicUrl: string,
  wished: (string | null | undefined)[],
  fallback: string,
): URL {
  const { origin } = new URL(publicUrl)
  for (const text of wished) {
    const url = text ? URL.parse(text) : null
    if (url && url.origin === origin && url.username === '' && url.password === '') return url
  }
  return new URL(fallback, publicUrl)
}
