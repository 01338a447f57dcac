import { type Sql, sql } from '../../platform/database/index.ts'
import { grownSha256 } from './grown-id.ts'

/** What the n-th verification's sealed record is known by, or its addendum's. */
export function selectSealed(n: Sql, isWithdrawal: Sql): { name: Sql; pdfSha256: Sql; jsonSha256: Sql } {
  const name = sql`(CASE WHEN ${isWithdrawal} THEN 'withdrawal' ELSE 'record' END || ' ' || ${n})`
  return { name, pdfSha256: grownSha256('pdf', name), jsonSha256: grownSha256('json', name) }
}
