import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { type AuthRefusal, refuseAuth } from './auth-error.ts'
import { dropFlows } from './flow-state-store.ts'
import { forgetGuesses, limitGuesses } from './limits.ts'
import { dropTokens } from './one-time-token-store.ts'
import { newPasswordFault } from './password-policy.ts'
import { isFreshlyProvenByMail } from './policy.ts'
import { isReauthenticationCode } from './reauthenticate.ts'
import { endSessions, type SignedIn } from './session-store.ts'
import { changeUser, type UserRow } from './user-store.ts'

export type PasswordWish = {
  password?: string | undefined
  currentPassword?: string | undefined
  nonce?: string | undefined
  ip: string
}

/** A password that may be set, as long as the account still has the hash that it `replaces`. */
export type NewPassword = { hash: string; replaces: string | null }

/** Checks a wished password and who wishes it; null when none is wished. Writes nothing. */
export async function readNewPassword(
  platform: Platform,
  signedIn: SignedIn,
  wish: PasswordWish,
): Promise<NewPassword | null | AuthRefusal> {
  const { password } = wish
  if (password === undefined) return null
  const { email, userMetadata } = signedIn.user
  const fault = await newPasswordFault(platform, password, { ...userMetadata, email })
  if (fault) return fault
  const unproven = await proofMissing(platform, signedIn, wish)
  if (unproven) return unproven
  const replaces = signedIn.user.passwordHash
  if (replaces !== null && (await platform.passwords.verify(replaces, password)))
    return refuseAuth('same_password')
  return { hash: await platform.passwords.hash(password), replaces }
}

/**
 * A session alone must not be enough to take an account over for good: the current password, a mailed code, or having just come through a
 * mailed link is asked for too. Null when that is there.
 */
async function proofMissing(
  platform: Platform,
  { user, amr }: SignedIn,
  { currentPassword, nonce, ip }: PasswordWish,
): Promise<AuthRefusal | null> {
  if (user.passwordHash === null || isFreshlyProvenByMail(amr, platform.clock.now())) return null
  if (nonce !== undefined) {
    return (await isReauthenticationCode(platform, user.id, nonce))
      ? null
      : refuseAuth('reauthentication_not_valid')
  }
  if (currentPassword === undefined) return refuseAuth('current_password_required')
  const limited = await limitGuesses(platform, user.email, ip)
  if (limited) return limited
  if (!(await platform.passwords.verify(user.passwordHash, currentPassword))) {
    return refuseAuth('current_password_invalid')
  }
  await forgetGuesses(platform, user.email, ip)
  return null
}

/**
 * Sets the password, ends all sessions but the calling one, makes mailed links void and enqueues the notice. Refuses, having changed nothing,
 * when the password was changed since the new one was checked. The user's row must be locked.
 */
export async function setPassword(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  { sessionId, password }: { sessionId: string; password: NewPassword },
): Promise<UserRow | AuthRefusal> {
  if (user.passwordHash !== password.replaces) {
    return refuseAuth('conflict', { message: 'The password was changed meanwhile' })
  }
  const now = platform.clock.now()
  await dropTokens(tx, user.id)
  await dropFlows(tx, user.id)
  await endSessions(tx, user.id, 'others', sessionId)
  await platform.jobs.enqueue(tx, 'mail-password-notice', { to: user.email, at: now.toISOString() })
  return changeUser(tx, user.id, { passwordHash: password.hash }, now)
}
