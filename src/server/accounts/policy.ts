import type { AuthMethod } from './session-store.ts'
import type { UserRow } from './user-store.ts'

/** How long after following a mailed link a session may set a password without knowing the current one. */
const provenByMailMs = 60 * 60 * 1000

/** How long a session lives without being used. */
const sessionInactivityMs = 30 * 24 * 60 * 60 * 1000

export function isBanned(user: UserRow, now: Date): boolean {
  return user.bannedUntil !== null && user.bannedUntil > now
}

/** Whether the session was opened by a mailed link a short while ago: who can read the mailbox could reset the password anyway. */
export function isFreshlyProvenByMail(amr: AuthMethod[], now: Date): boolean {
  return amr.some(
    ({ method, timestamp }) => method !== 'password' && now.getTime() - timestamp * 1000 < provenByMailMs,
  )
}

export function hasSessionExpired(session: { refreshedAt: Date }, now: Date): boolean {
  return now.getTime() - session.refreshedAt.getTime() > sessionInactivityMs
}
