import sql from 'sql-template-tag'
import type { Queryable } from './database.ts'

/** The number of the newest migration that landed in the database; 0 in an empty one. */
export async function readSchemaVersion(q: Queryable): Promise<number> {
  const row = await q.row<{ version: number }>(
    sql`SELECT coalesce(max(version), 0) AS version FROM schema_migrations`,
  )
  return row?.version ?? 0
}

/** When a migration landed last, by the clock of the database; null in an empty one. */
export async function readMigratedAt(q: Queryable): Promise<Date | null> {
  const row = await q.row<{ at: Date | null }>(sql`SELECT max(applied_at) AS at FROM schema_migrations`)
  return row?.at ?? null
}
