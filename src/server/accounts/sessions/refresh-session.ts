import { DatabaseUnavailable, sql } from '../../platform/database/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { findReasonToShut, hasSessionExpired } from '../users/policy.ts'
import { findUserById } from '../users/user-store.ts'
import { type AuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { type OpenSession, type SessionAnswer, writeSessionAnswer } from '../wire/session-answer.ts'
import { parseRefreshToken, type RefreshClaim } from './refresh-token.ts'
import { noteSecurityEvent } from './security-events.ts'
import { type Device, endSessions, lockSession, touchSession } from './session-store.ts'

/** Within this long after it was rotated a token gets the current one: two tabs, or an answer that was lost. */
const reuseIntervalMs = 10_000

/** How long a refresh waits for others of the same session. */
const patienceMs = 5_000

export type RefreshRequest = { refreshToken: string; device: Device; lockPatienceMs?: number }

/**
 * Rotates a refresh token (SESSION-4). A token that was rotated less than ten seconds ago answers the current one. Later
 * reuse means that two parties hold the family: the session ends, for both.
 */
export async function refreshSession(
  platform: Platform,
  { refreshToken, device, lockPatienceMs = patienceMs }: RefreshRequest,
): Promise<SessionAnswer | AuthRefusal> {
  const claim = parseRefreshToken(platform.signing, refreshToken)
  if (!claim) return refuseAuth('refresh_token_not_found')
  let outcome: OpenSession | AuthRefusal
  try {
    outcome = await rotate(platform, claim, device, lockPatienceMs)
  } catch (error) {
    if (isLockTimeout(error)) return refuseAuth('conflict')
    throw error
  }
  return 'authRefused' in outcome ? outcome : writeSessionAnswer(platform, outcome)
}

/** One locked transaction. What it refuses it also commits, so that an ended session stays ended. */
function rotate(
  platform: Platform,
  claim: RefreshClaim,
  device: Device,
  lockPatienceMs: number,
): Promise<OpenSession | AuthRefusal> {
  return platform.database.transaction(async (tx) => {
    await tx.run(sql`SELECT set_config('lock_timeout', ${String(lockPatienceMs)}, true)`)
    const session = await lockSession(tx, claim.sessionId)
    const user = session && (await findUserById(tx, session.userId))
    if (!session || !user) return refuseAuth('refresh_token_not_found')
    const now = platform.clock.now()
    const shut = findReasonToShut(user, now)
    if (shut) return refuseAuth(shut)
    const end = () => endSessions(tx, user.id, 'local', session.id)
    if (hasSessionExpired(session, now)) {
      await end()
      return refuseAuth('session_expired')
    }

    const turnsBehind = session.refreshCounter - claim.counter
    if (turnsBehind < 0) return refuseAuth('validation_failed', { message: 'Invalid Refresh Token' })
    const recent = session.rotations.filter((at) => now.getTime() - at.getTime() < reuseIntervalMs)
    // The token so many turns behind was rotated lately exactly if there were at least so many rotations lately.
    if (turnsBehind > recent.length) {
      await end()
      noteSecurityEvent(platform, 'refresh_token_reused', { userId: user.id, sessionId: session.id })
      return refuseAuth('refresh_token_already_used')
    }
    const rotations = turnsBehind === 0 ? [...recent, now] : null
    return { user, session: await touchSession(tx, session.id, { rotations, device, now }) }
  })
}

/** Whether the lock did not come in time (SQLSTATE 55P03), which is no outage here: it is waited for on purpose. */
function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof DatabaseUnavailable ? error.cause : error
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}
