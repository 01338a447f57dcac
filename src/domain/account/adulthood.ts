import { type CalendarDate, computeAge } from '../calendar-date.ts'

/** The age from which a person may register or create a verification (SIGNUP-5, CREATE-6). */
export const minimumAgeYears = 18

/** Nobody alive was born earlier; catches a mistyped century. */
export const maximumAgeYears = 130

/** Whether a person born on `dateOfBirth` is an adult on `today`, by exact age (SIGNUP-5). */
export function isAdultOn(dateOfBirth: CalendarDate, today: CalendarDate): boolean {
  const age = computeAge(dateOfBirth, today)
  return age >= minimumAgeYears && age <= maximumAgeYears
}
