import type { EmailProof } from '../../domain/verification/email-match.ts'
import type { VerificationStatus } from '../../domain/verification/status.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { selectStatusNow } from '../verifications/index.ts'

/** A table of passes. `kind` is the column that says how each was come by. */
export type Passes<Kind extends string> = { table: Sql; kind: Sql; kinds?: Kind }

/** What opens a pending verification for its proven third party. */
export const gatePasses: Passes<EmailProof> = { table: sql`gate_passes`, kind: sql`email_proof` }
/** What opens a record for its third party: the `link` of a mail, or what entering a mailed `code` gave. */
export const recordPasses: Passes<'link' | 'code'> = { table: sql`record_passes`, kind: sql`kind` }

/** A proven third party of one verification, and how that stands. */
export type Pass<Kind> = {
  verificationId: string
  tokenSha256: string
  kind: Kind
  createdAt: Date
  status: VerificationStatus
}

export async function insertPass<Kind extends string>(
  q: Queryable,
  { table, kind }: Passes<Kind>,
  pass: { tokenSha256: string; verificationId: string; kind: Kind; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await q.run(sql`
    INSERT INTO ${table} (token_sha256, verification_id, ${kind}, created_at, expires_at)
    VALUES (${pass.tokenSha256}, ${pass.verificationId}, ${pass.kind}, ${pass.createdAt}, ${pass.expiresAt})`)
}

/** The pass of a token that has not ended, null for any other. */
export function findPass<Kind extends string>(
  q: Queryable,
  { table, kind }: Passes<Kind>,
  tokenSha256: string,
  now: Date,
): Promise<Pass<Kind> | null> {
  return q.row<Pass<Kind>>(sql`
    SELECT p.verification_id AS "verificationId", p.token_sha256 AS "tokenSha256", p.${kind} AS kind,
      p.created_at AS "createdAt", ${selectStatusNow(sql`v.status`, sql`v.user_id`)} AS status
    FROM ${table} p JOIN verifications v ON v.id = p.verification_id
    WHERE p.token_sha256 = ${tokenSha256} AND p.expires_at > ${now}`)
}

/**
 * Whether a pass was not ended meanwhile, as by another address. To be asked once the verification is locked, by whatever changes something
 * in the name of its third party.
 */
export async function doesStillOpen(
  tx: Transaction,
  { table }: Passes<string>,
  { tokenSha256 }: Pick<Pass<string>, 'tokenSha256'>,
): Promise<boolean> {
  return (await tx.row(sql`SELECT token_sha256 FROM ${table} WHERE token_sha256 = ${tokenSha256}`)) !== null
}

/** Ends every pass to a verification. */
export async function endPasses(
  tx: Transaction,
  { table }: Passes<string>,
  verificationId: string,
): Promise<void> {
  await tx.run(sql`DELETE FROM ${table} WHERE verification_id = ${verificationId}`)
}

/** Forgets at most `limit` passes that ended before an instant. Answers how many. */
export function deletePassesEndedBefore(
  q: Queryable,
  { table }: Passes<string>,
  instant: Date,
  limit: number,
): Promise<number> {
  return q.run(sql`
    DELETE FROM ${table} WHERE token_sha256 = ANY(ARRAY(
      SELECT token_sha256 FROM ${table} WHERE expires_at < ${instant} ORDER BY expires_at LIMIT ${limit}))`)
}
