import { describeError, findRequestIdOfNow } from '../../platform/logging/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type ActivityEvent, keepActivity } from './activity.ts'
import type { Device, SessionRow } from './session-store.ts'

/** Events that answer later questions about who used an account from where (docs/audits.md). */
export type SecurityEvent = ActivityEvent | 'second_step_proven'

/** Names in the product's code, never typed text, and the device, which the log leaves out. */
type Fields = {
  /** Absent where there is no such account. */
  userId?: string | undefined
  sessionId?: string
  method?: string
  reason?: string
  scope?: string
  /** The verification whose third party typed a code. */
  verificationId?: string
  device?: Device
  /** Whether a login is the registration itself; the log leaves it out. */
  isSignUp?: boolean
}

/**
 * Writes one line to the log: the ids of the account and of the request, and no address, name, token or password. Keeps
 * what the account's person sees of it in the settings, with the device that is given or that of the session.
 */
export async function noteSecurityEvent(
  platform: Platform,
  event: SecurityEvent,
  { device, isSignUp = false, ...fields }: Fields,
): Promise<void> {
  const requestId = findRequestIdOfNow()
  platform.logger.info({ requestId, event, ...fields }, 'security event')
  const { userId, sessionId, method, reason, scope } = fields
  // A refused login must take as long where there is no account.
  if (event === 'second_step_proven' || (!userId && event !== 'sign_in_refused')) return
  try {
    const happened = { isSignUp, userId, sessionId, device, method: method ?? reason ?? scope ?? '' }
    await keepActivity(platform, event, happened)
  } catch (error) {
    // It has happened, and the log has it.
    platform.logger.error({ requestId, event, error: describeError(error) }, 'a security event was not kept')
  }
}

/** Notes that a second step, or a fresh proof by a passkey, was given in a session. */
export function noteSecondStep(
  platform: Platform,
  { id: sessionId, userId }: { id: string; userId: string },
  method: string,
): Promise<void> {
  return noteSecurityEvent(platform, 'second_step_proven', { userId, sessionId, method })
}

/** Notes the session that was just opened, by the way in which it was. */
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
