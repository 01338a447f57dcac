import { computeNewestDay } from '../../../domain/calendar-date.ts'
import { announceChange } from '../../live/index.ts'
import type { Transaction } from '../../platform/database/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { endAllSessions } from '../sessions/session-store.ts'
import { findRegistration } from '../users/registration.ts'
import { changeUser, type UserRow } from '../users/user-store.ts'
import { isAuthRefusal } from '../wire/auth-error.ts'
import { mergeMetadata } from '../wire/metadata.ts'
import { beginAfresh } from './begin-afresh.ts'
import { endPending } from './end-pending.ts'
import { judgeVouching, type ShownProof } from './link-proof.ts'
import type { LinkToken } from './one-time-token-store.ts'
import { passwordMailJob } from './password-mail.ts'

export type MailboxProof = {
  token: LinkToken
  shown: ShownProof
  /** The flow whose code is to be exchanged, null when there will be none. */
  keptFlow: string | null
}

/**
 * Whoever reads the mailbox decides whose the account is, and ends everything that was pending. A confirmed account is theirs. Of an
 * unconfirmed one they keep the registration that they vouch for; without such, nothing of any registration is theirs and the account
 * begins afresh. Either way the address is confirmed as of now. A new password ends every session. The user's row must be locked.
 */
export async function proveMailbox(
  platform: Platform,
  tx: Transaction,
  user: UserRow,
  { token, shown, keptFlow }: MailboxProof,
): Promise<UserRow> {
  const now = platform.clock.now()
  const vouched = user.emailConfirmedAt ? 'account' : judgeVouching(user, token, shown)
  if (vouched === 'none') {
    return beginAfresh(platform, tx, user, {
      passwordHash: shown.newPasswordHash,
      metadata: {},
      profile: null,
    })
  }
  if (vouched === 'repeated') {
    const metadata = token.pendingMetadata ?? {}
    // Its age was counted when it came, on the day it was where it came from.
    const profile = findRegistration(metadata, computeNewestDay(now))
    return beginAfresh(platform, tx, user, {
      passwordHash: shown.newPasswordHash ?? token.pendingPasswordHash,
      metadata,
      profile: isAuthRefusal(profile) ? null : profile,
    })
  }
  const proven = await endPending(tx, user.id, { now, keptFlow })
  // Open pages say that the address is not confirmed.
  if (!proven.emailStandsAt) await announceChange(tx, user.id, { account: 'changed' })
  if (shown.newPasswordHash) {
    await endAllSessions(tx, user.id)
    const content = { to: user.email, at: now.toISOString() }
    await queueMail(platform, tx, passwordMailJob, content, { accountId: user.id })
  }
  return changeUser(
    tx,
    user.id,
    {
      // Also of a confirmed address: whoever used the link reads the mailbox today.
      emailConfirmedAt: now,
      ...(proven.emailConfirmedAt
        ? {}
        : { userMetadata: mergeMetadata(proven.userMetadata, { email_verified: true }) }),
      ...(shown.newPasswordHash ? { passwordHash: shown.newPasswordHash } : {}),
    },
    now,
  )
}
