import type { Context } from 'hono'
import { isBodiless } from './hold-room.ts'

/** What a request says about the page that made it; header names in lower case. */
export type AskedBy = { method: string; host: string; header(name: string): string | undefined }

/**
 * Whether a page of another origin than `http://<host>` made the browser ask (Fetch Metadata, and Origin where a browser sends none). Another
 * port of this machine is another origin too. Who only follows a link here, in a tab of their own, is not such a page: that reads, and the
 * page that has the link sees nothing of it.
 */
export function isAskedByForeignPage({ method, host, header }: AskedBy): boolean {
  const site = header('sec-fetch-site')
  const origin = header('origin')
  const isOwnSite = site === undefined || site === 'same-origin' || site === 'none'
  // Forms of our own pages say `null` where no referrer is to be told; then the browser says whose they are.
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

/**
 * Why a request that may change something is not taken: it is of another site's page (`cross_site`), or of a type that a form of any site can
 * send (`body_unreadable`). Null where there is no reason.
 *
 * @param mediaType the type of the body that is taken here; null where none is
 */
export function findForeignCall(
  c: Context,
  { mediaType, fromOtherSites = false }: { mediaType: string | null; fromOtherSites?: boolean | undefined },
): 'cross_site' | 'body_unreadable' | null {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return null
  if (!fromOtherSites && c.req.header('sec-fetch-site') === 'cross-site') return 'cross_site'
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type === undefined && isBodiless(c)) return null
  // Clients also say JSON where they send nothing.
  return type === (mediaType ?? 'application/json') ? null : 'body_unreadable'
}
