import { type Refusal, refuse } from '../../http/refusal.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Account } from '../sessions/authenticate.ts'
import { findMissingProof } from './fresh-proof.ts'
import { findUserById } from './user-store.ts'

/**
 * Asks whoever is signed in to prove it once more, by their password or a code that was mailed to them. Null when they did; every try counts
 * as one at the sign-in does.
 */
export async function proveAgain(
  platform: Platform,
  account: Account,
  { password, code, ip }: { password?: string | undefined; code?: string | undefined; ip: string },
): Promise<Refusal | null> {
  const user = await findUserById(platform.database, account.id)
  if (!user) return refuse('authentication_required')
  const refusal = await findMissingProof(platform, { user }, { currentPassword: password, nonce: code, ip })
  if (!refusal) return null
  if (refusal.authRefused === 'over_request_rate_limit') {
    return refuse('rate_limited', { retryAfterSeconds: refusal.retryAfterSeconds ?? 60 })
  }
  return refuse(code === undefined ? 'password_wrong' : 'mailed_code_wrong')
}
