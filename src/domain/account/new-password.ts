import { accountLimits } from './limits.ts'

export type NewPasswordFault =
  | 'newPasswordLength'
  | 'newPasswordUppercase'
  | 'newPasswordLowercase'
  | 'newPasswordNumber'

/** What a new password (reset, settings) still lacks, in the order of PASSWORD-2. Empty when it is good enough. */
export function listNewPasswordFaults(password: string): NewPasswordFault[] {
  const faults: NewPasswordFault[] = []
  if (password.length < accountLimits.newPasswordMin) faults.push('newPasswordLength')
  if (!/\p{Lu}/u.test(password)) faults.push('newPasswordUppercase')
  if (!/\p{Ll}/u.test(password)) faults.push('newPasswordLowercase')
  if (!/\p{Nd}/u.test(password)) faults.push('newPasswordNumber')
  return faults
}
