import type { Platform } from '../../platform/platform.ts'
import { limitMails, mailIntervalSeconds } from '../limits.ts'
import type { SignedIn } from '../sessions/session-store.ts'
import { changeUser, lockUser } from '../users/user-store.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { issueToken } from './issue-token.ts'

/** What became of the wish: a mail is queued and the next one may be asked for then, or none is needed any more. */
export type ResentConfirmation =
  | { queued: true; next_in_seconds: number }
  | { queued: false; confirmed: true }

/**
 * Mails the confirmation of a signed-in person's own address again. Unlike a stranger they are told whether it is queued, and when they may
 * ask again (`over_email_send_rate_limit`).
 */
export async function resendConfirmation(
  platform: Platform,
  { user: { id, email } }: SignedIn,
  redirectTo: string | undefined,
): Promise<ResentConfirmation | AuthRefusal> {
  const { clock, database } = platform
  const known = await database.transaction((tx) => lockUser(tx, id))
  if (known?.emailStandsAt) return { queued: false, confirmed: true }
  const interval = await limitMails(platform, 'signup', email)
  if (!interval.allowed) return refuseTooSoon(interval.retryAfterSeconds)
  return database.transaction(async (tx) => {
    const user = await lockUser(tx, id)
    if (!user || user.email !== email || user.emailStandsAt) return { queued: false, confirmed: true }
    const link = { userId: id, kind: 'signup', email, codeChallenge: null } as const
    const issued = await issueToken(platform, tx, { ...link, ...(redirectTo ? { redirectTo } : {}) })
    if (!issued.allowed) return refuseTooSoon(issued.retryAfterSeconds)
    await changeUser(tx, id, { confirmationSentAt: clock.now() }, clock.now())
    return { queued: true, next_in_seconds: mailIntervalSeconds }
  })
}

/** Nothing was mailed, and when something may be. */
export function refuseTooSoon(retryAfterSeconds: number): AuthRefusal {
  return refuseAuth('over_email_send_rate_limit', { retryAfterSeconds })
}
