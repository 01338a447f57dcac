/**
 * An address that a browser may be sent to: absolute, http or https, on the product's own origin and without a user name that looks like
 * one, or a path that begins like another site. Null for everything else; a blob of our origin counts as ours to every browser, and is none of our pages.
 */
export function toOwnUrl(publicUrl: string, text: string): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  // A page that leads on to the path alone would leave: `//evil.example`.
  if (/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null
  return url.origin === new URL(publicUrl).origin ? url : null
}
