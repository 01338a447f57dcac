import { randomInt } from 'node:crypto'
import pg from 'pg'
import { StartupError } from '../startup-error.ts'

export { default as sql, empty, join, type Sql } from 'sql-template-tag'
export {
  type Database,
  DatabaseUnavailable,
  deleteSome,
  isUniqueViolation,
  type PoolUse,
  type Queryable,
  Rollback,
  readInPages,
  readMigratedAt,
  runInBatches,
  type Transaction,
  transactOrRollBack,
} from './database.ts'

export type { DatabaseServer } from './migrate.ts'

/**
 * Maximum connections of one process: 10 for requests, 9 for the job queue, and one that listens. PostgreSQL's default
 * limit is 100 in total.
 */
export const connectionsPerProcess = 20

/**
 * Describes PostgreSQL's error 53300 (too_many_connections), even when it is the cause of another error; null for every
 * other error.
 */
export function findConnectionShortage(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('code' in at && at.code === '53300') {
      return (
        `PostgreSQL has no connection left for a process, which takes up to ${connectionsPerProcess}: ` +
        'raise max_connections, or the CONNECTION LIMIT of the database or the role, or end what else ' +
        'is connected.'
      )
    }
  }
  return null
}

/** `server_version_num` of PostgreSQL 15. */
const oldestVersion = 150_000

/** The variable that holds an address, and the alternative to correcting it. */
type AddressSource = { variable: string; alternative: string }

const databaseUrlSource = {
  variable: 'DATABASE_URL',
  alternative: ', or unset DATABASE_URL to use the embedded one',
}

/**
 * Connects to an address and returns its `server_version`. Throws a StartupError, which never contains the password,
 * unless the server accepts the login, allows writes, and is new enough.
 */
export async function assertServer(
  connectionString: string,
  given: Partial<AddressSource> = {},
): Promise<string> {
  const { variable, alternative } = { ...databaseUrlSource, ...given }
  const client = createClient(connectionString, variable)
  try {
    await client.connect()
    const { rows } = await client.query<{
      version: number
      shown: string
      mayOnlyRead: boolean
      hasSchema: boolean
    }>(
      `SELECT current_setting('server_version_num')::integer AS version, current_setting('server_version') AS shown,
        current_setting('transaction_read_only')::boolean AS "mayOnlyRead", EXISTS (
          SELECT FROM pg_namespace
          WHERE nspname = ANY (string_to_array(
            replace(translate(current_setting('search_path'), ' "', ''), '$user', current_user), ','))
        ) AS "hasSchema"`,
    )
    const [server] = rows
    if (!server || server.version < oldestVersion) {
      throw new StartupError(
        `The server of ${variable} is PostgreSQL ${server?.shown}, and 15 or newer is needed: upgrade it${alternative}.`,
      )
    }
    const where = describePlace(new URL(connectionString))
    if (server.mayOnlyRead) {
      throw new StartupError(
        `The PostgreSQL at ${where} lets the login of ${variable} only read: give the address of the primary and a role that may write.`,
      )
    }
    if (!server.hasSchema) {
      throw new StartupError(
        `The search_path of the login of ${variable} names no schema that the database at ${where} has: correct it.`,
      )
    }
    return server.shown
  } catch (error) {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      findConnectionShortage(error) ??
        explainRefusal(error, new URL(connectionString), { variable, alternative }),
      { cause: error },
    )
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Throws a StartupError unless two addresses lead to the same database of the same server. It checks that a lock held
 * through one is taken for the other, and writes nothing.
 */
export async function assertSameDatabase(
  connectionString: string,
  ownerConnectionString: string,
): Promise<void> {
  const [holder, other] = [createClient(connectionString), createClient(ownerConnectionString)]
  try {
    await Promise.all([holder.connect(), other.connect()])
    const lock = [randomInt(2 ** 31), randomInt(2 ** 31)]
    await holder.query('BEGIN')
    await holder.query('SELECT pg_advisory_xact_lock($1, $2)', lock)
    const { rows } = await other.query<{ isFree: boolean }>(
      'SELECT pg_try_advisory_xact_lock($1, $2) AS "isFree"',
      lock,
    )
    if (rows[0]?.isFree === false) return
  } finally {
    await Promise.allSettled([holder.end(), other.end()])
  }
  throw new StartupError(
    'MIGRATIONS_DATABASE_URL leads to another database than DATABASE_URL: give there the login of ' +
      'the role that owns the tables of the same one.',
  )
}

/** @throws StartupError when a certificate or key that the address names can't be read */
function createClient(connectionString: string, variable = 'DATABASE_URL'): pg.Client {
  try {
    const client = new pg.Client({ connectionString, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    return client
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : 'no file'
    throw new StartupError(`${variable} names a file that cannot be read (${code}): correct it.`, {
      cause: error,
    })
  }
}

function describePlace({ hostname, port }: URL): string {
  return `${hostname || 'localhost'}:${port || '5432'}`
}

function explainRefusal(error: unknown, address: URL, { variable, alternative }: AddressSource): string {
  const { pathname } = address
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'no answer in time'
  const where = describePlace(address)
  if (code === '28P01' || code === '28000') {
    return `The PostgreSQL at ${where} refuses the user or password of ${variable}: correct them.`
  }
  if (code === '3D000' && pathname.length <= 1) {
    return `${variable} names no database, and the PostgreSQL at ${where} has none of its user's name: name one.`
  }
  if (code === '3D000') {
    return `The PostgreSQL at ${where} has no database ${pathname.slice(1)}: create it, or correct ${variable}.`
  }
  // A server that is starting, stopping or full (class 57) isn't a mistake in the address.
  if (error instanceof pg.DatabaseError && !code.startsWith('57')) {
    return `The PostgreSQL at ${where} does not take ${variable} as it is (SQLSTATE ${code}): correct it.`
  }
  return `${variable} points to ${where}, where no PostgreSQL can be reached (${code}): start it, correct ${variable}${alternative}.`
}
