/**
 * An address that a browser may be sent to: absolute, http or https, on the product's own origin and without a user name that looks like
 * one. Null for everything else; a blob of our origin counts as ours to every browser, and is none of our pages.
 */
export function ownUrl(publicUrl: string, text: string): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.origin === new URL(publicUrl).origin ? url : null
}
