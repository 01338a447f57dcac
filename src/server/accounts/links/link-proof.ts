import { accountLimits } from '../../../domain/account/limits.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { findNewPasswordFault } from '../users/password-policy.ts'
import type { UserRow } from '../users/user-store.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import type { LinkToken } from './one-time-token-store.ts'

/** What somebody who uses a mailed link shows beside it. */
export type LinkProof = {
  /** Who is signed in where the link is used. */
  bearer: SignedIn | null
  /** The password of a registration of this address. */
  password?: string | undefined
  /** The password to have from now on. */
  newPassword?: string | undefined
}

/** What of it holds, in hashes that are compared again once the rows are locked. */
export type ShownProof = { bearer: SignedIn | null; matched: string[]; newPasswordHash: string | null }

/** Whose registration the reader of the mailbox vouches for: the account's, the repeated one that the link was mailed for, or nobody's. */
export type Vouched = 'account' | 'repeated' | 'none'

/** Checks what is shown, outside of any transaction because hashing takes its time. Refuses a password that belongs to no registration. */
export async function checkProof(
  platform: Platform,
  user: UserRow,
  token: LinkToken,
  { bearer, password, newPassword, ip }: LinkProof & { ip: string },
): Promise<ShownProof | AuthRefusal> {
  const { passwords } = platform
  const hashes = [token.pendingPasswordHash, user.passwordHash].filter((hash) => hash !== null)
  const matched: string[] = []
  if (password !== undefined) {
    const isPossible = password.length <= accountLimits.passwordMax
    for (const hash of isPossible ? hashes : [])
      if (await passwords.verify(hash, password)) matched.push(hash)
    if (matched.length === 0) return refuseAuth('current_password_invalid', { message: notThePassword })
  }
  if (newPassword === undefined) return { bearer, matched, newPasswordHash: null }
  // Of an unproven registration only the address is known to be its reader's, unless they show that it is theirs.
  const isOwn = user.emailConfirmedAt !== null || matched.length > 0 || bearer?.user.id === user.id
  const person = isOwn ? user.userMetadata : {}
  const fault = await findNewPasswordFault(
    platform,
    newPassword,
    { ...person, email: token.email },
    { ip, userId: user.id },
  )
  if (fault) return fault
  if (user.passwordHash !== null && (await passwords.verify(user.passwordHash, newPassword)))
    return refuseAuth('same_password')
  return { bearer, matched, newPasswordHash: await passwords.hash(newPassword) }
}

/** Being signed in vouches for the account's own registration only, never for one that was made after it. */
export function judgeVouching(user: UserRow, token: LinkToken, { bearer, matched }: ShownProof): Vouched {
  const { pendingPasswordHash } = token
  if (pendingPasswordHash !== null && matched.includes(pendingPasswordHash)) return 'repeated'
  if (user.passwordHash !== null && matched.includes(user.passwordHash)) return 'account'
  return pendingPasswordHash === null && bearer?.user.id === user.id ? 'account' : 'none'
}

const notThePassword = 'This is not the password of the registration'
