import { sessionLifeDays } from '../../../domain/account/session-life.ts'
import type { AuthMethod } from '../sessions/session-store.ts'
import type { UserRow } from './user-store.ts'

/** How long after following a mailed link a session may set a password without knowing the current one. */
const provenByMailMs = 60 * 60 * 1000

const sessionLifeMs = sessionLifeDays * 24 * 60 * 60 * 1000

/** Why nobody may use an account; null where its person may. One that is being erased stays shut, whoever proves to be its person. */
export function findReasonToShut(user: UserRow, now: Date): 'user_banned' | 'user_erasing' | null {
  if (user.erasingAt !== null) return 'user_erasing'
  return user.bannedUntil !== null && user.bannedUntil > now ? 'user_banned' : null
}

/** Whether the session was opened by a mailed link a short while ago: who can read the mailbox could reset the password anyway. */
export function isFreshlyProvenByMail(amr: AuthMethod[], now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) => method !== 'password' && now.getTime() - timestamp * 1000 < provenByMailMs,
  )
}

/** When a session ends by itself: so long after the sign-in, not after its last use. */
export function computeSessionEnd(session: { createdAt: Date }): Date {
  return new Date(session.createdAt.getTime() + sessionLifeMs)
}

export function hasSessionExpired(session: { createdAt: Date }, now: Date): boolean {
  return computeSessionEnd(session) <= now
}

/** Sessions that were opened at this moment or earlier have expired. */
export function computeExpiredIfOpenedBy(now: Date): Date {
  return new Date(now.getTime() - sessionLifeMs)
}
