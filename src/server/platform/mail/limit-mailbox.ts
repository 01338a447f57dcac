import type { Transaction } from '../database/index.ts'
import type { RateLimit, RateLimits } from '../rate-limits/index.ts'
import { toMailbox } from './to-mailbox.ts'

const day = 24 * 60 * 60

/** Mails to one mailbox that strangers cause, of all kinds together: invitations, reminders, registrations, changes of address, records. */
export const strangersMails: readonly RateLimit[] = [
  { name: 'strangers-mailbox-day', points: 12, seconds: day },
]

const askedInDay: RateLimit = { name: 'asked-mailbox-day', points: 30, seconds: day }

/**
 * Mails to one mailbox by which its reader comes to what is theirs: codes, new passwords, new links to a record. Strangers' mails use up none
 * of them, and what was mailed stays good when they are used up.
 */
export const askedMails: readonly RateLimit[] = [
  { name: 'asked-mailbox', points: 10, seconds: 60 * 60 },
  askedInDay,
]

/** What is left of it when a day's are used up: an hour is how long a link to a new password is good, so its owner always has one or can get one. */
const askedAlways: RateLimit = { name: 'asked-mailbox-always', points: 1, seconds: 60 * 60 }

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
    if (!taken.allowed) return limit === askedInDay ? rateLimits.consume(askedAlways, mailbox, tx) : taken
  }
  return taken
}
