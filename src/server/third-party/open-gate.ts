import type { GatePass } from '../../contract/third-party.ts'
import type { EmailProof } from '../../domain/verification/email-match.ts'
import { appendAuditEvent } from '../audit/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { gatePassLifeMs, newGateToken, tokenHash } from './gate-pass.ts'
import { insertPass } from './store.ts'

/** A token that opens this one verification for an hour. It and the trail say how the address was proven. */
export async function openGate(
  { clock }: Pick<Platform, 'clock'>,
  tx: Transaction,
  verificationId: string,
  emailProof: EmailProof,
): Promise<GatePass> {
  const at = clock.now()
  const token = newGateToken()
  const expiresAt = new Date(at.getTime() + gatePassLifeMs)
  await insertPass(tx, {
    tokenSha256: tokenHash(token),
    verificationId,
    emailProof,
    createdAt: at,
    expiresAt,
  })
  await appendAuditEvent(tx, {
    verificationId,
    event: 'gate_passed',
    actor: 'third_party',
    at,
    detail: { emailProof },
  })
  return { token, expiresAt: expiresAt.toISOString() }
}
