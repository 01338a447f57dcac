import { type Database, type Queryable, sql } from '../platform/database/index.ts'

/**
 * The transactions of a database since the last look: the longest one's milliseconds and the one's in the middle, and the most rows that one
 * added, changed or removed.
 */
export type Longest = { ms: number; medianMs: number; rows: number }

/** The same database, of which is known how long its transactions hold what they lock. A statement outside of one is one by itself. */
export function withLongestTransaction(database: Database): { database: Database; take(): Longest } {
  let rows = 0
  let times: number[] = []
  const measure: Database['transaction'] = (work) => {
    let startedAt = 0
    return database
      .transaction(async (tx) => {
        startedAt = performance.now()
        const before = await readChanges(tx)
        const result = await work(tx)
        rows = Math.max(rows, (await readChanges(tx)) - before)
        return result
      })
      .finally(() => {
        times.push(performance.now() - startedAt)
      })
  }
  return {
    database: {
      ...database,
      transaction: measure,
      rows: (statement) => measure((tx) => tx.rows(statement)),
      row: (statement) => measure((tx) => tx.row(statement)),
      run: (statement) => measure((tx) => tx.run(statement)),
    },
    take() {
      const sorted = times.toSorted((a, b) => a - b)
      const taken = { ms: sorted.at(-1) ?? 0, medianMs: sorted[Math.floor(sorted.length / 2)] ?? 0, rows }
      rows = 0
      times = []
      return taken
    },
  }
}

/** The rows that this connection changed lately; what two looks in one transaction differ by is that transaction's. */
async function readChanges(tx: Queryable): Promise<number> {
  const row = await tx.row<{ rows: number }>(sql`
    SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint AS rows FROM pg_stat_xact_all_tables
    WHERE schemaname IN ('public', 'graphile_worker')`)
  return row?.rows ?? 0
}
