import { randomInt, randomUUID } from 'node:crypto'
import { chown, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { syncPath, writeDurably } from '../../files/index.ts'
import { StartupError } from '../../startup-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { type PostgresUser, runProgram } from './operating-system-user.ts'
import { awaitPostmaster, findPostmaster } from './postmaster.ts'

/** The settings to create, start and stop one PostgreSQL server below `folder`. */
export type Cluster = {
  folder: string
  binaries: PostgresBinaries
  user: PostgresUser
  password: string
  /** Extra lines for postgresql.conf, written when the cluster is created. */
  settings: string[]
}

/** The superuser of the cluster. The product connects as a role that owns only its own database. */
export const superuser = 'postgres'

/**
 * Returns the data directory, created by initdb when missing. It is created in a temporary folder, synced to disk and
 * renamed, so that a killed initdb or a power failure leaves nothing incomplete.
 */
export async function initialise(cluster: Cluster): Promise<string> {
  const place = join(await realpath(cluster.folder), 'cluster')
  if (!(await doesExist(place))) await make(cluster, place)
  await removeUnfinished(place)
  return place
}

async function make(cluster: Cluster, place: string): Promise<void> {
  const unfinished = `${place}.${randomUUID()}`
  const passwordFile = join(tmpdir(), `assent-${randomUUID()}`)
  try {
    await writeFile(passwordFile, `${cluster.password}\n`, { mode: 0o600, flag: 'wx' })
    if (cluster.user) await chown(passwordFile, cluster.user.uid, cluster.user.gid)
    const { code, stderr } = await runProgram(
      cluster.binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        `--username=${superuser}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--locale=C',
        '--data-checksums',
      ],
      cluster.user,
    )
    if (code !== 0) throw new Error(`initdb ended with ${code}: ${stderr}`)
    // initdb already synced the other files to disk.
    await writeSettings({ ...cluster, place: unfinished })
    await rename(unfinished, place)
    await syncPath(cluster.folder)
  } catch (error) {
    // A process that started at the same time may have finished first; then its cluster is used.
    if (!(await doesExist(place))) throw error
  } finally {
    await rm(passwordFile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/**
 * Starts the server. Returns true once it accepts connections on `port`, also when it already ran there. Returns false
 * when it runs on another port, since it then belongs to another process. Throws a StartupError when it doesn't start.
 */
export async function startPostmaster(cluster: Cluster, place: string, port: number): Promise<boolean> {
  const log = join(cluster.folder, 'server.log')
  let failure = ''
  for (let attempt = 0; attempt < 4; attempt++) {
    const running = await awaitPostmaster(place)
    if (running) return running.port === port
    // pg_ctl detaches the server from this process group, so Ctrl-C at the terminal doesn't reach it.
    const { code, stderr } = await runProgram(
      cluster.binaries.pgCtl,
      ['start', '--wait', '--timeout=120', `--pgdata=${place}`, `--log=${log}`, `--options=-p ${port}`],
      cluster.user,
    )
    if (code === 0) return true
    failure = stderr
    await wait(250)
  }
  throw new StartupError(`The database did not start; ${log} says why.`, { cause: new Error(failure) })
}

/**
 * Stops the server: open transactions are rolled back, everything acknowledged is on disk. Resolves when this server is
 * gone, even when another process starts one on the same folder at once. pg_ctl would wait for that one, hence
 * `--no-wait`.
 */
export async function stopPostmaster(cluster: Cluster, place: string): Promise<void> {
  const running = await findPostmaster(place)
  if (!running) return
  const { code, stderr } = await runProgram(
    cluster.binaries.pgCtl,
    ['stop', '--no-wait', '--mode=fast', `--pgdata=${place}`],
    cluster.user,
  )
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += stopPauseMs) {
    if ((await findPostmaster(place))?.pid !== running.pid) return
    if (code !== 0) break
    await wait(stopPauseMs)
  }
  throw new Error(`the database did not stop: pg_ctl ended with ${code}: ${stderr}`)
}

const stopPauseMs = 20

async function doesExist(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** Removes the leftovers of killed initdb runs beside the cluster, once they are older than any initdb run takes. */
async function removeUnfinished(place: string): Promise<void> {
  const parent = join(place, '..')
  for (const name of await readdir(parent)) {
    if (!name.startsWith('cluster.')) continue
    const { mtimeMs } = await stat(join(parent, name))
    if (Date.now() - mtimeMs > 600_000) await rm(join(parent, name), { recursive: true, force: true })
  }
}

/**
 * The server listens on this machine only. Rows are acknowledged after they reach the disk: fsync, full_page_writes and
 * synchronous_commit keep their safe defaults. Statements and values stay out of the log, since they hold personal
 * data; the product logs its own errors.
 */
const settings = [
  "listen_addresses = '127.0.0.1'",
  "unix_socket_directories = ''",
  "timezone = 'UTC'",
  "log_timezone = 'UTC'",
  'log_min_messages = log',
  'log_min_error_statement = panic',
  'log_error_verbosity = terse',
  'log_checkpoints = off',
  'max_connections = 60',
]

type Place = { place: string; user: PostgresUser; settings: string[] }

/** Writes postgresql.conf: the settings above, then `more`. */
async function writeSettings({ place, user, settings: more }: Place): Promise<void> {
  await writeDurably(join(place, 'postgresql.conf'), joinLines([...settings, ...more]), { owner: user })
}

/**
 * Replaces the configuration of a cluster from elsewhere: connections need a password and come from this machine only,
 * and nothing set by ALTER SYSTEM remains.
 */
export async function writeOwnConfiguration(place: string, user: PostgresUser): Promise<void> {
  await writeSettings({ place, user, settings: [] })
  const logins = 'host all all 127.0.0.1/32 scram-sha-256\n'
  await writeDurably(join(place, 'pg_hba.conf'), logins, { owner: user })
  for (const name of ['pg_ident.conf', 'postgresql.auto.conf'])
    await writeDurably(join(place, name), '', { owner: user })
}

function joinLines(text: string[]): string {
  return `${text.join('\n')}\n`
}

/**
 * Finds a free TCP port on 127.0.0.1, below the range for outgoing connections (RFC 6335, 6), so that it is still free
 * when a server starts on it.
 */
export async function chooseFreePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new Error('no port')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })
}
