import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hashHex } from '../hash-hex.ts'
import { StartupError } from '../startup-error.ts'
import { makeSessionConfig } from './session.ts'

/** An arbitrary fixed number: every process that migrates this product's database waits on the same lock. */
export const migrationLock = 4_113_251_501

export type AppliedMigration = { version: number; name: string; sha256: string }

type Migration = AppliedMigration & { text: string }

/**
 * Brings the schema up to date with the numbered SQL files of `folder` (`0001_schema.sql`, …), in order, each in its
 * own transaction. Processes that start together wait for each other. Returns the names of the files applied by this
 * call.
 *
 * A role that owns nothing may call this too, as long as no migration is pending.
 *
 * Throws a StartupError, having changed nothing, when an applied file was edited or removed, or when a new file is
 * numbered below an applied one: then this database and this code don't belong together. Also throws one when a pending
 * migration needs rights that the role lacks.
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client(makeSessionConfig('maintenance', connectionString, 'assent migrate'))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await ensureHistory(client)
    const applied = await listApplied(client)
    refuseForeignHistory(migrations, applied)
    const newest = applied.at(-1)?.version ?? 0
    const due = migrations.filter(({ version }) => version > newest)
    for (const migration of due) await applyMigration(client, migration)
    return due.map(({ name }) => name)
  } catch (error) {
    throw isPermissionError(error) ? new StartupError(notTheOwner, { cause: error }) : error
  } finally {
    await client.end()
  }
}

const notTheOwner =
  'The database lacks migrations that this login may not make: give in MIGRATIONS_DATABASE_URL the ' +
  'login of the role that owns the tables or, where there are none yet, the database.'

/**
 * Whether PostgreSQL denied a permission, to a migration or to this process: insufficient_privilege, or an invisible
 * schema.
 */
function isPermissionError(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return (
    ('code' in error && ['42501', '3F000'].includes(String(error.code))) || isPermissionError(error.cause)
  )
}

/**
 * Creates the table of applied migrations when missing. Checks first, because a role without the right to create is
 * refused even with IF NOT EXISTS.
 */
async function ensureHistory(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT to_regclass('schema_migrations') IS NOT NULL AS known")
  if (rows[0]?.known) return
  await client.query(`
    CREATE TABLE schema_migrations (
      version integer PRIMARY KEY,
      name text NOT NULL,
      sha256 text NOT NULL,
      applied_at timestamptz NOT NULL DEFAULT now()
    )`)
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return {
        version: Number.parseInt(name, 10),
        name,
        text,
        sha256: hashHex(text),
      }
    }),
  )
  for (const [index, { name, version }] of migrations.entries()) {
    if (!/^\d{4}_[a-z0-9_]+\.sql$/.test(name))
      throw new Error(`migration ${name} is not named like 0001_schema.sql`)
    if (version <= (migrations[index - 1]?.version ?? 0))
      throw new Error(`migration ${name} repeats a number`)
  }
  return migrations
}

async function listApplied(client: pg.Client): Promise<AppliedMigration[]> {
  const { rows } = await client.query<AppliedMigration>(
    'SELECT version, name, sha256 FROM schema_migrations ORDER BY version',
  )
  return rows
}

export async function readAppliedMigrations(connectionString: string): Promise<AppliedMigration[]> {
  return runAsRole(connectionString, async (client) => {
    await ensureHistory(client)
    return listApplied(client)
  })
}

/** Throws a StartupError when the migrations of `folder` don't match those of a database, as `migrate` would. */
export async function refuseForeignSchema(folder: string, applied: AppliedMigration[]): Promise<void> {
  refuseForeignHistory(await readMigrations(folder), applied)
}

function refuseForeignHistory(migrations: Migration[], applied: AppliedMigration[]): void {
  const newest = applied.at(-1)?.version ?? 0
  for (const row of applied) {
    const file = migrations.find(({ version }) => version === row.version)
    if (row.version === 1 && row.name === '0001_accounts.sql') {
      throw new StartupError(
        'The database was made before 0.2.0, which no later version reads: start with a new DATA_DIR, or a new database and a new store.',
      )
    }
    if (!file) {
      throw new StartupError(
        `The database already has migration ${row.name}, which this version of the program does not ` +
          'know: start a version at least as new as the one that wrote the data.',
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new StartupError(
        `The migration ${file.name} was edited after it landed in this database: restore the file and put the change into a new migration.`,
      )
    }
  }
  const late = migrations.find(
    ({ version }) => version < newest && !applied.some((row) => row.version === version),
  )
  if (late) {
    throw new StartupError(
      `The migration ${late.name} is numbered below one that already landed in this database: give it the next free number.`,
    )
  }
}

async function applyMigration(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query('BEGIN')
    await client.query(migration.text)
    await client.query('INSERT INTO schema_migrations (version, name, sha256) VALUES ($1, $2, $3)', [
      migration.version,
      migration.name,
      migration.sha256,
    ])
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw new Error(`migration ${migration.name} failed`, { cause: error })
  }
}

/** Does `work` on one connection of a login, and closes it. */
export async function runAsRole<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString, application_name: 'assent roles' })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Two logins of one database; both are the same when only one is configured. */
export type Logins = {
  /** The serving role: it reads and writes rows. */
  connectionString: string
  /** The owner of the schema: it migrates. */
  ownerConnectionString: string
}

/**
 * The PostgreSQL in use: its `server_version`, and whether its programs are the machine's, the package's, or unknown
 * because DATABASE_URL names the server.
 */
export type DatabaseServer = { version: string; origin: 'machine' | 'package' | 'DATABASE_URL' }
