import { type Queryable, sql } from '../platform/database/index.ts'

export type Row = Record<string, unknown>

/** The text as a statement: the driver's template would turn interpolated texts into parameters. */
export const plain = (text: string) => ({ text, values: [] }) as never

/** A value for a cell of each type, as PostgreSQL reads it. */
const fillings: Record<string, string> = {
  text: "'Filled'",
  date: "'1990-04-17'",
  timestamptz: "'2026-01-02T03:04:05Z'",
  bool: 'true',
  int2: '7',
  int4: '7',
  int8: '7',
  uuid: 'gen_random_uuid()',
  jsonb: `'{"filled": true}'`,
  _text: "'{filled}'",
  _timestamptz: "'{2026-01-02T03:04:05Z}'",
  bytea: "'filled'",
}

export type Column = { table: string; name: string; type: string; isNullable: boolean; isWritable: boolean }

/** The columns of every table of the migrations, or of one. */
export function listColumns(q: Queryable, table: string | null = null): Promise<Column[]> {
  return q.rows<Column>(sql`
    SELECT table_name AS table, column_name AS name, udt_name AS type, is_nullable = 'YES' AS is_nullable,
      is_generated = 'NEVER' AND identity_generation IS DISTINCT FROM 'ALWAYS' AS is_writable
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND table_name = coalesce(${table}, table_name)`)
}

/**
 * Inserts a row with a value in every column of the migrated table, and takes its constraints away; `given` sets the
 * values of some columns, and `fill` of the others.
 */
export async function fillRow(
  owner: Queryable,
  table: string,
  given: Record<string, string>,
  fill: (column: Column) => string | undefined = ({ type }) => fillings[type],
): Promise<Row> {
  const constraints = await owner.rows<{ name: string }>(sql`
    SELECT conname AS name FROM pg_constraint WHERE conrelid = ${table}::regclass AND contype IN ('c', 'f')`)
  for (const { name } of constraints) await owner.run(plain(`ALTER TABLE ${table} DROP CONSTRAINT "${name}"`))
  const columns = (await listColumns(owner, table)).filter(({ isWritable }) => isWritable)
  const cells = columns.map((column) => {
    const filling = given[column.name] ?? fill(column)
    if (!filling) throw new Error(`what to fill ${table}.${column.name} with, of type ${column.type}?`)
    return [`"${column.name}"`, filling]
  })
  const row = await owner.row<{ row: Row }>(
    plain(`INSERT INTO ${table} (${cells.map(([name]) => name).join(', ')})
      VALUES (${cells.map(([, filling]) => filling).join(', ')}) RETURNING to_jsonb(${table}) AS row`),
  )
  return row?.row ?? {}
}
