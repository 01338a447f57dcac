import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { readConnectionAddress } from './client.ts'
import { isBodiless } from './hold-room.ts'

/** Headers that describe the page that made a request; names in lower case. */
type RequestSource = { method: string; host: string; header(name: string): string | undefined }

/**
 * Whether a page of an origin other than `http://<host>` made the browser send the request (Fetch Metadata, and Origin
 * for browsers without it). Another port of this machine is another origin too. Following a link from such a page in
 * its own tab is allowed: that only reads, and the linking page sees nothing of the answer.
 */
export function isFromForeignPage({ method, host, header }: RequestSource): boolean {
  const site = header('sec-fetch-site')
  const origin = header('origin')
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  // Forms of this site send `null` where the referrer policy hides the origin; Fetch Metadata tells them apart.
  const isOwnOrigin =
    origin === undefined ||
    origin.toLowerCase() === `http://${host.toLowerCase()}` ||
    (origin === 'null' && site !== undefined && isOwnSite)
  if (isOwnSite && isOwnOrigin) return false
  const isVisit =
    method === 'GET' &&
    origin === undefined &&
    header('sec-fetch-mode') === 'navigate' &&
    header('sec-fetch-dest') === 'document'
  return !isVisit
}

type ForeignCallRule = {
  mediaType: string | null
  allowsOtherSites?: boolean | undefined
  allowsMultipart?: boolean | undefined
}

/**
 * The reason to refuse a request that may change something: it comes from another site's page (`cross_site`), or its
 * media type is one that a form of any site can send (`body_unreadable`). Null for an acceptable request.
 *
 * @param mediaType the media type the endpoint accepts; null if it takes no body
 */
export function findForeignCall(
  c: Context,
  { mediaType, allowsOtherSites = false, allowsMultipart = false }: ForeignCallRule,
): 'cross_site' | 'body_unreadable' | null {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return null
  if (!allowsOtherSites && c.req.header('sec-fetch-site') === 'cross-site') return 'cross_site'
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined && isBodiless(c)) return null
  // Clients also send a JSON content type with an empty body.
  if (allowsMultipart && type === 'multipart/form-data') return null
  return type === (mediaType ?? 'application/json') ? null : 'body_unreadable'
}

const forwardingHeader =
  /^(forwarded|via|cdn-loop|x-forwarded.*|x-real-ip|(.+-)?client-ip|cf-.+|x-(original|envoy|azure|appengine|vercel)-.+|tailscale-.+)$/

/**
 * Whether a request was made on this machine, for this machine: the connection comes from a loopback address, the Host
 * is a loopback name, so that no foreign name points here (DNS rebinding), no proxy headers are present, and the
 * request doesn't come from another site's page in a browser on this machine. A proxy on this machine that adds no
 * headers and writes a loopback Host can't be told from a person: anything readable this way has to be closed on a
 * server that isn't local-only.
 */
export function isFromThisMachine(c: Context<AppEnv>): boolean {
  const host = c.req.header('host') ?? ''
  return (
    isLoopbackAddress(readConnectionAddress(c.env)) &&
    isLoopbackHost(host) &&
    !Object.keys(c.req.header()).some((name) => forwardingHeader.test(name)) &&
    !isFromForeignPage({ method: c.req.method, host, header: (name) => c.req.header(name) })
  )
}

/**
 * Whether a Host (RFC 9110, section 7.2), with or without a port, names this machine: localhost, 127.0.0.0/8 or [::1].
 */
export function isLoopbackHost(host: string): boolean {
  const name = /^(localhost|\[::1\]|[\d.]+)(:\d{1,5})?$/i.exec(host)?.[1]
  return name !== undefined && (/^[a-z[]/i.test(name) || isLoopbackAddress(name))
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127(\.\d{1,3}){3}$/.test(address)
}

/**
 * A URL that a browser may be redirected to: absolute, http or https, on the product's own origin, without a user name
 * (which can look like a host) and without a path that begins like another site. Null for everything else. A `blob:`
 * URL of this origin has the same origin, but isn't a page.
 */
export function toOwnUrl(publicUrl: string, text: string): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  // A page that redirects to the path alone would leave this site: `//evil.example`.
  if (/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null
  return url.origin === new URL(publicUrl).origin ? url : null
}
