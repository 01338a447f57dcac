import { accountLimits } from '../../domain/account/limits.ts'
import { accountMessages } from '../../domain/account/messages.ts'
import { newPasswordFaults } from '../../domain/account/new-password.ts'
import { isCommonPassword } from '../platform/passwords/index.ts'
import { type AuthRefusal, refuseAuth, type WeakPasswordReason } from './auth-error.ts'

/** What is wrong with a password, in the client's terms. */
export type PasswordWeakness = { message: string; reasons: WeakPasswordReason[] }

const tooShort = `Password should be at least ${accountLimits.passwordMin} characters.`
const tooCommon = 'Password is known to be weak and easy to guess, please choose a different one.'

/** The faults of a password at sign-up by its length alone, which the protocol looks at before the address. */
export function signUpLengthFault(password: string): AuthRefusal | null {
  if (password.length > accountLimits.passwordMax) return tooLong
  if (password.length >= accountLimits.passwordMin) return null
  return refuseAuth('weak_password', { message: tooShort, reasons: ['length'] })
}

/** Whether a password that the account already has would be refused at sign-up today; null when it is good. */
export function weaknessOf(password: string): PasswordWeakness | null {
  if (password.length < accountLimits.passwordMin) return { message: tooShort, reasons: ['length'] }
  return isCommonPassword(password) ? { message: tooCommon, reasons: ['pwned'] } : null
}

/** What a new password (reset, settings) lacks: the reset rules of document 1, section 5, and not being a common one. */
export function newPasswordFault(password: string): AuthRefusal | null {
  if (password.length > accountLimits.passwordMax) return tooLong
  const faults = newPasswordFaults(password)
  const reasons: WeakPasswordReason[] = []
  if (faults.includes(accountMessages.newPasswordLength)) reasons.push('length')
  if (faults.some((fault) => fault !== accountMessages.newPasswordLength)) reasons.push('characters')
  if (isCommonPassword(password)) reasons.push('pwned')
  if (reasons.length === 0) return null
  const sentences = [...faults.map((fault) => `${fault}.`), ...(reasons.includes('pwned') ? [tooCommon] : [])]
  return refuseAuth('weak_password', { message: sentences.join(' '), reasons })
}

const tooLong = refuseAuth('validation_failed', {
  message: `Password cannot be longer than ${accountLimits.passwordMax} characters`,
})
