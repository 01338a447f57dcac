import { toComparableEmail } from '../../../domain/verification/verification.ts'
import { announceChange } from '../../live/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { removeAppOf } from '../stores/app-store.ts'
import { removePasskeysOf } from '../stores/passkey-store.ts'
import { endAllSessions } from '../stores/session-store.ts'
import { changeUser, lockLimited, type UserRow } from '../stores/user-store.ts'
import { queueSecurityMail } from './account-mails.ts'
import { endPending } from './one-time-tokens.ts'

/**
 * Ends the limit of an account that was opened with the six digits of a request (ONCE-12): its person used a link or
 * eight digits mailed to its address. Outside the account's sessions, that may be another person than the one who
 * opened it, so everything that opened it until now ends too. Does nothing for an account without a limit. The user's
 * row must be locked.
 */
export async function endLimit(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  { isOwnSession }: { isOwnSession: boolean },
): Promise<UserRow> {
  if (user.limitedTo === null) return user
  const now = platform.clock.now()
  // Open pages still show the one record.
  await announceChange(tx, user.id, { account: 'changed' })
  if (isOwnSession) return changeUser(tx, user.id, { limitedTo: null }, now)
  await endAllSessions(tx, user.id)
  if ((await removePasskeysOf(tx, user.id)) > 0)
    await queueSecurityMail(platform, tx, user, 'passkey_removed')
  if (await removeAppOf(tx, user.id)) await queueSecurityMail(platform, tx, user, 'app_removed')
  return changeUser(tx, user.id, { limitedTo: null, passwordHash: null }, now)
}

/**
 * Locks the account of an address, if it has a limit, before a try at eight digits that were mailed to the address.
 * Returns what the right digits do: end the limit like `endLimit`, and, outside the account's sessions, everything
 * pending.
 *
 * @param accountId the account that is signed in where the digits are typed; null without one
 */
export async function lockLimit(
  platform: Platform,
  tx: Transaction,
  { address, accountId }: { address: string; accountId: string | null },
): Promise<() => Promise<void>> {
  const user = await lockLimited(tx, toComparableEmail(address))
  return async () => {
    if (!user) return
    const isOwnSession = accountId === user.id
    if (!isOwnSession) await endPending(tx, user.id, { now: platform.clock.now() })
    await endLimit(platform, tx, user, { isOwnSession })
  }
}
