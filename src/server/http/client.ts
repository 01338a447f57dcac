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
 * Sets the client's address: the address of the connection or, behind a trusted proxy, the last entry of
 * X-Forwarded-For, which the proxy itself wrote. The client can forge the entries before it.
 */
export function noteClientAddress(trustProxy: boolean) {
  return createMiddleware<AppEnv>(async (c, next) => {
    const forwarded = trustProxy ? c.req.header('x-forwarded-for')?.split(',').at(-1) : undefined
    c.set('clientIp', parseAddress(forwarded) ?? readConnectionAddress(c.env))
    await next()
  })
}

/** The remote address of the connection; `unknown` without a connection, as for a request made in a test. */
export function readConnectionAddress(bindings: unknown): string {
  return (
    parseAddress((bindings as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress) ??
    'unknown'
  )
}

/**
 * Parses and normalises an address: proxies also write `1.2.3.4:567`, `[2001:db8::1]:567` and, for IPv4 on an IPv6
 * socket, `::ffff:1.2.3.4`. Returns null when the text holds no address.
 */
export function parseAddress(text: string | undefined): string | null {
  const [, bracketed, dotted] = /^\s*(?:\[([^\]]+)\](?::\d+)?|([\d.]+):\d+)\s*$/.exec(text ?? '') ?? []
  const ip = bracketed ?? dotted ?? text?.trim() ?? ''
  return isIP(ip) ? ipaddr.process(ip).toString() : null
}

/**
 * The part of an address that identifies one customer of a network: the whole IPv4 address, or the first 64 bits of an
 * IPv6 address. Returns any other text unchanged.
 */
export function toNetwork(ip: string): string {
  return listNetworks(ip)[0]?.network ?? ip
}

/** The network shared by neighbours: an IPv4 /24 or an IPv6 /48. Returns any other text unchanged. */
export function toWideNetwork(ip: string): string {
  return (listNetworks(ip).at(-1)?.network ?? ip).replace(/^([\d.]+)\.\d+$/, '$1.0/24')
}

/**
 * `toWideNetwork` of an address on the public internet. Null for another one, such as this machine's, or that of an
 * untrusted proxy, which all of its clients share.
 */
export function toPublicNetwork(ip: string): string | null {
  return ipaddr.isValid(ip) && ipaddr.process(ip).range() === 'unicast' ? toWideNetwork(ip) : null
}

/**
 * The networks an address is in, narrowest first, with the number of shares of each: an IPv6 customer can have a /56 or
 * a /48, which holds 256 or 65,536 times as many addresses as a /64.
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
 * Takes one point from each network an address is in (for IPv6 a /64, its /56 and its /48), and stops at the first that
 * has none left. A /56 has four times the points of a /64, a /48 sixteen times.
 *
 * @param of an additional key to count the points by, such as a link
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

export async function resetForClient(
  rateLimits: RateLimits,
  limit: RateLimit,
  ip: string,
  of = '',
): Promise<void> {
  for (const { network } of listNetworks(ip)) await rateLimits.reset(limit, `${of}${network}`)
}

/** The network and browser of a client; null where unknown. Only their keyed hashes are stored. */
export type ClientTraces = { network: string | null; browser: string | null }

/**
 * Cookie that marks the browser in which a request was made. It grants no access. Behind https its name begins with
 * `__Host-`, so that no other host of the domain can set it.
 */
const cookieName = 'request-made-here'

export function readTraces(c: Context<AppEnv>): ClientTraces {
  const browser = getCookie(c, cookieName, 'host') ?? getCookie(c, cookieName) ?? ''
  return {
    network: toPublicNetwork(c.get('clientIp')),
    browser: /^[\w-]{22}$/.test(browser) ? browser : null,
  }
}

/** Like `readTraces`, but marks an unmarked browser, for as long as a request waits for its third party. */
export function ensureTraces(
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

/** The bearer token of a request (RFC 6750, section 2.1), unverified; null without one. */
export function findBearer(c: Context): string | null {
  return /^bearer +(\S+) *$/i.exec(c.req.header('authorization') ?? '')?.[1] ?? null
}
