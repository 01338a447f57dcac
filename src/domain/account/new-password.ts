import { accountLimits } from './limits.ts'
import { accountMessages } from './messages.ts'

/**
 * What a new password (reset, settings) still lacks, as sentences in the order of PASSWORD-2.
 * Empty when it is good enough.
 */
export function newPasswordFaults(password: string): string[] {
  const faults: string[] = []
  if (password.length < accountLimits.newPasswordMin) faults.push(accountMessages.newPasswordLength)
  if (!/\p{Lu}/u.test(password)) faults.push(accountMessages.newPasswordUppercase)
  if (!/\p{Ll}/u.test(password)) faults.push(accountMessages.newPasswordLowercase)
  if (!/\p{Nd}/u.test(password)) faults.push(accountMessages.newPasswordNumber)
  return faults
}
