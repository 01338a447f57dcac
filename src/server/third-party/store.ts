import type { EmailProof } from '../../domain/verification/email-match.ts'
import type { VerificationStatus } from '../../domain/verification/status.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** A proven third party of one verification, and whether that is still open. */
export type GatePass = { verificationId: string; emailProof: EmailProof; status: VerificationStatus }

export async function insertPass(
  tx: Transaction,
  pass: {
    tokenSha256: string
    verificationId: string
    emailProof: EmailProof
    createdAt: Date
    expiresAt: Date
  },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO gate_passes (token_sha256, verification_id, email_proof, created_at, expires_at)
    VALUES (${pass.tokenSha256}, ${pass.verificationId}, ${pass.emailProof}, ${pass.createdAt}, ${pass.expiresAt})`)
}

/** The pass of a token that has not ended, null for any other. */
export function passByToken(q: Queryable, tokenSha256: string, now: Date): Promise<GatePass | null> {
  return q.row<GatePass>(sql`
    SELECT p.verification_id AS "verificationId", p.email_proof AS "emailProof", v.status
    FROM gate_passes p JOIN verifications v ON v.id = p.verification_id
    WHERE p.token_sha256 = ${tokenSha256} AND p.expires_at > ${now}`)
}

export async function deletePassesEndedBefore(q: Queryable, instant: Date): Promise<void> {
  await q.run(sql`DELETE FROM gate_passes WHERE expires_at < ${instant}`)
}
