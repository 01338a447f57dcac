import { type Queryable, type Sql, sql } from '../database/index.ts'

/** How much of a kind is late, and since when the oldest was due. */
export type Overdue = { count: number; dueSince: Date | null }

/** Work that has to happen because of what is in the rows, whatever became of the job that was to do it. */
export type DueWork = {
  kind: string
  /** Enqueues what is due and has no job that will be tried soon. Answers how many should have had one. */
  enqueueMissing(): Promise<number>
  countOverdue(): Promise<Overdue>
}

/** Nobody needs to know more exactly how bad it is. */
const countAtMost = 10_000

/** Counts instants of a column `due`, of which `rows` selects those that are late. */
export async function countOverdue(q: Queryable, rows: Sql): Promise<Overdue> {
  const found = await q.row<Overdue>(sql`
    SELECT count(*) AS count, min(due) AS "dueSince" FROM (${rows} ORDER BY due LIMIT ${countAtMost}) late`)
  return found ?? { count: 0, dueSince: null }
}

/**
 * A condition: no job of this key is being worked on or will be tried soon. One that was tried in vain too often or too long ago counts as
 * none; enqueueing it again makes it fresh.
 *
 * @param key an SQL expression of the key
 */
export function hasNoJob(key: Sql): Sql {
  return sql`NOT EXISTS (
    SELECT FROM graphile_worker._private_jobs job WHERE job.key = ${key} AND (job.locked_at IS NOT NULL
      OR job.attempts = 0 OR (job.attempts < job.max_attempts AND job.run_at < now() + interval '15 minutes')))`
}
