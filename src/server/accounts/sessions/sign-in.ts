import { accountLimits } from '../../../domain/account/limits.ts'
import type { Platform } from '../../platform/platform.ts'
import { forgetGuesses, limitGuesses } from '../limits.ts'
import { readEmail } from '../users/email-address.ts'
import { findLengthWeakness, type PasswordWeakness } from '../users/password-policy.ts'
import { findReasonToShut } from '../users/policy.ts'
import { findUserByEmail } from '../users/user-store.ts'
import { type AuthRefusal, authErrors, isAuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { type SessionAnswer, writeSessionAnswer } from '../wire/session-answer.ts'
import { noteSecurityEvent, noteSignIn } from './security-events.ts'
import { type Device, openSessionByHash } from './session-store.ts'

/** The same whether or not the address has an account (SIGNIN-12). */
const lockedOut = `${authErrors.over_request_rate_limit.message} You don't have to wait if you choose a new password: "Forgot your password?" mails you a link.`

export type SignInRequest = { email: string; password: string; device: Device }

/**
 * Opens a session for the right password. An unknown address and a wrong password get the same refusal after the same work; an unconfirmed
 * address may sign in. `weak_password` tells that the password is shorter than one may be today, null when it is not.
 */
export async function signIn(
  platform: Platform,
  { email: given, password, device }: SignInRequest,
): Promise<(SessionAnswer & { weak_password: PasswordWeakness | null }) | AuthRefusal> {
  const { clock, database, passwords } = platform
  const parsed = readEmail(given)
  const email = isAuthRefusal(parsed) ? given.slice(0, accountLimits.emailMax) : parsed
  const limited = await limitGuesses(platform, email, device.ip)
  const known = isAuthRefusal(parsed) ? null : await findUserByEmail(database, email)
  const refuseSignIn = (refusal: AuthRefusal) => {
    noteSecurityEvent(platform, 'sign_in_refused', { userId: known?.id, reason: refusal.authRefused })
    return refusal
  }
  if (limited) return refuseSignIn({ ...limited, message: lockedOut })
  const isPossible = password.length <= accountLimits.passwordMax
  const matches = await passwords.verify(
    isPossible ? (known?.passwordHash ?? null) : null,
    isPossible ? password : '',
  )
  if (!known?.passwordHash || !matches) return refuseSignIn(refuseAuth('invalid_credentials'))
  const shut = findReasonToShut(known, clock.now())
  if (shut) return refuseSignIn(refuseAuth(shut))

  const { passwordHash } = known
  const session = { userId: known.id, method: 'password', device, now: clock.now() } as const
  // The password may have been changed while the old one was being checked.
  const opened = await openSessionByHash(database, { ...session, passwordHash })
  if (!opened) return refuseSignIn(refuseAuth('invalid_credentials'))
  noteSignIn(platform, opened)
  await forgetGuesses(platform, email, device.ip)
  return { ...(await writeSessionAnswer(platform, opened)), weak_password: findLengthWeakness(password) }
}
