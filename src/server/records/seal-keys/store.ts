import { type Queryable, sql, type Transaction } from '../../platform/database/index.ts'
import type { Succession } from '../../platform/pdf/index.ts'

/** A certificate that sealed, or followed one that did. */
export type SealCertificate = {
  sha256: string
  /** The certificate, then those that vouch for it: DER in base64. */
  chain: readonly string[]
  introducedAt: Date
  /** Null for the first. */
  announced: { succession: Succession; leafIndex: number } | null
}

const columns = sql`c.sha256, c.chain, c.introduced_at AS "introducedAt",
  CASE WHEN c.leaf_index IS NOT NULL THEN jsonb_build_object('succession', c.succession, 'leafIndex', c.leaf_index) END AS announced`

/** The first has no place in the log; each other one has, behind the one that it follows. */
const newestFirst = sql`c.leaf_index DESC NULLS LAST`

/** The certificate whose key seals now; null while nothing was ever sealed. */
export function findCertificateInForce(q: Queryable): Promise<SealCertificate | null> {
  return q.row<SealCertificate>(
    sql`SELECT ${columns} FROM seal_certificates AS c ORDER BY ${newestFirst} LIMIT 1`,
  )
}

export function findCertificate(q: Queryable, sha256: string): Promise<SealCertificate | null> {
  return q.row<SealCertificate>(sql`SELECT ${columns} FROM seal_certificates AS c WHERE c.sha256 = ${sha256}`)
}

/** All of them, the newest first, each with the time of its first and last document; null for one that has none. */
export function listEveryCertificate(
  q: Queryable,
): Promise<(SealCertificate & { firstUsedAt: Date | null; lastUsedAt: Date | null })[]> {
  const use = (order: typeof newestFirst) =>
    sql`(SELECT sealed_at FROM sealed_documents d WHERE d.certificate_sha256 = c.sha256 ORDER BY ${order} LIMIT 1)`
  return q.rows(sql`
    SELECT ${columns}, ${use(sql`leaf_index`)} AS "firstUsedAt", ${use(sql`leaf_index DESC`)} AS "lastUsedAt"
    FROM seal_certificates AS c ORDER BY ${newestFirst}`)
}

/** Keeps the first certificate, or one that follows another, with its place in the log. */
export async function insertCertificate(
  tx: Transaction,
  added: SealCertificate & { successionSha256: string | null },
): Promise<void> {
  const { sha256, chain, introducedAt, announced, successionSha256 } = added
  await tx.run(sql`
    INSERT INTO seal_certificates (sha256, chain, introduced_at, predecessor_sha256, succession, succession_sha256, leaf_index)
    VALUES (${sha256}, ${JSON.stringify(chain)}, ${introducedAt}, ${announced?.succession.predecessorSha256 ?? null},
      ${announced ? JSON.stringify(announced.succession) : null}, ${successionSha256}, ${announced?.leafIndex ?? null})`)
}
