import type pg from 'pg'
import sql from 'sql-template-tag'
import { StartupError } from '../startup-error.ts'
import type { Queryable } from './database.ts'

/** That a database is one side of a move; `other` names the other side, without a user or a password. */
export type Move = {
  id: string
  side: 'source' | 'destination'
  other: string
  beganAt: Date
  finishedAt: Date | null
}

const theMove = sql`SELECT id, side, other, began_at AS "beganAt", finished_at AS "finishedAt" FROM moves`

/** The move that a database is a side of; null when it is none, also where there are no tables yet. */
export async function findMove(client: pg.Client): Promise<Move | null> {
  const { rows } = await client.query<{ known: boolean }>("SELECT to_regclass('moves') IS NOT NULL AS known")
  if (!rows[0]?.known) return null
  return (await client.query<Move>(theMove.text)).rows[0] ?? null
}

/** Whether a database must not be served from: it was moved away, or is the half of one that is being moved. */
export async function isFenced(q: Queryable): Promise<boolean> {
  const move = await q.row<Move>(theMove)
  return move !== null && doesClose(move)
}

/** @throws StartupError with the sentence that says where the database is now, or where the rest of it is */
export async function refuseMoved(client: pg.Client): Promise<void> {
  const move = await findMove(client)
  if (move && doesClose(move)) throw new StartupError(explainMove(move))
}

const doesClose = ({ side, finishedAt }: Move) => side === 'source' || !finishedAt

function explainMove({ side, other, beganAt, finishedAt }: Move): string {
  if (side === 'destination')
    return `This database is the unfinished half of a move from ${other}: run the same npm run move again, or take it back with --undo and serve from ${other}. If it was taken back, this half is of no more use: move it aside.`
  const undo = 'run the same npm run move with --undo to take the move back (docs/operations.md)'
  return finishedAt
    ? `This database was moved to ${other} on ${finishedAt.toISOString().slice(0, 10)}: serve from there, or ${undo}.`
    : `This database is being moved to ${other} since ${beganAt.toISOString().slice(0, 16)}Z: run the same npm run move again to finish it, or ${undo}.`
}

/**
 * Closes a database to every writer, whatever program and role it is, and says whereto it goes. Waits for who writes at the moment.
 * `client` is the owner of `tables`. Everything or nothing.
 */
export async function closeSource(
  client: pg.Client,
  tables: string[],
  move: Omit<Move, 'side' | 'finishedAt'>,
) {
  await client.query("BEGIN; SET LOCAL lock_timeout = '10s'")
  try {
    await writeMove(client, { ...move, side: 'source' })
    await client.query(`
      CREATE OR REPLACE FUNCTION refuse_moved() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'this database was moved elsewhere' USING ERRCODE = 'read_only_sql_transaction';
      END $$`)
    const triggers = tables.map(
      (table) =>
        `CREATE OR REPLACE TRIGGER moved BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON ${table}
         FOR EACH STATEMENT EXECUTE FUNCTION refuse_moved()`,
    )
    await client.query(triggers.join(';'))
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    if (!(error instanceof Error && 'code' in error && error.code === '55P03')) throw error
    throw new StartupError(
      'Somebody has been writing into the database for ten seconds: stop every server of this installation, then run this again.',
      { cause: error },
    )
  }
}

/** Lets the source be served from and written again. */
export async function openSource(client: pg.Client): Promise<void> {
  await client.query('BEGIN')
  await client.query('DROP FUNCTION refuse_moved() CASCADE')
  await client.query('DELETE FROM moves')
  await client.query('COMMIT')
}

/** Notes in the destination whose half it is; nobody serves from it before `finishMove`. */
export async function markDestination(
  client: pg.Client,
  move: Omit<Move, 'side' | 'finishedAt'>,
): Promise<void> {
  await writeMove(client, { ...move, side: 'destination' })
}

/** Forgets in a destination without a row that it was to be a half, so that its schema can be made. */
export async function forgetMove(client: pg.Client): Promise<void> {
  if (await findMove(client)) await client.query('DELETE FROM moves')
}

/** Of the destination: it is served from now on. Of the source: it never is again. */
export async function finishMove(client: pg.Client, now: Date): Promise<void> {
  await client.query('UPDATE moves SET finished_at = $1 WHERE finished_at IS NULL', [now])
}

/** Makes of a finished destination a half again, which nobody serves from. */
export async function unfinishMove(client: pg.Client): Promise<void> {
  await client.query('UPDATE moves SET finished_at = NULL')
}

async function writeMove(
  client: pg.Client,
  { id, side, other, beganAt }: Omit<Move, 'finishedAt'>,
): Promise<void> {
  await client.query(
    `INSERT INTO moves (id, side, other, began_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (is_only) DO UPDATE SET id = $1, side = $2, other = $3, began_at = $4, finished_at = NULL`,
    [id, side, other, beganAt],
  )
}
