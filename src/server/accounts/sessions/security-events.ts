import { describeError, findCurrentRequestId } from '../../platform/logging/index.ts'
import type { Platform } from '../../platform/platform.ts'
import type { Device, SessionRow } from '../stores/session-store.ts'
import { type ActivityEvent, recordActivity } from './activity.ts'

/** Events for later investigations of who used an account, and from where (docs/audits.md). */
export type SecurityEvent = ActivityEvent | 'second_step_proven'

/** Names from the product's code, never typed text. The log omits the device. */
type Fields = {
  /** Absent when there is no account. */
  userId?: string | undefined
  sessionId?: string
  method?: string
  reason?: string
  scope?: string
  /** The verification whose third party typed a code. */
  verificationId?: string
  device?: Device
  /** Whether a login is the registration itself. The log omits it. */
  isSignUp?: boolean
}

/**
 * Writes one log line with the ids of the account and the request, but no address, name, token or password. Stores the
 * event for the owner's settings page, with the given device or that of the session.
 */
export async function noteSecurityEvent(
  platform: Platform,
  event: SecurityEvent,
  { device, isSignUp = false, ...fields }: Fields,
): Promise<void> {
  const requestId = findCurrentRequestId()
  platform.logger.info({ requestId, event, ...fields }, 'security event')
  const { userId, sessionId, method, reason, scope } = fields
  // A refused login must take the same time when there is no account.
  if (event === 'second_step_proven' || (!userId && event !== 'sign_in_refused')) return
  try {
    const shown = isSignUp ? 'registration' : (method ?? reason ?? scope ?? '')
    const happened = { isSignUp, userId, sessionId, device, method: shown }
    await recordActivity(platform, event, happened)
  } catch (error) {
    // The event has happened and was logged, so the caller goes on.
    platform.logger.error({ requestId, event, error: describeError(error) }, 'a security event was not kept')
  }
}

/** Records that a second step, or a fresh proof by passkey, was given in a session. */
export function noteSecondStep(
  platform: Platform,
  { id: sessionId, userId }: { id: string; userId: string },
  method: string,
): Promise<void> {
  return noteSecurityEvent(platform, 'second_step_proven', { userId, sessionId, method })
}

/** Records that a session was just opened, and by which method. */
export function noteSignIn(
  platform: Platform,
  { user, session }: { user: { id: string }; session: Pick<SessionRow, 'id' | 'amr' | 'userAgent' | 'ip'> },
  { isSignUp = false } = {},
): Promise<void> {
  const method = session.amr[0]?.method ?? 'unknown'
  const device = { ip: session.ip ?? '', userAgent: session.userAgent }
  return noteSecurityEvent(platform, 'signed_in', {
    userId: user.id,
    sessionId: session.id,
    method,
    device,
    isSignUp,
  })
}
