import { type Sql, sql } from '../../platform/database/index.ts'

/** The id of the n-th of a kind, always the same: a run that was cut off finds what it made. */
export function grownId(kind: string, n: Sql): Sql {
  // The version and the variant of a random UUID (RFC 9562, 5.4).
  return sql`overlay(overlay(md5(${kind}::text || ' ' || (${n})::text) PLACING '4' FROM 13) PLACING '8' FROM 17)::uuid`
}

/** A SHA-256 that nothing has, hex. */
export function grownSha256(kind: string, n: Sql): Sql {
  return sql`encode(sha256(convert_to(${kind}::text || ' ' || (${n})::text, 'utf8')), 'hex')`
}
