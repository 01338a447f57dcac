import type { Transaction } from '../database/index.ts'
import type { RateLimit, RateLimits } from '../rate-limits/index.ts'
import { toMailbox } from './to-mailbox.ts'

/**
 * Takes one mail from a mailbox's share, whoever causes it. With a transaction the share is
 * taken if that commits, and others who mail the same mailbox wait for it. The narrowest limit comes first.
 *
 * All spellings of a mailbox share one share. An address that was proven to be its account's `own` has one to itself, as it is spelt: nobody
 * uses it up by the others, and nobody can add to such shares without reading the mailbox.
 */
export async function limitMailbox(
  { rateLimits }: { rateLimits: RateLimits },
  limits: readonly RateLimit[],
  address: string,
  { tx, own = false }: { tx?: Transaction; own?: boolean } = {},
): ReturnType<RateLimits['consume']> {
  const mailbox = own ? `own ${address}` : toMailbox(address)
  let taken = { allowed: true, retryAfterSeconds: 0, points: 0 }
  for (const limit of limits) {
    taken = await rateLimits.consume(limit, mailbox, tx)
    if (!taken.allowed) return taken
  }
  return taken
}
