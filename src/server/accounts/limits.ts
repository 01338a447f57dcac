import { usualCodeTries } from '../../domain/verification/verification.ts'
import { consumeForClient, resetForClient, toNetwork } from '../http/client.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import type { RateLimit } from '../platform/rate-limits/index.ts'
import { type AuthRefusal, refuseAuth } from './auth-error.ts'
import { hasSessionFrom } from './stores/session-store.ts'
import type { UserRow } from './stores/user-store.ts'

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

/**
 * Wrong passwords for one account from all unknown client addresses together: those where it has never been signed in.
 */
const guessesFromStrangers = { name: 'password-from-strangers', points: 50, seconds: 60 * 60 }

/**
 * Marks a client network that used a link mailed to an account's address. A person who reads its mailbox isn't a
 * stranger.
 */
const mailboxReadFrom = { name: 'mailbox-read-from', points: 1, seconds: 60 * 60 }

/** Shortest time between two mails of one kind to one person. */
export const mailIntervalSeconds = 60

const makeMailInterval = (kind: string): RateLimit => ({
  name: `mail-${kind}`,
  points: 1,
  seconds: mailIntervalSeconds,
})

/**
 * Mails of one kind to one person that other people can cause. Each kind has its own limit, because a request counts
 * even if it mails nothing: it must not use up the mails of another kind.
 */
const makeHourlyMails = (kind: string): RateLimit => ({
  name: `mail-hour-${kind}`,
  points: 10,
  seconds: 60 * 60,
})

const refuseTooManyRequests = (retryAfterSeconds: number) =>
  refuseAuth('over_request_rate_limit', { retryAfterSeconds })

/** Counts one call against the client address's limit. Returns a refusal when the limit is exceeded. */
export async function limitCalls(
  platform: Platform,
  limit: RateLimit,
  ip: string,
): Promise<AuthRefusal | null> {
  const taken = await consumeForClient(platform.rateLimits, limit, ip)
  return taken.allowed ? null : refuseTooManyRequests(taken.retryAfterSeconds)
}

/**
 * Counts one try at the password of an address, whether or not it has an account. Call it before checking the password,
 * so that parallel guesses count too. Strangers cannot lock the owner out: where the account is already signed in, or a
 * link mailed to its address was used within the hour, only that client address's own tries count.
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
  if (await hasReadMailboxFrom(platform, email, network)) return null
  return refuseTooManyRequests(fromStrangers.retryAfterSeconds)
}

/**
 * A person who just used a mailed link isn't locked out by wrong passwords that were typed in other networks, or
 * earlier in this one.
 */
export async function noteMailboxRead({ rateLimits }: Platform, email: string, ip: string): Promise<void> {
  await resetForClient(rateLimits, guessesFromAddress, ip, `${email}:`)
  await rateLimits.consume(mailboxReadFrom, `${email}:${toNetwork(ip)}`)
}

const sixHours = 6 * 60 * 60

/**
 * Tries at the second step of one account: codes of the app and recovery codes each have their own. They come after the
 * right password, so a stranger's tries count only if the stranger has the password (TWOSTEP-6).
 */
const secondStepTries = {
  totp: { name: 'second-step', points: 20, seconds: sixHours },
  'mfa/recovery_code': { name: 'second-step-recovery', points: 20, seconds: sixHours },
} as const satisfies Record<string, RateLimit>

export type CodeMethod = keyof typeof secondStepTries

type CodeTry = { user: Pick<UserRow, 'id' | 'email'>; method: CodeMethod; ip: string }

/**
 * Counts one try at a second-step code. Call it before checking the code. All unknown networks share the account's
 * tries; a network with a session that has the second step, or in which a mailed link was used within the hour, has its
 * own, so that a stranger with the password locks no owner out. Returns the refusal, or how to forget the tries after
 * the right code.
 */
export async function consumeCodeTry(
  platform: Platform,
  { user, method, ip }: CodeTry,
): Promise<AuthRefusal | (() => Promise<void>)> {
  const { database, rateLimits } = platform
  const network = toNetwork(ip)
  const isKnown =
    (await hasReadMailboxFrom(platform, user.email, network)) ||
    (await hasSessionFrom(database, user.email, network, { withTwoSteps: true }))
  const key = isKnown ? `${user.id} ${network}` : user.id
  const { allowed, retryAfterSeconds } = await rateLimits.consume(secondStepTries[method], key)
  return allowed
    ? () => rateLimits.reset(secondStepTries[method], key)
    : refuseTooManyRequests(retryAfterSeconds)
}

/** Wrong second-step codes of an account of which its owner is told by mail. */
const wrongSecondSteps = { name: 'second-step-wrong', points: 5, seconds: sixHours }

/** Counts a wrong second-step code. True for the fifth in six hours alone: then the owner is told. */
export async function isFifthWrongCode(
  { rateLimits }: Platform,
  tx: Transaction,
  userId: string,
): Promise<boolean> {
  const { allowed, points } = await rateLimits.consume(wrongSecondSteps, userId, tx)
  return allowed && points === wrongSecondSteps.points
}

/** Whether a link mailed to the account's address was used in this network within the hour. */
async function hasReadMailboxFrom(
  { rateLimits }: Platform,
  email: string,
  network: string,
): Promise<boolean> {
  return (await rateLimits.countTaken(mailboxReadFrom, `${email}:${network}`)) > 0
}

/** Resets the counters after the right password. */
export async function forgetGuesses(platform: Platform, email: string, ip: string): Promise<void> {
  await Promise.all([
    resetForClient(platform.rateLimits, guessesFromAddress, ip, `${email}:`),
    platform.rateLimits.reset(guessesFromStrangers, email),
  ])
}

/** Counts one mail of a kind against an address's limit, whether or not the address has an account. */
export async function limitMails(
  { rateLimits }: Platform,
  kind: string,
  email: string,
  share: RateLimit = makeHourlyMails(kind),
): Promise<{ allowed: boolean; retryAfterSeconds: number }> {
  const interval = await rateLimits.consume(makeMailInterval(kind), email)
  return interval.allowed ? rateLimits.consume(share, email) : interval
}

/** Mails that a signed-in person asks for. Strangers who know the address don't use up any of them. */
const ownMailsPerHour = { name: 'mail-own', points: 10, seconds: 60 * 60 }

/** Like `limitMails`, for a signed-in person. */
export const limitOwnMails = (platform: Platform, kind: string, email: string) =>
  limitMails(platform, `own-${kind}`, email, ownMailsPerHour)

/** How many addresses with an account one client network may discover in an hour. */
const knownAddresses = { name: 'known-addresses', points: 3, seconds: 60 * 60 }

/**
 * Checks whether an address is free, in the caller's transaction. A network that has discovered too many known
 * addresses is refused before any look-up, so that known and unknown addresses get the same answer. Simultaneous
 * requests from one network wait for the transaction, so they are counted one by one.
 * @param find finds the value for a free address; null for a known one
 */
export async function findFreeAddress<Found>(
  platform: Platform,
  tx: Transaction,
  ip: string,
  find: () => Promise<Found | null>,
): Promise<Found | null | AuthRefusal> {
  // An IPv6 customer can have a /48.
  const network = toNetwork(ip).replace(/^(\w+:\w+:\w+):\w+::\/64$/, '$1::/48')
  const { allowed, retryAfterSeconds } = await platform.rateLimits.consume(knownAddresses, network, tx)
  if (!allowed) return refuseTooManyRequests(retryAfterSeconds)
  const found = await find()
  if (found !== null) await platform.rateLimits.giveBack(knownAddresses, network, tx)
  return found
}

/**
 * Wrong mailed codes of every kind in the whole installation. More in an hour suggests guessing rather than typing
 * mistakes.
 */
const wrongCodes = { name: 'wrong-codes', points: 300, seconds: 60 * 60 }
/** Tries at one code: usually, and while `wrongCodes` is exceeded. */
const codeTries = { usual: usualCodeTries, whileGuessed: 2 }

/**
 * Spends a try at a code, with the current number of tries, and counts a wrong one for the whole installation.
 * Simultaneous tries wait for the transaction, so they are counted one by one.
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

/** How many tries a code has if the next try is wrong. */
export async function findMaxTries(
  { rateLimits }: Pick<Platform, 'rateLimits'>,
  tx: Transaction,
): Promise<number> {
  return pickMaxTries((await rateLimits.countTaken(wrongCodes, 'all', tx)) + 1)
}

/** How many wrong codes were entered in the current hour. */
export function countWrongCodes({ rateLimits }: Pick<Platform, 'rateLimits'>): Promise<number> {
  return rateLimits.countTaken(wrongCodes, 'all')
}
