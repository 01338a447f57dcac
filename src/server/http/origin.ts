import type { Context } from 'hono'
import type { AppEnv } from './app-env.ts'
import { readConnectionAddress } from './client.ts'
import { isBodiless } from './hold-room.ts'

/** Headers about the page that made a request; names in lower case. */
type AskedBy = { method: string; host: string; header(name: string): string | undefined }

/**
 * Whether a page of another origin than `http://<host>` made the browser ask (Fetch Metadata, and Origin where a
 * browser sends none). Another port of this machine is another origin too. Who only follows a link here, in a tab of
 * their own, is not such a page: that reads, and the page that has the link sees nothing of it.
 */
export function isAskedByForeignPage({ method, host, header }: AskedBy): boolean {
  const site = header('sec-fetch-site')
  const origin = header('origin')
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  // Forms of this site say `null` where no referrer is sent; then the browser says whose they are.
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
  fromOtherSites?: boolean | undefined
  multipartToo?: boolean | undefined
}

/**
 * Why a request that may change something is not taken: it is of another site's page (`cross_site`), or of a type that
 * a form of any site can send (`body_unreadable`). Null where there is no reason.
 *
 * @param mediaType the type of the body that is taken here; null where none is
 */
export function findForeignCall(
  c: Context,
  { mediaType, fromOtherSites = false, multipartToo = false }: ForeignCallRule,
): 'cross_site' | 'body_unreadable' | null {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return null
  if (!fromOtherSites && c.req.header('sec-fetch-site') === 'cross-site') return 'cross_site'
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined && isBodiless(c)) return null
  // Clients also say JSON where they send nothing.
  if (multipartToo && type === 'multipart/form-data') return null
  return type === (mediaType ?? 'application/json') ? null : 'body_unreadable'
}

/** Headers that proxies add. */
const forwardingHeader =
  /^(forwarded|via|cdn-loop|x-forwarded.*|x-real-ip|(.+-)?client-ip|cf-.+|x-(original|envoy|azure|appengine|vercel)-.+|tailscale-.+)$/

/**
 * Whether a request was made on this machine, for this machine: the connection comes from a loopback address, the Host
 * is a loopback name, so that no foreign name points here (DNS rebinding), no proxy headers are present, and it is not
 * from another site's page in a browser on this machine. A silent proxy on this machine that writes a loopback Host
 * looks like a person: what may be read this way has to be closed where others are served.
 */
export function isFromThisMachine(c: Context<AppEnv>): boolean {
  const host = c.req.header('host') ?? ''
  return (
    isLoopbackAddress(readConnectionAddress(c.env)) &&
    isLoopbackHost(host) &&
    !Object.keys(c.req.header()).some((name) => forwardingHeader.test(name)) &&
    !isAskedByForeignPage({ method: c.req.method, host, header: (name) => c.req.header(name) })
  )
}

/**
 * Whether a Host (RFC 9110, section 7.2), with or without a port, is this machine by name: localhost, 127.0.0.0/8 or
 * [::1].
 */
export function isLoopbackHost(host: string): boolean {
  const name = /^(localhost|\[::1\]|[\d.]+)(:\d{1,5})?$/i.exec(host)?.[1]
  return name !== undefined && (/^[a-z[]/i.test(name) || isLoopbackAddress(name))
}

function isLoopbackAddress(address: string): boolean {
  return address === '::1' || /^127(\.\d{1,3}){3}$/.test(address)
}

/**
 * An address that a browser may be sent to: absolute, http or https, on the product's own origin and without a user
 * name that looks like one, or a path that begins like another site. Null for everything else; to a browser a blob of
 * this origin has the same origin, but it is not a page.
 */
export function toOwnUrl(publicUrl: string, text: string): URL | null {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  // A page that leads on to the path alone would leave: `//evil.example`.
  if (/^\/(?:[/\\]|%2f|%5c)/i.test(url.pathname)) return null
  return url.origin === new URL(publicUrl).origin ? url : null
}
