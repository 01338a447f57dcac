import type { Platform } from '../platform/platform.ts'
import { isChangeHalf, type LinkKind, linkKinds } from './link-kinds.ts'
import { vouchedFor } from './link-proof.ts'
import { sha256 } from './one-time-link.ts'
import { findLinkToken, type TokenKind } from './one-time-token-store.ts'
import { isBanned } from './policy.ts'
import type { SignedIn } from './session-store.ts'
import { findUsedLink } from './used-link-store.ts'
import { findUserById } from './user-store.ts'

/** What a mailed link would do, for whoever holds it. */
export type LinkView =
  | {
      state: 'valid'
      kind: TokenKind
      /** The address that the link was mailed to. */
      email: string
      /** The account's address, and the one that it is to get; both null for other kinds of links. */
      from_email: string | null
      new_email: string | null
      /** Whether it was mailed because an unconfirmed address was registered once more. */
      repeated: boolean
      /** What the page has to ask for: nothing more than a press, or the password of a registration (or a new one). */
      asks: 'press' | 'password'
      /** Whether a new password begins the account afresh. */
      unconfirmed: boolean
    }
  | { state: 'used'; kind: TokenKind; email: string; confirmed: boolean }
  | { state: 'void' }

/** Looks at a link without using it. `bearer` is who is signed in where it was opened. */
export async function lookAtLink(
  { clock, database }: Platform,
  { token, type, bearer }: { token: string; type: LinkKind; bearer: SignedIn | null },
): Promise<LinkView> {
  const hash = sha256(token)
  const now = clock.now()
  const found = await findLinkToken(database, hash, linkKinds[type], now)
  const user = found && (await findUserById(database, found.userId))
  if (!found || !user || isBanned(user, now)) {
    const used = await findUsedLink(database, hash, linkKinds[type])
    return used ? { state: 'used', ...used } : { state: 'void' }
  }
  const isChange = isChangeHalf(found.kind)
  if (isChange && !user.newEmail) return { state: 'void' }
  const isSettled = user.emailConfirmedAt !== null || isChange
  const vouched = vouchedFor(user, found, { bearer, matched: [], newPasswordHash: null })
  return {
    state: 'valid',
    kind: found.kind,
    email: found.email,
    from_email: isChange ? user.email : null,
    new_email: isChange ? user.newEmail : null,
    repeated: found.pendingPasswordHash !== null,
    asks: isSettled || vouched === 'account' ? 'press' : 'password',
    unconfirmed: !isSettled,
  }
}
