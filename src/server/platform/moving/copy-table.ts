import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { from as intoTable, to as outOfTable } from 'pg-copy-streams'
import { countRowsIn, cutRows } from './cut-rows.ts'
import type { Table } from './tables.ts'

export type CopyOptions = {
  batchRows: number
  signal: AbortSignal
  /** Told how many rows more are there, each time that they are. */
  onRows(count: number): void
}

/**
 * Copies the rows that come after the last one that is there, in the order of the primary key and in batches, each whole or not at all. So a
 * copy that ended anywhere is gone on with by the same call. No more of a batch is in memory than what is on its way. A call that fails leaves
 * the source's connection in the middle of its answer.
 */
export async function copyTable(
  source: pg.Client,
  destination: pg.Client,
  table: Table,
  { batchRows, signal, onRows }: CopyOptions,
): Promise<void> {
  const [columns, key] = [table.columns.join(', '), table.key.join(', ')]
  const last = await findLastKey(destination, table)
  const rest = last ? `WHERE (${key}) > (${last.map(pg.escapeLiteral).join(', ')})` : ''
  const out = source.query(
    outOfTable(`COPY (SELECT ${columns} FROM ${table.name} ${rest} ORDER BY ${key}) TO STDOUT`),
  )
  // Whoever reads hears of it; closing the connection in the middle says it once more.
  out.on('error', () => {})
  const rows = cutRows(out)
  for (let count = batchRows; count >= batchRows; onRows(count)) {
    signal.throwIfAborted()
    const into = destination.query(intoTable(`COPY ${table.name} (${columns}) FROM STDIN`))
    await pipeline(rows.next(batchRows), into)
    count = into.rowCount
  }
}

async function findLastKey(client: pg.Client, { name, key }: Table): Promise<string[] | null> {
  const backwards = key.map((column) => `${column} DESC`).join(', ')
  const { rows } = await client.query<{ key: string[] }>(
    `SELECT ARRAY[${key.map((column) => `(${column})::text`).join(', ')}] AS key FROM ${name} ORDER BY ${backwards} LIMIT 1`,
  )
  return rows[0]?.key ?? null
}

/** What a table holds: how many rows, and the SHA-256 of all of their columns in the order of the primary key. */
export type Digest = { rows: number; sha256: string }

/** Reads every row, one after the other. */
export async function computeDigest(client: pg.Client, { name, key }: Table): Promise<Digest> {
  const hash = createHash('sha256')
  let rows = 0
  const out = client.query(outOfTable(`COPY (SELECT * FROM ${name} ORDER BY ${key.join(', ')}) TO STDOUT`))
  for await (const chunk of out as AsyncIterable<Buffer>) {
    hash.update(chunk)
    rows += countRowsIn(chunk)
  }
  return { rows, sha256: hash.digest('hex') }
}
