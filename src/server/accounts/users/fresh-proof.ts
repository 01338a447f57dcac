import type { Platform } from '../../platform/platform.ts'
import { forgetGuesses, limitGuesses } from '../limits.ts'
import { noteSecurityEvent } from '../sessions/security-events.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { isReauthenticationCode } from './reauthenticate.ts'

export type FreshProof = {
  currentPassword?: string | undefined
  nonce?: string | undefined
  ip: string
}

/**
 * A session alone must not be enough to take an account over for good: the current password or a mailed code is asked for too. Null when
 * that is there. Every try at either counts.
 */
export async function findMissingProof(
  platform: Platform,
  { user }: Pick<SignedIn, 'user'>,
  proof: FreshProof,
): Promise<AuthRefusal | null> {
  const refusal = await tryProof(platform, user, proof)
  if (refusal && refusal.authRefused !== 'current_password_required')
    noteSecurityEvent(platform, 'proof_refused', { userId: user.id, reason: refusal.authRefused })
  return refusal
}

async function tryProof(
  platform: Platform,
  user: SignedIn['user'],
  { currentPassword, nonce, ip }: FreshProof,
): Promise<AuthRefusal | null> {
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
