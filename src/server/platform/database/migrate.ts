import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { hashHex } from '../hash-hex.ts'
import { StartupError } from '../startup-error.ts'
import { makeSessionConfig } from './session.ts'

/** Any fixed number: every process that migrates this product's database waits on the same lock. */
export const migrationLock = 4_113_251_501

type Migration = { version: number; name: string; text: string; sha256: string }

/**
 * Brings the schema up to date with the numbered SQL files of `folder` (`0001_schema.sql`, …), each in its own transaction, in order.
 * Processes that start together wait for each other. Returns the names that landed now.
 *
 * A role that owns nothing may call this too, as long as nothing is due.
 *
 * Throws a StartupError, having changed nothing, when a file that already landed was edited or removed, or when a new file's number is
 * below one that landed: then this database and this code do not belong together. And when something is due that the role may not do.
 */
export async function migrate(connectionString: string, folder: string): Promise<string[]> {
  const migrations = await readMigrations(folder)
  const client = new pg.Client(makeSessionConfig('maintenance', connectionString, 'assent migrate'))
  await client.connect()
  try {
    await client.query('SELECT pg_advisory_lock($1)', [migrationLock])
    await ensureHistory(client)
    const { rows: landed } = await client.query<{ version: number; name: string; sha256: string }>(
      'SELECT version, name, sha256 FROM schema_migrations ORDER BY version',
    )
    refuseForeignHistory(migrations, landed)
    const newest = landed.at(-1)?.version ?? 0
    const due = migrations.filter(({ version }) => version > newest)
    for (const migration of due) await land(client, migration)
    return due.map(({ name }) => name)
  } catch (error) {
    throw mayNot(error) ? new StartupError(notTheOwner, { cause: error }) : error
  } finally {
    await client.end()
  }
}

/** The number of the newest migration in `folder`: the schema that this version of the program was written for. */
export async function readNewestMigration(folder: string): Promise<number> {
  return (await readMigrations(folder)).at(-1)?.version ?? 0
}

const notTheOwner =
  'The database lacks migrations that this login may not make: give in MIGRATIONS_DATABASE_URL the login of the role that owns the tables or, where there are none yet, the database.'

/** Whether PostgreSQL refused for want of a right, to a migration or to us: insufficient_privilege, or a schema that one may not even see. */
function mayNot(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && ['42501', '3F000'].includes(String(error.code))) || mayNot(error.cause)
}

/** The table of what landed. Looked for first: who may create nothing may not even say IF NOT EXISTS. */
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

function refuseForeignHistory(
  migrations: Migration[],
  landed: { version: number; name: string; sha256: string }[],
): void {
  const newest = landed.at(-1)?.version ?? 0
  for (const row of landed) {
    const file = migrations.find(({ version }) => version === row.version)
    if (row.version === 1 && row.name === '0001_accounts.sql') {
      throw new StartupError(
        'The database was made before 0.2.0, which no later version reads: start with a new DATA_DIR, or a new database and a new store.',
      )
    }
    if (!file) {
      throw new StartupError(
        `The database already has migration ${row.name}, which this version of the program does not know: start a version at least as new as the one that wrote the data.`,
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new StartupError(
        `The migration ${file.name} was edited after it landed in this database: restore the file and put the change into a new migration.`,
      )
    }
  }
  const late = migrations.find(
    ({ version }) => version < newest && !landed.some((row) => row.version === version),
  )
  if (late) {
    throw new StartupError(
      `The migration ${late.name} is numbered below one that already landed in this database: give it the next free number.`,
    )
  }
}

async function land(client: pg.Client, migration: Migration): Promise<void> {
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
