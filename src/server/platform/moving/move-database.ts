import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import {
  closeSource,
  findMove,
  finishMove,
  forgetMove,
  type Move,
  markDestination,
} from '../database/fence.ts'
import { StartupError } from '../startup-error.ts'
import { assertDestination, assertSource, refuseWhileServed } from './assert-movable.ts'
import { compareSchemas, listDifferences } from './compare-sides.ts'
import { copyTable, type Digest } from './copy-table.ts'
import { toMegabytes } from './megabytes.ts'
import { onSide, type Side } from './side.ts'
import { countRows, listForeignKeys, listSequences, type Table } from './tables.ts'

export type DatabaseMove = {
  source: Side
  destination: Side
  /** The number of the newest migration of this version of the program. */
  newestMigration: number
  /** Makes the schema in the empty destination, with the rights of who serves. */
  prepare(): Promise<void>
  /** Looks at the destination when all rows are there. What it throws keeps the move unfinished. */
  audit(): Promise<void>
  /** How many bytes the destination has room for; null where nobody can say. */
  measureRoom(): Promise<number | null>
  signal: AbortSignal
  now(): Date
  tell: Tell
  /** How many rows go at once: each batch is there whole, or not at all. */
  batchRows?: number
}

/** What somebody who waits is told. */
export type Tell = {
  counted(rows: number, tables: number): void
  /** How many rows were there from an earlier run. */
  resumed(rows: number): void
  copied(rows: number): void
  compared(table: Table, digest: Digest): void
}

/**
 * Looks at both sides and changes neither: everything that would end a move before its first row ends this too. Tells what it counts.
 * @param isThere whether the destination is there to be looked at; an embedded one may still have to be made
 */
export async function rehearseDatabaseMove(move: DatabaseMove, isThere = true): Promise<void> {
  await onSide(move.source, async (source) => {
    const { begun, tables } = await assertFrom(move, source)
    if (isThere) await onSide(move.destination, (destination) => assertTo(move, source, destination, begun))
    else await refuseWithoutRoom(move, source)
    move.tell.counted(await countRows(source, tables), tables.length)
  })
}

/**
 * Brings every row of the source into the destination, compares them all, and closes the source for ever. From the first row on neither side
 * is served from; a move that ended anywhere before is finished by the same call. Nothing is removed from the source.
 * @throws StartupError in one sentence when it cannot be done; the signal's reason when it was told to stop
 */
export async function moveDatabase(move: DatabaseMove): Promise<void> {
  await onSides(move, async (source, destination) => {
    const { begun, tables } = await assertFrom(move, source)
    const state = await assertTo(move, source, destination, begun)
    if (state !== 'finished') await bring(move, { source, destination, begun, state, tables })
    // Whoever came in the moment before a side was closed.
    await refuseWhileServed(source, move.source.name)
    await refuseWhileServed(destination, move.destination.name)
    // The destination first: in between neither is served from, and the next run comes here.
    await finishMove(destination, move.now())
    await finishMove(source, move.now())
  })
}

type Sides = { source: pg.Client; destination: pg.Client }

function onSides<T>(
  move: DatabaseMove,
  work: (source: pg.Client, destination: pg.Client) => Promise<T>,
): Promise<T> {
  return onSide(move.source, (source) => onSide(move.destination, (destination) => work(source, destination)))
}

/** The tables to move, and the move that has begun, if one has. */
async function assertFrom(
  move: DatabaseMove,
  source: pg.Client,
): Promise<{ begun: Move | null; tables: Table[] }> {
  const { name } = move.destination
  const tables = await assertSource(source, move.source.name, move.newestMigration)
  await refuseWhileServed(source, move.source.name)
  const known = await findMove(source)
  const begun = known?.side === 'source' ? known : null
  if (known?.side === 'destination' && !known.finishedAt)
    throw new StartupError(`${move.source.name} is itself the unfinished half of a move from ${known.other}.`)
  if (begun && begun.other !== name)
    throw new StartupError(
      `${move.source.name} ${begun.finishedAt ? 'was' : 'is being'} moved to ${begun.other}: name that place, or take the move back with --undo first.`,
    )
  return { begun, tables }
}

async function assertTo(move: DatabaseMove, source: pg.Client, destination: pg.Client, begun: Move | null) {
  const { name } = move.destination
  const state = await assertDestination(destination, name, begun?.id ?? null)
  if (begun?.finishedAt && state === 'begun')
    throw new StartupError('The taking back of this move did not end: run the same with --undo again.')
  if (begun?.finishedAt)
    throw new StartupError(`${move.source.name} was moved to ${begun.other} already; nothing was changed.`)
  if (state === 'empty') await refuseWithoutRoom(move, source)
  else await refuseWhileServed(destination, name)
  return state
}

/** What a new copy takes is less than what the source takes; the log of changes and sorting take as much again. */
async function refuseWithoutRoom(
  { measureRoom, destination }: DatabaseMove,
  source: pg.Client,
): Promise<void> {
  const bytes = await measureRoom()
  if (bytes === null) return
  const { rows } = await source.query<{ size: string }>('SELECT pg_database_size(current_database()) AS size')
  const needed = 2 * Number(rows[0]?.size)
  if (bytes >= needed) return
  throw new StartupError(
    `${destination.name} has room for ${toMegabytes(bytes)}, and the move needs up to ${toMegabytes(needed)}: make room, then run this again.`,
  )
}

async function bring(
  move: DatabaseMove,
  {
    source,
    destination,
    begun,
    state,
    tables,
  }: Sides & { begun: Move | null; state: string; tables: Table[] },
): Promise<void> {
  const { tell, signal, batchRows = 20_000 } = move
  const mine = begun ?? { id: randomUUID(), other: move.destination.name, beganAt: move.now() }
  if (state === 'empty') {
    await forgetMove(destination)
    await move.prepare()
    await markDestination(destination, { ...mine, other: move.source.name })
  }
  await compareSchemas(source, destination)
  if (!begun) await closeSource(source, nameEveryTable(tables), mine)
  // Later it cannot be seen reliably: its workers may not write, and try again and again.
  await refuseWhileServed(source, move.source.name)

  const foreignKeys = await listForeignKeys(source)
  tell.counted(await countRows(source, tables), tables.length)
  await takeOffForeignKeys(destination)
  tell.resumed(await countRows(destination, tables))
  for (const table of tables)
    await copyTable(source, destination, table, { batchRows, signal, onRows: tell.copied })
  for (const { name, last } of await listSequences(source))
    await destination.query('SELECT setval($1, $2)', [name, last])
  await destination.query(
    foreignKeys
      .map(({ table, name, definition }) => `ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`)
      .join(';'),
  )

  const different = await listDifferences(source, destination, tables, {
    signal,
    onTable: (table, here) => tell.compared(table, here),
  })
  if (different.length > 0)
    throw new StartupError(
      `What arrived in ${move.destination.name} is not what was sent (${different.join(', ')}): take the move back with --undo, and begin again with an empty database.`,
    )
  await move.audit()
}

/** What is copied, and the list of migrations, so that no other version of the program migrates what was moved. */
function nameEveryTable(tables: Table[]): string[] {
  return [...tables.map(({ name }) => name), 'public.schema_migrations']
}

/** Rows that name each other come in any order; each foreign key is made again when all are there, which checks them all. */
async function takeOffForeignKeys(destination: pg.Client): Promise<void> {
  const keys = await listForeignKeys(destination)
  await destination.query(
    keys.map(({ table, name }) => `ALTER TABLE ${table} DROP CONSTRAINT ${name}`).join(';'),
  )
}
