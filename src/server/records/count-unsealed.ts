import { type Queryable, sql } from '../platform/database/index.ts'

/** How many records and withdrawals wait for their seal, those of a moment ago included. */
export async function countUnsealed(q: Queryable): Promise<number> {
  const row = await q.row<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM records WHERE sealed_at IS NULL)
      + (SELECT count(*) FROM records WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL) AS count`)
  return row?.count ?? 0
}
