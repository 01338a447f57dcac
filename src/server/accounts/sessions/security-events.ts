import type { Platform } from '../../platform/platform.ts'

/** Events that answer later questions about who used an account from where (docs/audits.md). */
export type SecurityEvent =
  | 'signed_in'
  | 'sign_in_refused'
  | 'signed_out'
  | 'password_changed'
  | 'passkey_added'
  | 'passkey_removed'
  | 'second_step_proven'
  | 'recovery_codes_made'
  | 'authenticator_removed'
  | 'removal_begun'
  | 'removal_stopped'
  | 'refresh_token_reused'
  | 'address_change_begun'
  | 'address_changed'
  | 'account_closed'
  | 'proof_refused'
  | 'code_refused'

/** Names in the product's code, never typed text. */
type Fields = {
  /** Absent where there is no such account. */
  userId?: string | undefined
  sessionId?: string
  method?: string
  reason?: string
  scope?: string
  /** The verification whose third party typed a code. */
  verificationId?: string
}

/** Writes one line to the log: the account's id, and no address, name, token or password. */
export function noteSecurityEvent(
  { logger }: Pick<Platform, 'logger'>,
  event: SecurityEvent,
  fields: Fields,
): void {
  logger.info({ event, ...fields }, 'security event')
}

/** Notes that a second step, or a fresh proof by a passkey, was given in a session. */
export function noteSecondStep(
  platform: Pick<Platform, 'logger'>,
  { id: sessionId, userId }: { id: string; userId: string },
  method: string,
): void {
  noteSecurityEvent(platform, 'second_step_proven', { userId, sessionId, method })
}

/** Notes the session that was just opened, by the way in which it was. */
export function noteSignIn(
  platform: Pick<Platform, 'logger'>,
  { user, session }: { user: { id: string }; session: { id: string; amr: { method: string }[] } },
): void {
  const method = session.amr[0]?.method ?? 'unknown'
  noteSecurityEvent(platform, 'signed_in', { userId: user.id, sessionId: session.id, method })
}
