import { consumeForClient, resetForClient, toNetwork } from '../http/client.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { RateLimit } from '../platform/rate-limits/index.ts'
import { hasSessionFrom } from './sessions/session-store.ts'
import { type AuthRefusal, refuseAuth } from './wire/auth-error.ts'

const fiveMinutes = 5 * 60

/** Calls per client address (AUTH-19). */
export const callLimits = {
  token: { name: 'auth-token', points: 150, seconds: fiveMinutes },
  verify: { name: 'auth-verify', points: 30, seconds: fiveMinutes },
  look: { name: 'auth-look', points: 60, seconds: fiveMinutes },
  signUp: { name: 'auth-signup', points: 30, seconds: fiveMinutes },
  recover: { name: 'auth-recover', points: 30, seconds: fiveMinutes },
  resend: { name: 'auth-resend', points: 30, seconds: fiveMinutes },
  otp: { name: 'auth-otp', points: 30, seconds: fiveMinutes },
  updateUser: { name: 'auth-update-user', points: 30, seconds: fiveMinutes },
  reauthenticate: { name: 'auth-reauthenticate', points: 30, seconds: fiveMinutes },
  passkeyOptions: { name: 'auth-passkey-options', points: 60, seconds: fiveMinutes },
  passkeyVerify: { name: 'auth-passkey-verify', points: 30, seconds: fiveMinutes },
  passkeys: { name: 'auth-passkeys', points: 30, seconds: fiveMinutes },
  factors: { name: 'auth-factors', points: 60, seconds: fiveMinutes },
} as const satisfies Record<string, RateLimit>

/** Wrong passwords for one account from one client address. */
const guessesFromAddress = { name: 'password-from-address', points: 10, seconds: 15 * 60 }

/** Wrong passwords for one account from addresses where it has never been signed in, all together. */
const guessesFromStrangers = { name: 'password-from-strangers', points: 50, seconds: 60 * 60 }

/** The client network that used a link mailed to an account's address: the reader of its mailbox is no stranger. */
const mailboxReadFrom = { name: 'mailbox-read-from', points: 1, seconds: 60 * 60 }

/** How long one mail of a kind keeps the next one away. */
export const mailIntervalSeconds = 60

/** Mails of one kind to one person. */
const makeMailInterval = (kind: string): RateLimit => ({
  name: `mail-${kind}`,
  points: 1,
  seconds: mailIntervalSeconds,
})

/** Mails of any kind to one person that others than the signed-in person can cause. */
const mailsPerHour = { name: 'mail-all', points: 10, seconds: 60 * 60 }

const refuseTooManyRequests = (retryAfterSeconds: number) =>
  refuseAuth('over_request_rate_limit', { retryAfterSeconds })

/** Takes one call from the client address's share; a refusal when none was left. */
export async function limitCalls(
  platform: Platform,
  limit: RateLimit,
  ip: string,
): Promise<AuthRefusal | null> {
  const taken = await consumeForClient(platform.rateLimits, limit, ip)
  return taken.allowed ? null : refuseTooManyRequests(taken.retryAfterSeconds)
}

/**
 * Takes one try at the password of an address, whether or not there is such an account, before the password is looked
 * at, so that parallel guesses count too. Strangers cannot lock the owner out: where the account is signed in already,
 * or a link that was mailed to its address was used within the hour, only that address's own tries count.
 */
export async function limitGuesses(
  platform: Platform,
  email: string,
  ip: string,
): Promise<AuthRefusal | null> {
  const fromAddress = await consumeForClient(platform.rateLimits, guessesFromAddress, ip, `${email}:`)
  if (!fromAddress.allowed) return refuseTooManyRequests(fromAddress.retryAfterSeconds)
  const fromStrangers = await platform.rateLimits.consume(guessesFromStrangers, email)
  const network = toNetwork(ip)
  if (fromStrangers.allowed || (await hasSessionFrom(platform.database, email, network))) return null
  if ((await platform.rateLimits.countTaken(mailboxReadFrom, `${email}:${network}`)) > 0) return null
  return refuseTooManyRequests(fromStrangers.retryAfterSeconds)
}

/**
 * Keeps wrong passwords of others, and the earlier ones of this client network, from locking out who just used a link
 * mailed to the address.
 */
export async function noteMailboxRead({ rateLimits }: Platform, email: string, ip: string): Promise<void> {
  await resetForClient(rateLimits, guessesFromAddress, ip, `${email}:`)
  await rateLimits.consume(mailboxReadFrom, `${email}:${toNetwork(ip)}`)
}

/**
 * Wrong second-step codes of one account. Its password was right, so a stranger's tries count here only once they have
 * that.
 */
const codesOfAccount = { name: 'second-step', points: 20, seconds: 6 * 60 * 60 }

/** Takes one try at a second-step code before it is looked at. */
export async function consumeCodeTry({ rateLimits }: Platform, userId: string): Promise<AuthRefusal | null> {
  const { allowed, retryAfterSeconds } = await rateLimits.consume(codesOfAccount, userId)
  return allowed ? null : refuseTooManyRequests(retryAfterSeconds)
}

export async function forgetCodeTries({ rateLimits }: Platform, userId: string): Promise<void> {
  await rateLimits.reset(codesOfAccount, userId)
}

/** Forgets the tries after the right password. */
export async function forgetGuesses(platform: Platform, email: string, ip: string): Promise<void> {
  await Promise.all([
    resetForClient(platform.rateLimits, guessesFromAddress, ip, `${email}:`),
    platform.rateLimits.reset(guessesFromStrangers, email),
  ])
}

/** Takes one mail of a kind from an address's share, whether or not there is such an account. */
export async function limitMails(
  { rateLimits }: Platform,
  kind: string,
  email: string,
  share: RateLimit = mailsPerHour,
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const interval = await rateLimits.consume(makeMailInterval(kind), email)
  return interval.allowed ? rateLimits.consume(share, email) : interval
}

/** Mails that a signed-in person asks for. Strangers, who know the address, take none of these. */
const ownMailsPerHour = { name: 'mail-own', points: 10, seconds: 60 * 60 }

/** As `limitMails`, for a signed-in person. */
export const limitOwnMails = (platform: Platform, kind: string, email: string) =>
  limitMails(platform, `own-${kind}`, email, ownMailsPerHour)

/** How many addresses with an account a client network may learn of in an hour; afterwards it learns of none. */
const knownAddresses = { name: 'known-addresses', points: 3, seconds: 60 * 60 }

/**
 * Looks whether an address is free, in the caller's transaction. A network that learnt of enough known addresses has to
 * wait before anything is looked up, so that known and unknown addresses are answered alike. Its other requests wait
 * for the transaction: simultaneous ones are counted one by one.
 *
 * @param find finds the value for a free address; null for a known one
 */
export async function findFree<Found>(
  platform: Platform,
  tx: Transaction,
  ip: string,
  find: () => Promise<Found | null>,
): Promise<Found | null | AuthRefusal> {
  // A customer of IPv6 can have a /48.
  const network = toNetwork(ip).replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48')
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(knownAddresses, network, tx)
  if (!allowed) return refuseTooManyRequests(retryAfterSeconds)
  const found = await find()
  if (found !== null) await platform.rateLimits.giveBack(knownAddresses, network, tx)
  return found
}

/**
 * Wrong codes of the whole installation, of every kind that is mailed: more of them in an hour are no people who
 * mistype.
 */
const wrongCodes = { name: 'wrong-codes', points: 300, seconds: 60 * 60 }
/** Tries at one code, and how many once so many wrong ones were entered. */
const codeTries = { usual: 5, whileGuessed: 2 }

/**
 * Spends a try at a code with as many as it has just now, and counts a wrong one for the whole installation. Others who
 * enter a code wait for the transaction: those that enter one at once are counted one by one.
 */
export async function spendCodeTry<Outcome extends 'right' | 'wrong' | 'none'>(
  { rateLimits, logger }: Pick<Platform, 'rateLimits' | 'logger'>,
  tx: Transaction,
  spendOne: (maxTries: number) => Promise<Outcome>,
): Promise<Outcome> {
  const { points } = await rateLimits.consume(wrongCodes, 'all', tx)
  const outcome = await spendOne(pickMaxTries(points))
  if (outcome !== 'wrong') await rateLimits.giveBack(wrongCodes, 'all', tx)
  else if (points === wrongCodes.points)
    logger.warn({ wrongCodes: points }, 'mailed codes are possibly being guessed: each takes two tries now')
  return outcome
}

function pickMaxTries(wrong: number): number {
  return wrong > wrongCodes.points ? codeTries.whileGuessed : codeTries.usual
}

/** How many tries a code has if the next one is wrong. */
export async function findMaxTries(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  tx: Transaction,
): Promise<number> {
  return pickMaxTries((await rateLimits.countTaken(wrongCodes, 'all', tx)) + 1)
}

/** How many wrong codes were entered in the hour that runs. */
export function countWrongCodes({ rateLimits }: Pick<Platform, 'rateLimits'>): Promise<number> {
  return rateLimits.countTaken(wrongCodes, 'all')
}
