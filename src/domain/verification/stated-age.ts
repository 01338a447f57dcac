import { maximumAgeYears } from '../account/adulthood.ts'
import { toLatinDigits } from '../latin-digits.ts'

/** Whether a text states an age, as a platform shows it or somebody claims it: whole years, from 1 on. */
export function isStatedAge(text: string): boolean {
  const digits = toLatinDigits(text)
  return /^\d{1,3}$/.test(digits) && Number(digits) >= 1 && Number(digits) <= maximumAgeYears
}
