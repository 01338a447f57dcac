import type { GivenPass } from '../../contract/third-party.ts'
import { doEmailsMatch } from '../../domain/verification/email-match.ts'
import { isOpen } from '../../domain/verification/status.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { consumeForClient } from '../http/client-network.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { tryCode } from '../mailed-codes/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findVerification, isOwnAddress, lockVerification } from '../verifications/index.ts'
import { gateCode } from './gate-code.ts'
import { openGate } from './open-gate.ts'
import type { Visit } from './pass-gate.ts'

/** Codes from one address, whatever the link. The code itself takes five. */
const perClient = { name: 'gate-code-client', points: 30, seconds: 15 * 60 }

/**
 * Lets the visitor through who types the code that was mailed last: once, within its hour and its five tries. Every other code is
 * refused alike, whether it is wrong, was used, replaced or made for another link; so is another address, which costs the code no try.
 */
export async function enterCode(
  platform: Platform,
  { verificationId, email, code, clientIp, account }: Visit & { code: string },
): Promise<GivenPass | Refusal> {
  const link = await findVerification(platform.database, verificationId)
  if (!link) return refuse('verification_not_found')
  if (account?.id === link.userId) return refuse('owner_cannot_submit')
  if (!isOpen(link.status)) return refuse('link_closed')
  const { allowed, retryAfterSeconds } = await consumeForClient(platform.rateLimits, perClient, clientIp)
  if (!allowed) return refuse('rate_limited', { retryAfterSeconds })
  if (!doEmailsMatch(email, link.thirdPartyEmail)) return refuse('code_wrong')

  return platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, link.id)
    if (!row || !isOpen(row.status)) return refuse('link_closed')
    if (!doEmailsMatch(email, row.thirdPartyEmail)) return refuse('code_wrong')
    if (await isOwnAddress(tx, row.userId, row.thirdPartyEmail)) return refuse('owner_cannot_submit')
    const outcome = await tryCode(platform, tx, gateCode, { verificationId: row.id, digits: code })
    if (outcome === 'right') return openGate(platform, tx, row.id, 'code')
    if (outcome === 'wrong') {
      const at = platform.clock.now()
      await appendAuditEvent(tx, { verificationId: row.id, event: 'code_refused', actor: 'visitor', at })
    }
    return refuse('code_wrong')
  })
}
