import { dictionary } from '@zxcvbn-ts/language-common'
import { accountLimits } from '../../../domain/account/limits.ts'

/** How many of the list count: well above the 3,000 that OWASP ASVS 5.0 (6.2.4) asks for, few enough not to refuse by accident. */
const listedCount = 10_000

const commonest = new Set(
  dictionary['passwords-common']
    .filter((password) => password.length >= accountLimits.passwordMin)
    .slice(0, listedCount),
)

/** Whether a password, in whatever case, is among the ones that are tried first by everybody who guesses. */
export function isCommonPassword(password: string): boolean {
  return commonest.has(password.toLowerCase())
}
