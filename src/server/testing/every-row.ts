import { sql } from '../platform/database/index.ts'
import type { TestApp } from './test-app.ts'

/** Every row of every table as text, jobs included: what must not be kept must not be in it. */
export async function everyRow(test: TestApp): Promise<string> {
  const tables = await test.database.rows<{ rows: string }>(sql`
    SELECT query_to_xml(format('SELECT kept::text FROM %I.%I kept', schemaname, tablename), true, false, '')::text AS rows
    FROM pg_tables WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`)
  return tables.map(({ rows }) => rows).join('\n')
}
