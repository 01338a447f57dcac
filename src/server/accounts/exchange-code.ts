import type { Platform } from '../platform/platform.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from './auth-error.ts'
import { findFlowByCode, takeFlow } from './flow-state-store.ts'
import { sha256 } from './one-time-link.ts'
import { isVerifierOf } from './pkce.ts'
import { isBanned } from './policy.ts'
import { noteSignIn } from './security-events.ts'
import { openSession, type SessionAnswer, sessionAnswer } from './session-answer.ts'
import type { Device } from './session-store.ts'
import { lockUser } from './user-store.ts'

/**
 * Exchanges the code of a followed PKCE link for a session (RFC 7636, section 4.5). A wrong verifier leaves the code as it was; the right
 * one uses it up.
 */
export async function exchangeCode(
  platform: Platform,
  { authCode, codeVerifier, device }: { authCode: string; codeVerifier: string; device: Device },
): Promise<SessionAnswer | AuthRefusal> {
  const { clock, database } = platform
  const codeHash = sha256(authCode)
  const opened = await database.transaction(async (tx) => {
    const flow = await findFlowByCode(tx, codeHash)
    const user = flow && (await lockUser(tx, flow.userId))
    if (!flow || !user) return refuseAuth('flow_state_not_found')
    const now = clock.now()
    if (flow.expiresAt <= now) return refuseAuth('flow_state_expired')
    if (!isVerifierOf(flow.codeChallenge, codeVerifier)) return refuseAuth('bad_code_verifier')
    if (isBanned(user, now)) return refuseAuth('user_banned')
    if (!(await takeFlow(tx, codeHash))) return refuseAuth('flow_state_not_found')
    return openSession(tx, { user, method: flow.method, device, now })
  })
  if (isAuthRefusal(opened)) return opened
  noteSignIn(platform, opened)
  return sessionAnswer(platform, opened)
}
