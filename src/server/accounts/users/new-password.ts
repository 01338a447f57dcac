import type { Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { endPending } from '../links/end-pending.ts'
import { passwordMailJob } from '../links/password-mail.ts'
import { endSessions, type SignedIn } from '../sessions/session-store.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { type FreshProof, findMissingProof } from './fresh-proof.ts'
import { findNewPasswordFault } from './password-policy.ts'
import { isFreshlyProvenByMail } from './policy.ts'
import { changeUser, type UserMetadata, type UserRow } from './user-store.ts'

/** A password, and what is to change together with it, which is as easily guessed. */
export type PasswordWish = FreshProof & {
  password?: string | undefined
  email?: string | undefined
  data?: UserMetadata | undefined
}

/** A password that may be set, as long as the account still has the hash that it `replaces`. */
export type NewPassword = { hash: string; replaces: string | null }

/** Checks a wished password and who wishes it; null when none is wished. Writes nothing. */
export async function checkNewPassword(
  platform: Platform,
  signedIn: SignedIn,
  wish: PasswordWish,
): Promise<NewPassword | null | AuthRefusal> {
  const { password } = wish
  if (password === undefined) return null
  const { email, userMetadata } = signedIn.user
  const wisher = { ip: wish.ip, userId: signedIn.user.id }
  const known = [
    { ...userMetadata, email },
    { ...wish.data, email: wish.email },
  ]
  const fault = await findNewPasswordFault(platform, password, known, wisher)
  if (fault) return fault
  const replaces = signedIn.user.passwordHash
  // Having just come through a mailed link is as good: who reads the mailbox could reset the password anyway.
  const isProven = replaces === null || isFreshlyProvenByMail(signedIn.amr, platform.clock.now())
  const unproven = isProven ? null : await findMissingProof(platform, signedIn, wish)
  if (unproven) return unproven
  if (replaces !== null && (await platform.passwords.verify(replaces, password)))
    return refuseAuth('same_password')
  return { hash: await platform.passwords.hash(password), replaces }
}

/**
 * Sets the password, ends all sessions but the calling one and everything that was pending, and enqueues the mail that says so. Refuses, having changed
 * nothing, when the password was changed since the new one was checked. The user's row must be locked.
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
  await endPending(tx, user.id, { now })
  await endSessions(tx, user.id, 'others', sessionId)
  const content = { to: user.email, at: now.toISOString() }
  await queueMail(platform, tx, passwordMailJob, content, { accountId: user.id })
  return changeUser(tx, user.id, { passwordHash: password.hash }, now)
}
