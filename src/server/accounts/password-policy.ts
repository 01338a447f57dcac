import {
  type GuessableReason,
  guessableWords,
  type KnownPerson,
} from '../../domain/account/guessable-password.ts'
import { accountLimits } from '../../domain/account/limits.ts'
import { accountMessages } from '../../domain/account/messages.ts'
import { newPasswordFaults } from '../../domain/account/new-password.ts'
import type { Platform } from '../platform/platform.ts'
import { type AuthRefusal, refuseAuth, type WeakPasswordReason } from './auth-error.ts'

/** What is wrong with a password, in the client's terms. */
export type PasswordWeakness = { message: string; reasons: WeakPasswordReason[] }

const tooShort = `Password should be at least ${accountLimits.passwordMin} characters.`

const tooBusy = refuseAuth('over_request_rate_limit', { retryAfterSeconds: 5 })

/** The faults of a password at sign-up by its length alone, which the protocol looks at before the address. */
export function signUpLengthFault(password: string): AuthRefusal | null {
  if (password.length > accountLimits.passwordMax) return tooLong
  if (password.length >= accountLimits.passwordMin) return null
  return refuseAuth('weak_password', { message: tooShort, reasons: ['length'] })
}

/** The refusal of a password of good length that is guessed in a moment by somebody who knows the person. */
export async function guessableFault(
  platform: Platform,
  password: string,
  person: KnownPerson,
): Promise<AuthRefusal | null> {
  const reason = await platform.passwords.guess(password, person)
  if (reason === 'busy') return tooBusy
  return reason && refuseAuth('weak_password', weakness(reason))
}

/** Whether a password that the account already has would be refused at sign-up today; null when it is good. */
export async function weaknessOf(
  platform: Platform,
  password: string,
  person: KnownPerson,
): Promise<PasswordWeakness | null> {
  if (password.length < accountLimits.passwordMin) return { message: tooShort, reasons: ['length'] }
  const reason = await platform.passwords.guess(password, person)
  return reason && reason !== 'busy' ? weakness(reason) : null
}

/** What a new password (reset, settings) lacks: the reset rules of document 1, section 5, and then not being guessed in a moment. */
export async function newPasswordFault(
  platform: Platform,
  password: string,
  person: KnownPerson,
): Promise<AuthRefusal | null> {
  if (password.length > accountLimits.passwordMax) return tooLong
  const faults = newPasswordFaults(password)
  const reasons: WeakPasswordReason[] = []
  if (faults.includes(accountMessages.newPasswordLength)) reasons.push('length')
  if (faults.some((fault) => fault !== accountMessages.newPasswordLength)) reasons.push('characters')
  if (reasons.length === 0) return guessableFault(platform, password, person)
  return refuseAuth('weak_password', { message: faults.map((fault) => `${fault}.`).join(' '), reasons })
}

/** The client knows three reasons: `pwned` for what is in everybody's list, `characters` for the rest. */
function weakness(reason: GuessableReason): PasswordWeakness {
  return { message: guessableWords[reason], reasons: [reason === 'common' ? 'pwned' : 'characters'] }
}

const tooLong = refuseAuth('validation_failed', {
  message: `Password cannot be longer than ${accountLimits.passwordMax} characters`,
})
