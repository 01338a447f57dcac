import pg from 'pg'
import { makeSessionConfig } from '../database/session.ts'
import { StartupError } from '../startup-error.ts'

/** A database that rows are moved out of or into. */
export type Side = {
  /** The login of the role that owns its tables, or will. */
  connectionString: string
  /** How it is called in what the command prints: no user, no password. */
  name: string
}

/** Any fixed number: one move at a time works on a database. */
const moveLock = 4_113_251_504

/** Values are written alike on both sides, whatever the server and the role have set. */
const alike = [
  "SET search_path = 'public'",
  "SET client_encoding = 'UTF8'",
  "SET DateStyle = 'ISO, YMD'",
  "SET IntervalStyle = 'postgres'",
  "SET TimeZone = 'UTC'",
  "SET bytea_output = 'hex'",
  'SET extra_float_digits = 1',
].join('; ')

/** Where a server and its database are, without a user or a password. */
export function namePlace(connectionString: string): string {
  // As the driver understands it, wherever in the text they stand, so that one place has one name.
  const { host, port, database } = new pg.Client({ connectionString })
  return `${host}:${port}/${database ?? ''}`
}

/**
 * Runs `work` with a connection of its own to a side, which no other move has meanwhile.
 * @throws StartupError when another one does
 */
export async function onSide<T>(
  { connectionString, name }: Side,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(makeSessionConfig('maintenance', connectionString, 'assent move'))
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(alike)
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      moveLock,
    ])
    if (!rows[0]?.taken)
      throw new StartupError(`Another npm run move is at work on ${name}: let it end first.`)
    return await work(client)
  } finally {
    await client.end()
  }
}
