import { type CalendarDate, computeAge } from '../calendar-date.ts'

/** Lengths in characters. The minimums are those of SIGNUP-4 and PASSWORD-2; the maximums only bound the input. */
export const accountLimits = {
  emailMax: 255,
  passwordMin: 6,
  newPasswordMin: 8,
  passkeyNameMax: 120,
  passwordMax: 256,
  fullNameMin: 2,
  fullNameMax: 200,
  addressMin: 5,
  addressMax: 500,
  phoneNumberMin: 5,
  phoneNumberMax: 40,
} as const

/** Days during which signing in cancels the closing of an account. */
export const graceDays = 7

/** The maximum lifetime of a session, however often it is used. The settings page shows it. */
export const sessionLifeDays = 30

/** The age from which a person may register or create a verification (SIGNUP-5, CREATE-6). */
export const minimumAgeYears = 18

/** Earlier than any living person's birth; catches a mistyped century. */
export const maximumAgeYears = 130

/** Whether a person born on `dateOfBirth` is an adult on `today`, by exact age (SIGNUP-5). */
export function isAdultOn(dateOfBirth: CalendarDate, today: CalendarDate): boolean {
  const age = computeAge(dateOfBirth, today)
  return age >= minimumAgeYears && age <= maximumAgeYears
}

type NewPasswordFault =
  | 'newPasswordLength'
  | 'newPasswordUppercase'
  | 'newPasswordLowercase'
  | 'newPasswordNumber'

/** Lists the rules that a new password (reset, settings) breaks, in the order of PASSWORD-2. Empty for a valid one. */
export function listNewPasswordFaults(password: string): NewPasswordFault[] {
  const faults: NewPasswordFault[] = []
  if (password.length < accountLimits.newPasswordMin) faults.push('newPasswordLength')
  if (!/\p{Lu}/u.test(password)) faults.push('newPasswordUppercase')
  if (!/\p{Ll}/u.test(password)) faults.push('newPasswordLowercase')
  if (!/\p{Nd}/u.test(password)) faults.push('newPasswordNumber')
  return faults
}

export const activityDays = 90
