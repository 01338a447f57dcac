import { emailSchema } from '../../contract/account.ts'
import type { GuessableReason, KnownPeople } from '../../domain/account/guessable-password.ts'
import { accountLimits, listNewPasswordFaults } from '../../domain/account/limits.ts'
import accountMessages from '../../words/en/account-messages.ts'
import guessableWords from '../../words/en/guessable-password.ts'
import { listNetworks } from '../http/client.ts'
import { isMailAddress } from '../platform/mail/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type AuthRefusal, refuseAuth, type WeakPasswordReason } from './auth-error.ts'

/** The sender of a new password, and its account if there is one. Each has a share of the strength estimator. */
type Requester = { ip: string; userId?: string }

/** The weaknesses of a password, in the client's terms. */
export type PasswordWeakness = { message: string; reasons: WeakPasswordReason[] }

const tooShort = `Password should be at least ${accountLimits.passwordMin} characters.`

const tooBusy = refuseAuth('over_request_rate_limit', { retryAfterSeconds: 5 })

/** Checks the length of a sign-up password, which the protocol does before it checks the address. */
export function findSignUpLengthFault(password: string): AuthRefusal | null {
  if (password.length > accountLimits.passwordMax) return tooLong
  if (password.length >= accountLimits.passwordMin) return null
  return refuseAuth('weak_password', { message: tooShort, reasons: ['length'] })
}

/**
 * Refuses a password that is long enough but easy to guess for a person who knows the owner. Also refuses when too many
 * passwords of the same sender wait for the estimator.
 */
export async function findGuessableFault(
  platform: Platform,
  password: string,
  known: KnownPeople,
  { ip, userId }: Requester,
): Promise<AuthRefusal | null> {
  const reason = await platform.passwords.guess(password, known, {
    networks: listNetworks(ip),
    sender: userId,
  })
  if (reason === 'busy') return tooBusy
  return reason && refuseAuth('weak_password', describeWeakness(reason))
}

/**
 * Checks only the length of a password, for accounts that already have it, so that signing in does not wait for the
 * estimator. Null when it is long enough.
 */
export function findLengthWeakness(password: string): PasswordWeakness | null {
  return password.length < accountLimits.passwordMin ? { message: tooShort, reasons: ['length'] } : null
}

/** Checks a new password (reset, settings) against the rules of PASSWORD-2, then whether it is easy to guess. */
export async function findNewPasswordFault(
  platform: Platform,
  password: string,
  known: KnownPeople,
  requester: Requester,
): Promise<AuthRefusal | null> {
  if (password.length > accountLimits.passwordMax) return tooLong
  const faults = listNewPasswordFaults(password)
  const reasons: WeakPasswordReason[] = []
  if (faults.includes('newPasswordLength')) reasons.push('length')
  if (faults.some((fault) => fault !== 'newPasswordLength')) reasons.push('characters')
  if (reasons.length === 0) return findGuessableFault(platform, password, known, requester)
  return refuseAuth('weak_password', {
    message: faults.map((fault) => `${accountMessages[fault]}.`).join(' '),
    reasons,
  })
}

/** The client has three reasons: `pwned` stands for passwords in public lists, `characters` for the rest. */
function describeWeakness(reason: GuessableReason): PasswordWeakness {
  return { message: guessableWords[reason], reasons: [reason === 'common' ? 'pwned' : 'characters'] }
}

const tooLong = refuseAuth('validation_failed', {
  message: `Password cannot be longer than ${accountLimits.passwordMax} characters`,
})

/**
 * Returns the address in its stored form: lower case, without surrounding white space. Refuses control characters,
 * including a trailing line break, rather than trimming them.
 */
export function readEmail(given: string): string | AuthRefusal {
  const parsed = emailSchema.safeParse(given)
  const email = parsed.success ? parsed.data.toLowerCase() : null
  if (email === null || /\p{Cc}/u.test(given) || !isMailAddress(email)) {
    return refuseAuth('validation_failed', { message: 'Unable to validate email address: invalid format' })
  }
  return email
}
