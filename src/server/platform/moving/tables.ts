import type pg from 'pg'

/** One table as it is moved. All names are quoted and of their schema, ready for a statement. */
export type Table = {
  name: string
  /** What is copied: PostgreSQL computes the others. */
  columns: string[]
  /** The columns of the primary key; text among them in the order of its bytes, which is the same in every database. */
  key: string[]
}

/** Each side's own: which migrations landed there, and of which move it is a side. */
const notMoved = ['public.schema_migrations', 'public.moves', 'graphile_worker.migrations']

const schemas = ['public', 'graphile_worker']

/** The tables of the product and of its job queue, in the order of their names. */
export async function listTables(client: pg.Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `SELECT format('%I.%I', relnamespace::regnamespace, relname) AS name,
       (SELECT array_agg(quote_ident(attname) ORDER BY attnum) FROM pg_attribute
        WHERE attrelid = c.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
       (SELECT array_agg(quote_ident(attname) || CASE WHEN attcollation = 0 THEN '' ELSE ' COLLATE "C"' END ORDER BY place)
        FROM pg_index, unnest(indkey) WITH ORDINALITY AS part (number, place)
          JOIN pg_attribute ON attnum = part.number
        WHERE indrelid = c.oid AND indisprimary AND attrelid = c.oid) AS key
     FROM pg_class c WHERE relnamespace::regnamespace::text = ANY ($1) AND relkind = 'r'
     ORDER BY 1`,
    [schemas],
  )
  return rows.filter(({ name }) => !notMoved.includes(name))
}

/** Every number that a sequence gave last, by its name; those that gave none are left out. */
export async function listSequences(client: pg.Client): Promise<{ name: string; last: string }[]> {
  const { rows } = await client.query<{ name: string; last: string }>(
    `SELECT format('%I.%I', schemaname, sequencename) AS name, last_value::text AS last FROM pg_sequences
     WHERE schemaname = ANY ($1) AND last_value IS NOT NULL ORDER BY 1`,
    [schemas],
  )
  return rows
}

/** A foreign key, with the statement part that makes it. */
export type ForeignKey = { table: string; name: string; definition: string }

export async function listForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `SELECT format('%I.%I', relnamespace::regnamespace, relname) AS table, quote_ident(conname) AS name,
       pg_get_constraintdef(k.oid) AS definition
     FROM pg_constraint k JOIN pg_class c ON c.oid = conrelid
     WHERE contype = 'f' AND relnamespace::regnamespace::text = ANY ($1) ORDER BY 1, 2`,
    [schemas],
  )
  return rows
}

export async function hasRows(client: pg.Client, tables: Table[]): Promise<boolean> {
  const filled = tables.map(({ name }) => `EXISTS (SELECT FROM ${name})`).join(' OR ')
  return (await client.query<{ found: boolean }>(`SELECT ${filled} AS found`)).rows[0]?.found ?? false
}

/** How many rows all of them have together. */
export async function countRows(client: pg.Client, tables: Table[]): Promise<number> {
  const counts = tables.map(({ name }) => `(SELECT count(*) FROM ${name})`).join(' + ')
  return Number((await client.query<{ count: string }>(`SELECT ${counts} AS count`)).rows[0]?.count)
}
