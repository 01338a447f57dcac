import type { GivenPass } from '../../contract/third-party.ts'
import type { EmailProof } from '../../domain/verification/email-match.ts'
import { appendAuditEvent } from '../audit/index.ts'
import { gatePasses, issuePass } from '../mailed-codes/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'

/** How long a pass opens its verification. */
const lifeMs = 60 * 60 * 1000

/** A token that opens this one verification for an hour. It and the trail say how the address was proven. */
export async function openGate(
  platform: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
  emailProof: EmailProof,
): Promise<GivenPass> {
  const proven = { verificationId, kind: emailProof, lifeMs }
  const { token, expiresAt } = await issuePass(platform, tx, gatePasses, proven)
  await appendAuditEvent(tx, {
    verificationId,
    event: 'gate_passed',
    actor: 'third_party',
    at: platform.clock.now(),
    detail: { emailProof },
  })
  return { token, expiresAt: expiresAt.toISOString() }
}
