import type { Context } from 'hono'

/** What a request shows as its bearer token (RFC 6750, section 2.1), whatever it is; null when it shows none. */
export function findBearer(c: Context): string | null {
  return /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}
