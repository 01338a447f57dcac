import ipaddr from 'ipaddr.js'
import type { Transaction } from '../platform/database/index.ts'
import type { RateLimit, RateLimits } from '../platform/rate-limits/index.ts'
import type { Network } from '../platform/take-turns.ts'

/** The part of an address that one customer of a network has: all of IPv4, the first 64 bits of IPv6. Anything else stays what it is. */
export function toNetwork(ip: string): string {
  return listNetworks(ip)[0]?.network ?? ip
}

/**
 * The network that neighbours share: a /24 of IPv4, a /48 of IPv6. Null for what is no address of the internet, as that of this machine, or of a
 * proxy that is not believed and stands for everybody.
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
 * The networks that an address is in, the narrowest first, with how many shares each has: a customer of IPv6 can have a /56 or a /48, which is
 * 256 or 65,536 times a /64.
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
 * Takes one point from each network that an address is in, a /64, its /56 and its /48 in IPv6, until one has none left. A /56 has four times the
 * points of a /64, a /48 sixteen times.
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
