import { emailSchema } from '../../../contract/account.ts'
import { isMailAddress } from '../../platform/mail/index.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'

/**
 * The address as it is stored and looked up: lower case, without white space around it. A control character anywhere, a trailing line
 * break included, is refused rather than trimmed.
 */
export function readEmail(given: string): string | AuthRefusal {
  const parsed = emailSchema.safeParse(given)
  const email = parsed.success ? parsed.data.toLowerCase() : null
  if (email === null || /\p{Cc}/u.test(given) || !isMailAddress(email)) {
    return refuseAuth('validation_failed', { message: 'Unable to validate email address: invalid format' })
  }
  return email
}
