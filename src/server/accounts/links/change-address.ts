import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import { toMailbox } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { releaseRegistration } from '../users/release-registration.ts'
import { changeUser, lockUnconfirmed, type UserRow } from '../users/user-store.ts'
import { endPending } from './end-pending.ts'
import { issueToken } from './issue-token.ts'
import type { ChangeHalf } from './link-kinds.ts'

export type AddressChange = {
  userId: string
  email: string
  newEmail: string
  codeChallenge: string | null
  redirectTo?: string
}

/**
 * Notes the wish for another address and mails both: the change happens once both links were used. Earlier halves no longer count. The user's
 * row must be locked.
 */
export async function issueAddressChange(
  platform: Platform,
  tx: Transaction,
  { userId, email, newEmail, ...link }: AddressChange,
): Promise<UserRow> {
  await issueToken(platform, tx, { ...link, userId, kind: 'email_change_current', email })
  await issueToken(platform, tx, { ...link, userId, kind: 'email_change_new', email: newEmail })
  const now = platform.clock.now()
  return changeUser(tx, userId, { newEmail, newEmailConfirmations: [], emailChangeSentAt: now }, now)
}

/** Whether a request of theirs is open that was sent to this address, in whatever spelling: it would make them both people of it (GATE-70). */
export async function isAskedByThemselves(q: Queryable, userId: string, address: string): Promise<boolean> {
  const open = await q.rows<{ email: string }>(sql`
    SELECT DISTINCT third_party_email AS email FROM verifications WHERE user_id = ${userId} AND status = 'pending'`)
  return open.some(({ email }) => toMailbox(email) === toMailbox(address))
}

/**
 * Notes one half; with both, the new address takes the place of the old, and a registration of it that nobody has confirmed ends: its mailbox
 * was proven here. Null when the other half is still to come. Throws a unique violation when somebody has confirmed the new address, or
 * registers it at this moment.
 */
export async function confirmAddressChange(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  half: ChangeHalf,
): Promise<UserRow | null> {
  const { newEmail } = user
  const now = platform.clock.now()
  if (!newEmail) return null
  const halves = [...new Set([...user.newEmailConfirmations, half])]
  if (halves.length < 2) {
    await changeUser(tx, user.id, { newEmailConfirmations: halves }, now)
    return null
  }
  await endPending(tx, user.id, { now })
  const unproven = await lockUnconfirmed(tx, newEmail)
  if (unproven) await releaseRegistration(platform, tx, unproven)
  return changeUser(tx, user.id, { email: newEmail, emailConfirmedAt: now }, now)
}
