import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endPending } from './end-pending.ts'
import { issueToken } from './issue-token.ts'
import type { ChangeHalf } from './link-kinds.ts'
import { changeUser, type UserRow } from './user-store.ts'

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

/** Notes one half; with both, the new address takes the place of the old. Null when the other half is still to come. */
export async function confirmAddressChange(
  tx: Transaction,
  user: UserRow,
  half: ChangeHalf,
  now: Date,
): Promise<UserRow | null> {
  const { newEmail } = user
  if (!newEmail) return null
  const halves = [...new Set([...user.newEmailConfirmations, half])]
  if (halves.length < 2) {
    await changeUser(tx, user.id, { newEmailConfirmations: halves }, now)
    return null
  }
  await endPending(tx, user.id, { now })
  return changeUser(tx, user.id, { email: newEmail, emailConfirmedAt: now }, now)
}
