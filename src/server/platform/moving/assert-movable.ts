import type pg from 'pg'
import { findMove } from '../database/fence.ts'
import { countServing } from '../jobs/index.ts'
import { StartupError } from '../startup-error.ts'
import { hasRows, listTables, type Table } from './tables.ts'

/** @throws StartupError when any process serves from a database */
export async function refuseWhileServed(client: pg.Client, name: string): Promise<void> {
  if ((await countServing(client)) === 0) return
  throw new StartupError(
    `A server of this installation runs on ${name}: stop every one of them, then run this again.`,
  )
}

/** @throws StartupError unless the database has the schema of this version, and `client` may close it */
export async function assertSource(client: pg.Client, name: string, newest: number): Promise<Table[]> {
  const tables = await listTables(client)
  if (tables.length === 0)
    throw new StartupError(`${name} holds nothing: name the database that holds the rows.`)
  const { rows } = await client.query<{ owns: boolean }>(
    `SELECT bool_and(pg_has_role(relowner, 'USAGE')) AS owns FROM pg_class WHERE oid = ANY ($1::regclass[])`,
    [tables.map((table) => table.name)],
  )
  if (!rows[0]?.owns)
    throw new StartupError(
      `The role given for ${name} does not own the tables there: give the login that MIGRATIONS_DATABASE_URL has.`,
    )
  const landed = (await listLandedMigrations(client)).at(-1)?.version ?? 0
  if (landed !== newest)
    throw new StartupError(
      landed > newest
        ? `${name} was migrated by a newer version of the program than this one: move it with that version.`
        : `${name} lacks migrations of this version of the program: start the server of this version on it once, stop it, and run this again.`,
    )
  return tables
}

/**
 * What a database is to the move `id` that goes there; null: to one that begins.
 * @throws StartupError when it holds anything else, or `client` may not make tables in it
 */
export async function assertDestination(
  client: pg.Client,
  name: string,
  id: string | null,
): Promise<'empty' | 'begun' | 'finished'> {
  const { rows } = await client.query<{ tables: number; may: boolean }>(
    `SELECT (SELECT count(*)::integer FROM pg_tables WHERE schemaname IN ('public', 'graphile_worker')) AS tables,
       has_database_privilege(current_database(), 'CREATE') AND has_schema_privilege('public', 'CREATE') AS may`,
  )
  if (!rows[0]?.may)
    throw new StartupError(
      `The role given for ${name} may not make tables and schemas there: make it the owner of the database (docs/operations.md, "Two roles").`,
    )
  if (rows[0].tables === 0) return 'empty'
  const move = await findMove(client)
  if (move && move.id === id && move.side === 'destination') return move.finishedAt ? 'finished' : 'begun'
  const isOurs = (await listLandedMigrations(client)).length > 0
  // A move that was killed before its first row leaves the tables.
  if (isOurs && move?.side !== 'source' && !(await hasRows(client, await listTables(client)))) return 'empty'
  throw new StartupError(
    `${name} is not empty: name a new database, or drop what is in this one. Nothing was changed.`,
  )
}

/** Which migrations landed, with their contents. */
export async function listLandedMigrations(
  client: pg.Client,
): Promise<{ version: number; sha256: string }[]> {
  const known = await client.query<{ known: boolean }>(
    "SELECT to_regclass('schema_migrations') IS NOT NULL AS known",
  )
  if (!known.rows[0]?.known) return []
  return (
    await client.query<{ version: number; sha256: string }>(
      'SELECT version, sha256 FROM schema_migrations ORDER BY version',
    )
  ).rows
}
