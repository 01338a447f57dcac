import type { SignUpMetadata } from '../../../contract/account.ts'
import { computeNewestDay } from '../../../domain/calendar-date.ts'
import accountMessages from '../../../words/en/account-messages.ts'
import { type Refusal, refuse } from '../../http/problem.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { isAuthRefusal } from '../auth-error.ts'
import { queueSecurityMail } from '../links/account-mails.ts'
import { addProvenUser } from '../links/prove-mailbox.ts'
import { findRegistration } from '../links/registration.ts'
import { type OpenSession, openSession } from '../sessions/session-answer.ts'
import { type Device, findSignInBlock } from '../stores/session-store.ts'
import { changeUser, lockUserByEmail } from '../stores/user-store.ts'

type ProvenSignUp = { email: string; limitedTo: string; registration: SignUpMetadata; device: Device }

/**
 * Makes an account for a person who just proved an address with a request's six digits, and signs them in. The address
 * is confirmed, and there is no password until the owner resets it. Until then the account is limited to the record of
 * that request (ONCE-12). Ends an unproven registration of the address, unless that account is banned or being erased.
 */
export async function signUpProven(
  platform: Platform,
  tx: Transaction,
  { email, limitedTo, registration, device }: ProvenSignUp,
): Promise<OpenSession | Refusal> {
  const now = platform.clock.now()
  const profile = findRegistration(registration, computeNewestDay(now))
  if (isAuthRefusal(profile)) {
    const errors = [{ path: 'phone_number', message: accountMessages.phoneNumber }]
    return refuse('validation_failed', { errors })
  }
  const earlier = await lockUserByEmail(tx, email)
  if (earlier && (earlier.emailConfirmedAt || findSignInBlock(earlier, now))) return refuse('account_exists')
  const added = await addProvenUser(platform, tx, {
    email,
    earlier,
    passwordHash: null,
    metadata: registration,
    profile,
  })
  if (!added) return refuse('account_exists')
  const user = await changeUser(tx, added.id, { limitedTo }, now)
  await queueSecurityMail(platform, tx, user, 'account_opened')
  return openSession(tx, { user, method: 'otp', device, now })
}
