import { randomBytes } from 'node:crypto'
import { isIP } from 'node:net'
import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'
import { createMiddleware } from 'hono/factory'
import ipaddr from 'ipaddr.js'
import type { Transaction } from '../platform/database/index.ts'
import type { Settings } from '../platform/platform.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limits/index.ts'
import type { Network } from '../platform/waiting/index.ts'
import type { AppEnv } from './app-env.ts'

/**
 * Sets the client's address: that of the connection, or, behind a trusted proxy, the last entry of X-Forwarded-For,
 * which is the one that the proxy itself wrote. The entries before it are the client's own claims.
 */
export function noteClientAddress(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
    c.set('clientIp', parseAddress(forwarded) ?? readConnectionAddress(c.env))
    await next()
  })
}

/** The address of the other end of the connection; `unknown` without one, as for a request made in a test. */
export function readConnectionAddress(bindings: unknown): string {
  return (
    parseAddress((bindings as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress) ??
    'unknown'
  )
}

/**
 * The address in a text, in one way of writing it: proxies also write `1.2.3.4:567`, `[2001:db8::1]:567` and, for IPv4
 * on an IPv6 socket, `::ffff:1.2.3.4`. Null without an address.
 */
export function parseAddress(text: string | undefined): string | null {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text ?? '') ?? []
  const ip = bracketed ?? dotted ?? text?.trim() ?? ''
  return isIP(ip) ? ipaddr.process(ip).toString() : null
}

/**
 * The part of an address that identifies one customer of a network: all of IPv4, the first 64 bits of IPv6. Any other
 * text stays as it is.
 */
export function toNetwork(ip: string): string {
  return listNetworks(ip)[0]?.network ?? ip
}

/**
 * The network that neighbours share: a /24 of IPv4, a /48 of IPv6. Null for an address outside the internet, such as
 * this machine's, or of an untrusted proxy with all its clients.
 */
export function toWideNetwork(ip: string): string | null {
  if (!ipaddr.isValid(ip) || ipaddr.process(ip).range() !== 'unicast') return null
  return (
    listNetworks(ip)
      .at(-1)
      ?.network.replace(/\.\d+$/, '.0/24') ?? null
  )
}

/**
 * The networks that an address is in, the narrowest first, with how many shares each has: a customer of IPv6 can have a
 * /56 or a /48, which is 256 or 65,536 times a /64.
 */
export function listNetworks(ip: string): Network[] {
  if (!ipaddr.isValid(ip)) return [{ network: ip, shares: 1 }]
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return [{ network: address.toString(), shares: 1 }]
  const [a = 0, b = 0, c = 0, d = 0] = address.parts
  const write = (parts: number[], bits: number) =>
    `${parts.map((part) => part.toString(16)).join(':')}::/${bits}`
  return [
    { network: write([a, b, c, d], 64), shares: 1 },
    { network: write([a, b, c, d & 0xff00], 56), shares: 4 },
    { network: write([a, b, c], 48), shares: 16 },
  ]
}

/**
 * Takes one point from each network that an address is in, a /64, its /56 and its /48 in IPv6, until one has none left.
 * A /56 has four times the points of a /64, a /48 sixteen times.
 *
 * @param of what else the points are counted by, as one link
 */
export async function consumeForClient(
  rateLimits: RateLimits,
  limit: RateLimit,
  ip: string,
  of = '',
  tx?: Transaction,
): ReturnType<RateLimits['consume']> {
  let taken = { allowed: true, retryAfterSeconds: 0, points: 0 }
  for (const { network, shares } of listNetworks(ip)) {
    taken = await rateLimits.consume({ ...limit, points: limit.points * shares }, `${of}${network}`, tx)
    if (!taken.allowed) return taken
  }
  return taken
}

/** Whether a client could take another point. */
export async function hasPointsLeft(
  rateLimits: RateLimits,
  limit: RateLimit,
  ip: string,
  { of = '', tx }: { of?: string; tx?: Transaction } = {},
): Promise<boolean> {
  for (const { network, shares } of listNetworks(ip)) {
    if ((await rateLimits.countTaken(limit, `${of}${network}`, tx)) >= limit.points * shares) return false
  }
  return true
}

/** Gives the points back that a client took. */
export async function resetForClient(
  rateLimits: RateLimits,
  limit: RateLimit,
  ip: string,
  of = '',
): Promise<void> {
  for (const { network } of listNetworks(ip)) await rateLimits.reset(limit, `${of}${network}`)
}

/** The network and browser of a client; null where unknown. Only keyed hashes of them are stored. */
export type ClientTraces = { network: string | null; browser: string | null }

/**
 * Of the browser in which a request was made. It opens nothing. Behind https its name begins with `__Host-`: no other
 * host of the domain can set it.
 */
const cookieName = 'request-made-here'

export function readTraces(c: Context<AppEnv>): ClientTraces {
  const browser = getCookie(c, cookieName, 'host') ?? getCookie(c, cookieName) ?? ''
  return {
    network: toWideNetwork(c.get('clientIp')),
    browser: /^[\w-]{22}$/.test(browser) ? browser : null,
  }
}

/** The same, of a browser that is marked if it was not: for as long as a request waits for its third party. */
export function leaveTraces(
  c: Context<AppEnv>,
  { publicUrl, linkLifeDays }: Pick<Settings, 'publicUrl' | 'linkLifeDays'>,
): ClientTraces {
  const { network, browser } = readTraces(c)
  const mark = browser ?? randomBytes(16).toString('base64url')
  setCookie(c, cookieName, mark, {
    httpOnly: true,
    ...(publicUrl.startsWith('https:') ? { prefix: 'host', secure: true } : {}),
    sameSite: 'Lax',
    path: '/',
    maxAge: linkLifeDays * 24 * 60 * 60,
  })
  return { network, browser: mark }
}

/** The bearer token of a request (RFC 6750, section 2.1), unchecked; null without one. */
export function findBearer(c: Context): string | null {
  return /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}
