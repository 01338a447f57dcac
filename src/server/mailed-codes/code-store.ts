import type { VerificationStatus } from '../../domain/verification/status.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** Keeps a new code in place of the one before. */
export async function replaceCode(
  tx: Transaction,
  code: { id: string; verificationId: string; codeMac: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO gate_codes (verification_id, id, code_mac, created_at, expires_at)
    VALUES (${code.verificationId}, ${code.id}, ${code.codeMac}, ${code.createdAt}, ${code.expiresAt})
    ON CONFLICT (verification_id) DO UPDATE SET id = excluded.id, code_mac = excluded.code_mac, tries = 0,
      created_at = excluded.created_at, expires_at = excluded.expires_at, used_at = NULL`)
}

/** The code of a verification, if it still takes tries. The verification must be locked. */
export function findGoodCode(
  tx: Transaction,
  verificationId: string,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<{ id: string; codeMac: string; expiresAt: Date } | null> {
  return tx.row(sql`
    SELECT id, code_mac AS "codeMac", expires_at AS "expiresAt" FROM gate_codes
    WHERE verification_id = ${verificationId} AND used_at IS NULL AND tries < ${maxTries} AND expires_at > ${now}`)
}

/** Has a code that is mailed once more be good for longer. */
export async function prolongCode(tx: Transaction, id: string, expiresAt: Date): Promise<void> {
  await tx.run(sql`UPDATE gate_codes SET expires_at = ${expiresAt} WHERE id = ${id}`)
}

/** Where a code goes, and how its verification stands; null when it was used, replaced or has ended. */
export function findCode(
  q: Queryable,
  id: string,
  now: Date,
): Promise<{ email: string; status: VerificationStatus } | null> {
  return q.row(sql`
    SELECT v.third_party_email AS email, v.status FROM gate_codes c JOIN verifications v ON v.id = c.verification_id
    WHERE c.id = ${id} AND c.used_at IS NULL AND c.expires_at > ${now}`)
}

/**
 * Spends one try on the code of a verification, in one statement: of any number of right tries at once only one is `right`.
 * `none` when there is no code that still takes tries.
 */
export async function spendTry(
  tx: Transaction,
  verificationId: string,
  codeMac: string,
  { now, maxTries }: { now: Date; maxTries: number },
): Promise<'right' | 'wrong' | 'none'> {
  const row = await tx.row<{ right: boolean }>(sql`
    UPDATE gate_codes SET tries = tries + 1, used_at = CASE WHEN code_mac = ${codeMac} THEN ${now}::timestamptz END
    WHERE verification_id = ${verificationId} AND used_at IS NULL AND tries < ${maxTries} AND expires_at > ${now}
    RETURNING used_at IS NOT NULL AS right`)
  if (!row) return 'none'
  return row.right ? 'right' : 'wrong'
}

/** Ends the code that was mailed for a verification. */
export async function endCode(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM gate_codes WHERE verification_id = ${verificationId}`)
}

/** Forgets at most `limit` codes that ended before an instant. Answers how many. */
export function deleteCodesEndedBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM gate_codes WHERE verification_id = ANY(ARRAY(
      SELECT verification_id FROM gate_codes WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))
      AND expires_at < ${instant}`)
}
