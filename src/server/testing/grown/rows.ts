import { type Sql, sql, type Transaction } from '../../platform/database/index.ts'

/**
 * How much there is in a grown installation. Trails have about ten rows each, and the log one leaf for each
 * verification, on average.
 */
export type Sizes = { accounts: number; verifications: number }

/** What the grown rows are like. */
export type Like = {
  /** An account whose password every grown account has. */
  userId: string
  /** Whose key signed the head that every grown head repeats the signature of, hex SHA-256. */
  certificateSha256: string
}

/** The account whose list is as long as a tenth of everything. */
export const largeOwner = 0

export function toEmail(account: number): string {
  return `grown-${account}@example.com`
}

/** The id of the n-th of a kind, always the same: a run that was cut off finds what it made. */
export function grownId(kind: string, n: Sql): Sql {
  // The version and the variant of a random UUID (RFC 9562, 5.4).
  return sql`overlay(overlay(md5(${kind}::text || ' ' || (${n})::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`
}

/** A SHA-256 that nothing has, hex. */
export function grownSha256(kind: string, n: Sql): Sql {
  return sql`encode(sha256(convert_to(${kind}::text || ' ' || (${n})::text, 'utf8')), 'hex')`
}

/** When it is in a grown installation: what is older is past it. */
export const now = sql`current_setting('grown.now')::timestamptz`

export async function setNow(tx: Transaction, at: Date): Promise<void> {
  await tx.row(sql`SELECT set_config('grown.now', ${at.toISOString()}, true)`)
}

/** What the n-th verification's sealed record is known by, or its addendum's. */
export function selectSealed(n: Sql, isWithdrawal: Sql): { name: Sql; pdfSha256: Sql; jsonSha256: Sql } {
  const name = sql`(CASE WHEN ${isWithdrawal} THEN 'withdrawal' ELSE 'record' END || ' ' || ${n})`
  return { name, pdfSha256: grownSha256('pdf', name), jsonSha256: grownSha256('json', name) }
}
