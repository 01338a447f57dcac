import { createHmac, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { ensureSecret } from '../../keys/index.ts'
import { StartupError } from '../../startup-error.ts'
import { choosePostgres, type PostgresBinaries, placeBinaries, placeDatabaseFolder } from './binaries.ts'
import {
  type Cluster,
  chooseFreePort,
  initialise,
  startPostmaster,
  stopPostmaster,
  superuser,
} from './cluster.ts'
import { preparePostgresUser } from './operating-system-user.ts'
import {
  awaitPostmaster,
  type DurableLock,
  findPostmaster,
  takeDurableLock,
  takeProcessLock,
} from './postmaster.ts'

/** A PostgreSQL server that this process started and uses alone. */
export type EmbeddedDatabase = {
  /** Connects as the serving role, which owns nothing. */
  connectionString: string
  /** Connects as the role that owns the product's database. */
  ownerConnectionString: string
  /** Connects to the maintenance database as the superuser. */
  adminConnectionString: string
  folder: string
  /** The value of `server_version`, and the origin of the programs. */
  server: { version: string; origin: PostgresBinaries['origin'] }
  /** Stops the server; everything acknowledged is on disk. */
  stop(): Promise<void>
}

type EmbeddedDatabaseOptions = {
  /**
   * Called when another process has taken the lock on the database: this process must stop serving. Not called when the
   * server was only restarted or killed.
   */
  onLost?: () => void
  /** Called with one sentence when the server is down, and when it is back. */
  onOutage?: (sentence: string) => void
  /** Extra lines for postgresql.conf of a new cluster. */
  settings?: string[]
}

/** The name of the product's database and of the role that owns it. */
const roleName = 'assent'

const servingRoleName = 'assent_server'

/** The folder of a restore in progress, in a DATA_DIR. */
export const unfinishedRestore = 'restore.unfinished'

/** invalid_password and invalid_authorization_specification (PostgreSQL, appendix A). */
const refusals: ReadonlySet<string> = new Set(['28P01', '28000'])

/**
 * Starts the database of a DATA_DIR (which must exist), and creates it on first use. A server that a killed run left
 * behind is stopped first.
 *
 * Throws a StartupError when another process serves from the same DATA_DIR, when a restore into it didn't end, or when
 * PostgreSQL can't use the folder.
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  options: EmbeddedDatabaseOptions = {},
): Promise<EmbeddedDatabase> {
  if (existsSync(join(dataDir, unfinishedRestore)))
    throw new StartupError(
      `A restore into ${dataDir} did not end, so its data is not complete: set DATA_DIR to a new folder, and restore again.`,
    )
  const user = await preparePostgresUser()
  const folder = await placeDatabaseFolder(dataDir, user)
  const cluster: Cluster = {
    folder,
    binaries: await placeBinaries(await choosePostgres(join(folder, 'cluster')), user),
    user,
    password: await ensureDatabasePassword(dataDir),
    settings: options.settings ?? [],
  }
  const place = await initialise(cluster)
  const held = await startAndLock(cluster, place, options).catch((error: unknown) => {
    if (error instanceof StartupError) throw error
    throw new StartupError(
      isRefused(error)
        ? `The database in ${place} does not let us in with the password in ${dataDir}/secrets/database-password: put the file back that belongs to it.`
        : `The database in ${place} ended while it was started: see that no other process uses ${dataDir}, then start again.`,
      { cause: error },
    )
  })
  if (!held) {
    throw new StartupError(
      `Another process is already serving from ${dataDir}: stop it first, or set DATA_DIR to another folder.`,
    )
  }
  const { port, hold } = held
  const buildUrl = (role: string, database: string, password = cluster.password) =>
    buildAddress({ role, database, password, port })
  const adminConnectionString = buildUrl(superuser, 'postgres')
  const servingPassword = deriveServingPassword(cluster.password)
  const version = await runAsAdmin(adminConnectionString, async (admin) => {
    await ensureRolesAndDatabase(admin, cluster.password, servingPassword)
    const { rows } = await admin.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? 'unknown'
  })
  await runAsAdmin(buildUrl(superuser, roleName), restrictCluster)
  return {
    connectionString: buildUrl(servingRoleName, roleName, servingPassword),
    ownerConnectionString: buildUrl(roleName, roleName),
    adminConnectionString,
    folder: place,
    server: { version, origin: cluster.binaries.origin },
    // Without the lock the server belongs to another process.
    stop: () => hold.release(() => stopPostmaster(cluster, place)),
  }
}

/**
 * Starts the server and takes its lock; null when another process holds it. A server that a killed run left behind is
 * stopped first.
 */
async function startAndLock(
  cluster: Cluster,
  place: string,
  { onLost, onOutage }: EmbeddedDatabaseOptions,
): Promise<{ port: number; hold: DurableLock } | null> {
  const { password } = cluster
  const buildUrl = (port: number) => buildAddress({ role: superuser, database: 'postgres', password, port })
  const left = await awaitPostmaster(place)
  if (left) {
    const orphan = await takeProcessLock(buildUrl(left.port))
    if (!orphan) return null
    await stopPostmaster(cluster, place)
  }
  const port = await chooseFreePort()
  if (!(await startPostmaster(cluster, place, port))) return null
  try {
    const hold = await takeDurableLock(buildUrl(port), {
      // The pools keep using the address that they were opened with.
      revive: () => startPostmaster(cluster, place, port),
      onLost: () => onLost?.(),
      report: (sentence) => onOutage?.(sentence),
    })
    return hold && { port, hold }
  } catch (error) {
    if (isRefused(error)) await stopPostmaster(cluster, place)
    throw error
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof pg.DatabaseError && refusals.has(String(error.code))
}

function buildAddress({
  role,
  database,
  password,
  port,
}: {
  role: string
  database: string
  password: string
  port: number
}): string {
  return `postgresql://${role}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
}

async function runAsAdmin<Result>(
  connectionString: string,
  work: (admin: pg.Client) => Promise<Result>,
): Promise<Result> {
  const admin = new pg.Client({ connectionString })
  await admin.connect()
  try {
    return await work(admin)
  } finally {
    await admin.end()
  }
}

async function ensureRolesAndDatabase(
  admin: pg.Client,
  password: string,
  servingPassword: string,
): Promise<void> {
  await ensureRole(admin, roleName, password)
  await ensureRole(admin, servingRoleName, servingPassword)
  const database = await admin.query('SELECT 1 FROM pg_database WHERE datname = $1', [roleName])
  if (database.rowCount === 0) await admin.query(`CREATE DATABASE ${roleName} OWNER ${roleName}`)
}

/** Every start sets the role's attributes again, so that an earlier change to the role can't lock out a later start. */
async function ensureRole(admin: pg.Client, name: string, password: string): Promise<void> {
  const role = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  if (role.rowCount === 0) await admin.query(`CREATE ROLE ${name}`)
  await admin.query(`ALTER ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
  await admin.query(`ALTER ROLE ${name} RESET ALL`)
}

/**
 * Revokes default rights of every role that the product doesn't need, as the superuser: large objects, which would be
 * rows outside every table, and connections to the other databases of the cluster. `admin` is connected to the
 * product's database.
 */
async function restrictCluster(admin: pg.Client): Promise<void> {
  const functions = await admin.query<{ name: string }>(
    `SELECT oid::regprocedure::text AS name FROM pg_proc
     WHERE pronamespace = 'pg_catalog'::regnamespace AND (proname LIKE 'lo\\_%' OR proname IN ('loread', 'lowrite'))
       AND has_function_privilege('public', oid, 'EXECUTE')`,
  )
  for (const { name } of functions.rows) await admin.query(`REVOKE EXECUTE ON FUNCTION ${name} FROM PUBLIC`)
  const databases = await admin.query<{ name: string }>(
    `SELECT quote_ident(datname) AS name FROM pg_database
     WHERE datname <> current_database() AND has_database_privilege('public', oid, 'CONNECT, TEMPORARY')`,
  )
  for (const { name } of databases.rows)
    await admin.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`)
}

/**
 * The password of the embedded database's superuser and owner, in `DATA_DIR/secrets/database-password`. Made only for a
 * new database.
 */
async function ensureDatabasePassword(dataDir: string): Promise<string> {
  const make = () => randomBytes(24).toString('base64url')
  const password = await ensureSecret(join(dataDir, 'secrets'), 'database-password', make, {
    isNeeded: () => existsSync(join(dataDir, 'postgres', 'cluster')),
  })
  return password.trim()
}

/** The password of the serving role. It is derived one-way from the owner's password, which opens every role. */
function deriveServingPassword(password: string): string {
  return createHmac('sha256', password).update('serving role').digest('base64url')
}

/**
 * The data files of a DATA_DIR's running database and the addresses to connect to it, for scripts that only observe;
 * null while it isn't running. Starts nothing and takes no lock.
 */
export async function findRunningDatabase(
  dataDir: string,
): Promise<Pick<EmbeddedDatabase, 'ownerConnectionString' | 'adminConnectionString' | 'folder'> | null> {
  const folder = await realpath(join(dataDir, 'postgres', 'cluster')).catch(() => null)
  const postmaster = folder && (await findPostmaster(folder))
  if (!postmaster) return null
  const password = await ensureDatabasePassword(dataDir)
  const buildUrl = (role: string, database: string) =>
    buildAddress({ role, database, password, port: postmaster.port })
  return {
    ownerConnectionString: buildUrl(roleName, roleName),
    adminConnectionString: buildUrl(superuser, 'postgres'),
    folder,
  }
}
