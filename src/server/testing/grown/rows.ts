import { type Sql, sql, type Transaction } from '../../platform/database/index.ts'

/**
 * The size of a grown installation. On average a trail has about ten rows, and the log one leaf for each verification.
 */
export type Sizes = { accounts: number; verifications: number }

/** The existing rows that the grown ones are modelled on. */
export type Like = {
  /** An account whose password every grown account has. */
  userId: string
  /** The certificate whose key signed the head that every grown head repeats the signature of, hex SHA-256. */
  certificateSha256: string
}

/** The account that has a tenth of all data. */
export const largeOwner = 0

export function toEmail(account: number): string {
  return `grown-${account}@example.com`
}

/** The id of the n-th row of a kind, always the same, so that an interrupted run finds its rows. */
export function grownId(kind: string, n: Sql): Sql {
  // The version and the variant of a random UUID (RFC 9562, 5.4).
  return sql`overlay(overlay(md5(${kind}::text || ' ' || (${n})::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`
}

/** A SHA-256 of no real content, hex. */
export function grownSha256(kind: string, n: Sql): Sql {
  return sql`encode(sha256(convert_to(${kind}::text || ' ' || (${n})::text, 'utf8')), 'hex')`
}

/** The current time of a grown installation; rows that expired before it are overdue. */
export const now = sql`current_setting('grown.now')::timestamptz`

export async function setNow(tx: Transaction, at: Date): Promise<void> {
  await tx.row(sql`SELECT set_config('grown.now', ${at.toISOString()}, true)`)
}

/** The name and hashes of the n-th verification's sealed record, or its addendum. */
export function selectSealed(n: Sql, isWithdrawal: Sql): { name: Sql; pdfSha256: Sql; jsonSha256: Sql } {
  const name = sql`(CASE WHEN ${isWithdrawal} THEN 'withdrawal' ELSE 'record' END || ' ' || ${n})`
  return { name, pdfSha256: grownSha256('pdf', name), jsonSha256: grownSha256('json', name) }
}
