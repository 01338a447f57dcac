import type { EmailProof } from '../../domain/verification/email-match.ts'
import type { VerificationStatus } from '../../domain/verification/status.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** A proven third party of one verification, and whether that is still open. */
export type PassRow = {
  verificationId: string
  tokenSha256: string
  emailProof: EmailProof
  status: VerificationStatus
}

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
export function passByToken(q: Queryable, tokenSha256: string, now: Date): Promise<PassRow | null> {
  return q.row<PassRow>(sql`
    SELECT p.verification_id AS "verificationId", p.token_sha256 AS "tokenSha256", p.email_proof AS "emailProof", v.status
    FROM gate_passes p JOIN verifications v ON v.id = p.verification_id
    WHERE p.token_sha256 = ${tokenSha256} AND p.expires_at > ${now}`)
}

/**
 * Whether a pass was not ended meanwhile, as by another address. To be asked once the verification is locked, by whatever changes something
 * in the name of its third party.
 */
export async function stillOpens(tx: Transaction, { tokenSha256 }: PassRow): Promise<boolean> {
  return (
    (await tx.row(sql`SELECT token_sha256 FROM gate_passes WHERE token_sha256 = ${tokenSha256}`)) !== null
  )
}

/** Forgets at most `limit` passes that ended before an instant. Answers how many. */
export function deletePassesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM gate_passes WHERE token_sha256 = ANY(ARRAY(
      SELECT token_sha256 FROM gate_passes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}

/** Ends what was proven at the gate of a verification, and the code that was mailed for it. */
export async function endGate(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM gate_passes WHERE verification_id = ${verificationId}`)
  await tx.run(sql`DELETE FROM gate_codes WHERE verification_id = ${verificationId}`)
}
