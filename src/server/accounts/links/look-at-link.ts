import type { MailedLinkView } from '../../../contract/mailed-link.ts'
import { hashHex } from '../../platform/hash-hex.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { findReasonToShut } from '../users/policy.ts'
import { findUserById } from '../users/user-store.ts'
import { isChangeHalf, type LinkKind, linkKinds } from './link-kinds.ts'
import { judgeVouching } from './link-proof.ts'
import { findLinkToken } from './one-time-token-store.ts'
import { findUsedLink } from './used-link-store.ts'

/** Looks at a link without using it. `bearer` is who is signed in where it was opened. */
export async function lookAtLink(
  { clock, database }: Platform,
  { token, type, bearer }: { token: string; type: LinkKind; bearer: SignedIn | null },
): Promise<MailedLinkView> {
  const hash = hashHex(token)
  const now = clock.now()
  const found = await findLinkToken(database, hash, linkKinds[type], now)
  const user = found && (await findUserById(database, found.userId))
  if (!found || !user || findReasonToShut(user, now)) {
    const used = await findUsedLink(database, hash, linkKinds[type])
    return used ? { state: 'used', ...used } : { state: 'void' }
  }
  const isChange = isChangeHalf(found.kind)
  if (isChange && !user.newEmail) return { state: 'void' }
  const isSettled = user.emailConfirmedAt !== null || isChange
  const vouched = judgeVouching(user, found, { bearer, matched: [], newPasswordHash: null })
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
