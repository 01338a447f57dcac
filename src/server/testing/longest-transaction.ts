import { type Database, type Queryable, sql } from '../platform/database/index.ts'

/** The transactions of a database since the last call of `take`. */
export type Longest = {
  /** The duration of the longest in milliseconds, the median, and the 99th percentile. */
  ms: number
  medianMs: number
  p99Ms: number
  /** The longest of those that held a lock for which others may have waited. */
  heldMs: number
  count: number
  /** The most rows that one transaction added, changed or removed. */
  rows: number
}

/** The same database, with its transactions measured. A statement outside a transaction counts as one. */
export function withLongestTransaction(database: Database): { database: Database; take(): Longest } {
  let rows = 0
  let times: { ms: number; holds: boolean }[] = []
  const measure: Database['transaction'] = (work) => {
    let startedAt = 0
    let holds = false
    return database
      .transaction(async (tx) => {
        startedAt = performance.now()
        const before = await readChanges(tx)
        const result = await work(tx)
        const after = await readChanges(tx)
        rows = Math.max(rows, after.rows - before.rows)
        holds = after.holds
        return result
      })
      .finally(() => {
        times.push({ ms: performance.now() - startedAt, holds })
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
      const sorted = times.toSorted((a, b) => a.ms - b.ms)
      const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.ms ?? 0
      const taken = {
        ms: sorted.at(-1)?.ms ?? 0,
        medianMs: at(0.5),
        p99Ms: at(0.99),
        heldMs: sorted.findLast(({ holds }) => holds)?.ms ?? 0,
        count: sorted.length,
        rows,
      }
      rows = 0
      times = []
      return taken
    },
  }
}

/**
 * The rows that this connection changed recently (the difference between two readings in one transaction is that
 * transaction's), and whether the transaction locked or wrote a row: PostgreSQL gives it a number only then.
 */
async function readChanges(tx: Queryable): Promise<{ rows: number; holds: boolean }> {
  const row = await tx.row<{ rows: number; holds: boolean }>(sql`
    SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint AS rows,
      pg_current_xact_id_if_assigned() IS NOT NULL AS holds FROM pg_stat_xact_all_tables
    WHERE schemaname IN ('public', 'graphile_worker')`)
  return row ?? { rows: 0, holds: false }
}
