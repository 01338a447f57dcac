import { hashHex } from '../../platform/hash-hex.ts'
import type { Platform } from '../../platform/platform.ts'
import { noteSignIn } from '../sessions/security-events.ts'
import type { Device } from '../sessions/session-store.ts'
import { findReasonToShut } from '../users/policy.ts'
import { lockUser } from '../users/user-store.ts'
import { type AuthRefusal, isAuthRefusal, refuseAuth } from '../wire/auth-error.ts'
import { openSession, type SessionAnswer, writeSessionAnswer } from '../wire/session-answer.ts'
import { findFlowByCode, takeFlow } from './flow-state-store.ts'
import { isVerifierOf } from './pkce.ts'

/**
 * Exchanges the code of a followed PKCE link for a session (RFC 7636, section 4.5). A wrong verifier leaves the code as it was; the right
 * one uses it up.
 */
export async function exchangeCode(
  platform: Platform,
  { authCode, codeVerifier, device }: { authCode: string; codeVerifier: string; device: Device },
): Promise<SessionAnswer | AuthRefusal> {
  const { clock, database } = platform
  const codeHash = hashHex(authCode)
  const opened = await database.transaction(async (tx) => {
    const flow = await findFlowByCode(tx, codeHash)
    const user = flow && (await lockUser(tx, flow.userId))
    if (!flow || !user) return refuseAuth('flow_state_not_found')
    const now = clock.now()
    if (flow.expiresAt <= now) return refuseAuth('flow_state_expired')
    if (!isVerifierOf(flow.codeChallenge, codeVerifier)) return refuseAuth('bad_code_verifier')
    const shut = findReasonToShut(user, now)
    if (shut) return refuseAuth(shut)
    if (!(await takeFlow(tx, codeHash))) return refuseAuth('flow_state_not_found')
    return openSession(tx, { user, method: flow.method, device, now })
  })
  if (isAuthRefusal(opened)) return opened
  noteSignIn(platform, opened)
  return writeSessionAnswer(platform, opened)
}
