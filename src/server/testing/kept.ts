import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type Queryable, sql } from '../platform/database/index.ts'
import type { TestApp } from './test-app.ts'

/** The paths of every file below a test app's storage folder, sorted. */
export async function storedFiles(test: TestApp): Promise<string[]> {
  const root = join(test.dataDir, 'files')
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** Every row of every table as text, including jobs, to check that it doesn't contain what mustn't be stored. */
export async function everyRow(test: TestApp): Promise<string> {
  const tables = await test.database.rows<{ rows: string }>(sql`
    SELECT query_to_xml(format('SELECT kept::text FROM %I.%I kept', schemaname, tablename), true, false, '')::text AS rows
    FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  return tables.map(({ rows }) => rows).join('\n')
}

/** A text without its ids, hashes and tokens: by chance, any few letters or digits occur in one. */
export const withoutRandom = (text: string): string => text.replaceAll(/[\w-]{32,}/g, '')

/**
 * The stored state of an installation: a hash of the rows of every table by its name, including jobs, and the names of
 * its files. Two are equal if nothing has changed in between. Only the counts of limits and the security activity are
 * left out: a refused call is counted, and a refused login is reported to its account's owner.
 */
export async function everythingKept(test: TestApp): Promise<Record<string, string>> {
  return { ...(await everyTable(test.database)), files: (await storedFiles(test)).join('\n') }
}

/** The part of `everythingKept` in the database. */
export async function everyTable(q: Queryable): Promise<Record<string, string>> {
  const tables = await q.rows<{ name: string; hash: string }>(sql`
    SELECT format('%I.%I', schemaname, tablename) AS name,
      query_to_xml(
        format('SELECT md5(string_agg(kept::text, chr(10) ORDER BY kept::text)) FROM %I.%I kept', schemaname, tablename),
        true, false, ''
      )::text AS hash
    FROM pg_tables
    WHERE schemaname NOT IN ('pg_catalog', 'information_schema') AND tablename NOT IN ('rate_limits', 'security_activity')`)
  return Object.fromEntries(tables.map(({ name, hash }) => [name, hash]))
}

/**
 * Every event of a verification, as `opened by visitor`: each as often as the trail counts it, including repetitions
 * not yet written to it.
 */
export async function listEvents(test: TestApp, verificationId: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string; times: number }>(sql`
    SELECT event, actor, times FROM (
      SELECT event, actor, coalesce((detail->>'timesMore')::int, 1) AS times, sequence
      FROM audit_events WHERE verification_id = ${verificationId}
      UNION ALL
      SELECT event, actor, times, NULL FROM repeated_events WHERE verification_id = ${verificationId}
    ) AS said ORDER BY sequence NULLS LAST`)
  return rows.flatMap(({ event, actor, times }) => Array<string>(times).fill(`${event} by ${actor}`))
}

/** The rows of a verification's trail, as `opened by visitor`: one entry for each row, regardless of its count. */
export async function listTrailRows(test: TestApp, verificationId: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string }>(
    sql`SELECT event, actor FROM audit_events WHERE verification_id = ${verificationId} ORDER BY sequence`,
  )
  return rows.map(({ event, actor }) => `${event} by ${actor}`)
}

/** Everything that a third party could have changed, except the trail. */
export async function readState(test: TestApp) {
  const rows = await test.database.rows(sql`SELECT * FROM verifications ORDER BY id`)
  const documents = await test.database.rows(sql`SELECT * FROM documents ORDER BY id`)
  return { rows, documents, files: await storedFiles(test) }
}

export async function readStatus(test: TestApp, id: string) {
  const row = await test.database.row<{ status: string }>(
    sql`SELECT status FROM verifications WHERE id = ${id}`,
  )
  return row?.status
}
