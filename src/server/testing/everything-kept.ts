import { type Queryable, sql } from '../platform/database/index.ts'
import { storedFiles } from './stored-files.ts'
import type { TestApp } from './test-app.ts'

/**
 * All that an installation keeps: a hash of the rows of every table by its name, jobs included, and the names of its
 * files. Two are equal when nothing has changed in between. Only the counts of limits are left out: a refused call is
 * counted.
 */
export async function everythingKept(test: TestApp): Promise<Record<string, string>> {
  return { ...(await everyTable(test.database)), files: (await storedFiles(test)).join('\n') }
}

/** The part of it that is in the database. */
export async function everyTable(q: Queryable): Promise<Record<string, string>> {
  const tables = await q.rows<{ name: string; hash: string }>(sql`
    SELECT format('%I.%I', schemaname, tablename) AS name,
      query_to_xml(
        format('SELECT md5(string_agg(kept::text, chr(10) ORDER BY kept::text)) FROM %I.%I kept', schemaname, tablename),
        true, false, ''
      )::text AS hash
    FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename <> 'rate_limits'`)
  return Object.fromEntries(tables.map(({ name, hash }) => [name, hash]))
}
