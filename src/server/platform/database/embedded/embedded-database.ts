import { createHmac, randomBytes } from 'node:crypto'
import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { keepSecret } from '../../keys/index.ts'
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
import { awaitPostmaster, findPostmaster, type Hold, keepHold, takeProcessLock } from './postmaster.ts'

/** A PostgreSQL server that this process started, and that it alone uses. */
export type EmbeddedDatabase = {
  /** Connects as the role that serves, which owns nothing. */
  connectionString: string
  /** Connects as the role that owns the product's database. */
  ownerConnectionString: string
  /** Connects to the maintenance database as the superuser. */
  adminConnectionString: string
  /** Where its files are. */
  folder: string
  /** The value of `server_version`, and the origin of the programs. */
  server: { version: string; origin: PostgresBinaries['origin'] }
  /** Stops the server; what was acknowledged is on disk. */
  stop(): Promise<void>
}

type EmbeddedDatabaseOptions = {
  /**
   * Called when another process has taken the hold on the database: stop serving. A server that was restarted or killed
   * is no such case.
   */
  onLost?: () => void
  /** Told in one sentence when the server was gone and when it is back. */
  onOutage?: (sentence: string) => void
  /** Further lines for postgresql.conf of a new cluster. */
  settings?: string[]
}

/** The role that owns the product's database, and the database, have the same name. */
const roleName = 'assent'

const servingRoleName = 'assent_server'

/** invalid_password and invalid_authorization_specification (PostgreSQL, appendix A). */
const refusals: ReadonlySet<string> = new Set(['28P01', '28000'])

/**
 * The database of a DATA_DIR (which must exist): made on first use, and started; a server that a killed run left running
 * is stopped first.
 *
 * Throws a StartupError when another process serves from the same DATA_DIR, or when the place does not suit PostgreSQL.
 */
export async function startEmbeddedDatabase(
  dataDir: string,
  options: EmbeddedDatabaseOptions = {},
): Promise<EmbeddedDatabase> {
  const user = await preparePostgresUser()
  const folder = await placeDatabaseFolder(dataDir, user)
  const cluster: Cluster = {
    folder,
    binaries: await placeBinaries(await choosePostgres(join(folder, 'cluster')), user),
    user,
    password: await keepDatabasePassword(dataDir),
    settings: options.settings ?? [],
  }
  const place = await initialise(cluster)
  const held = await startAndHold(cluster, place, options).catch((error: unknown) => {
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
  const version = await workAsAdmin(adminConnectionString, async (admin) => {
    await ensureRolesAndDatabase(admin, cluster.password, servingPassword)
    const { rows } = await admin.query<{ server_version: string }>('SHOW server_version')
    return rows[0]?.server_version ?? 'unknown'
  })
  await workAsAdmin(buildUrl(superuser, roleName), restrictCluster)
  return {
    connectionString: buildUrl(servingRoleName, roleName, servingPassword),
    ownerConnectionString: buildUrl(roleName, roleName),
    adminConnectionString,
    folder: place,
    server: { version, origin: cluster.binaries.origin },
    // Without the hold the server belongs to another process.
    stop: () => hold.release(() => stopPostmaster(cluster, place)),
  }
}

/**
 * Starts the server and takes the hold on it; null where another process has it. A server that a killed run left is
 * stopped first.
 */
async function startAndHold(
  cluster: Cluster,
  place: string,
  { onLost, onOutage }: EmbeddedDatabaseOptions,
): Promise<{ port: number; hold: Hold } | null> {
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
    const hold = await keepHold(buildUrl(port), {
      // The pools go on at the address that they know.
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

async function workAsAdmin<Result>(
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

/** Every start says anew what a role is, so that nothing that it once did to itself keeps a later start out. */
async function ensureRole(admin: pg.Client, name: string, password: string): Promise<void> {
  const role = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [name])
  if (role.rowCount === 0) await admin.query(`CREATE ROLE ${name}`)
  await admin.query(`ALTER ROLE ${name} LOGIN PASSWORD ${pg.escapeLiteral(password)}`)
  await admin.query(`ALTER ROLE ${name} RESET ALL`)
}

/**
 * Rights of every role in a new PostgreSQL that are not needed here, revoked by the superuser: large objects, which
 * would be rows outside of every table, and connections to the other databases of the cluster. `admin` is connected to
 * the product's database.
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

/** The password of the embedded database's superuser and owner, in `DATA_DIR/secrets/database-password`. */
async function keepDatabasePassword(dataDir: string): Promise<string> {
  const make = () => randomBytes(24).toString('base64url')
  const password = await keepSecret(join(dataDir, 'secrets'), 'database-password', make)
  return password.trim()
}

/**
 * The password of the role that serves. It follows from the other one and does not lead back to it, which opens every
 * role.
 */
function deriveServingPassword(password: string): string {
  return createHmac('sha256', password).update('serving role').digest('base64url')
}

/**
 * Where the data files of a DATA_DIR's running database are and how to connect to it, for scripts that look on; null
 * while it does not run. Starts nothing and takes no hold.
 */
export async function findRunningDatabase(
  dataDir: string,
): Promise<Pick<EmbeddedDatabase, 'ownerConnectionString' | 'adminConnectionString' | 'folder'> | null> {
  const folder = await realpath(join(dataDir, 'postgres', 'cluster')).catch(() => null)
  const postmaster = folder && (await findPostmaster(folder))
  if (!postmaster) return null
  const password = await keepDatabasePassword(dataDir)
  const buildUrl = (role: string, database: string) =>
    buildAddress({ role, database, password, port: postmaster.port })
  return {
    ownerConnectionString: buildUrl(roleName, roleName),
    adminConnectionString: buildUrl(superuser, 'postgres'),
    folder,
  }
}
