import type pg from 'pg'
import { StartupError } from '../startup-error.ts'
import { listLandedMigrations } from './assert-movable.ts'
import { computeDigest, type Digest } from './copy-table.ts'
import { listForeignKeys, listSequences, listTables, type Table } from './tables.ts'

/** @throws StartupError unless both have the same tables, by the same migrations */
export async function compareSchemas(source: pg.Client, destination: pg.Client): Promise<void> {
  const schemas = await Promise.all(
    [source, destination].map(async (client) =>
      JSON.stringify([await listLandedMigrations(client), await listTables(client)]),
    ),
  )
  if (schemas[0] !== schemas[1])
    throw new StartupError(
      'The two databases have not the same tables: move with the version of the program that served last.',
    )
}

/**
 * Reads every row on both sides. Answers the names of what differs: tables, and, in one word each, sequences and foreign keys.
 * @param onTable told of each table when it has been compared
 */
export async function listDifferences(
  source: pg.Client,
  destination: pg.Client,
  tables: Table[],
  options: { signal: AbortSignal; onTable(table: Table, here: Digest, there: Digest): void },
): Promise<string[]> {
  const found: string[] = []
  for (const table of tables) {
    options.signal.throwIfAborted()
    const [here, there] = await Promise.all([computeDigest(source, table), computeDigest(destination, table)])
    if (here.rows !== there.rows || here.sha256 !== there.sha256) found.push(table.name)
    options.onTable(table, here, there)
  }
  for (const [name, read] of [
    ['sequences', listSequences],
    ['foreign keys', listForeignKeys],
  ] as const) {
    if (JSON.stringify(await read(source)) !== JSON.stringify(await read(destination))) found.push(name)
  }
  return found
}
