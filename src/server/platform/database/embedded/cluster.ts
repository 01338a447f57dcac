import { randomUUID } from 'node:crypto'
import { chown, readdir, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { syncPath } from '../../files/index.ts'
import { StartupError } from '../../startup-error.ts'
import type { PostgresBinaries } from './binaries.ts'
import { writeSettings } from './cluster-files.ts'
import { chooseFreePort } from './free-port.ts'
import type { PostgresUser } from './operating-system-user.ts'
import { findPostmaster } from './postmaster.ts'
import { runProgram } from './run-program.ts'

/** What it takes to make, start and stop one PostgreSQL server below `folder`. */
export type Cluster = {
  folder: string
  binaries: PostgresBinaries
  user: PostgresUser
  password: string
  /** Further lines for postgresql.conf, written when the cluster is made. */
  settings: string[]
}

/** The superuser of the cluster; the product itself connects as a role that owns its own database only. */
export const superuser = 'postgres'

/**
 * The folder of the data files, made by initdb when missing. Made aside, brought to the disk and renamed, so that a killed initdb or a power
 * cut leaves nothing half.
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
    // initdb brought the rest to the disk.
    await writeSettings({ ...cluster, place: unfinished })
    await rename(unfinished, place)
    await syncPath(cluster.folder)
  } catch (error) {
    // A process that started together with this one may have finished first; then its cluster is the one.
    if (!(await doesExist(place))) throw error
  } finally {
    await rm(passwordFile, { force: true })
    await rm(unfinished, { recursive: true, force: true })
  }
}

/** Starts the server on `wantedPort` or a free one, or adopts one that runs; resolves once it accepts connections on `port`. */
export async function startPostmaster(
  cluster: Cluster,
  place: string,
  wantedPort?: number,
): Promise<{ port: number; adopted: boolean }> {
  const log = join(cluster.folder, 'server.log')
  let failure = ''
  for (let attempt = 0; attempt < 4; attempt++) {
    const running = await awaitPostmaster(place)
    if (running) return { port: running.port, adopted: true }
    const port = wantedPort ?? (await chooseFreePort())
    // pg_ctl detaches the server from our process group: a Ctrl-C at the terminal does not reach it.
    const { code, stderr } = await runProgram(
      cluster.binaries.pgCtl,
      ['start', '--wait', '--timeout=120', `--pgdata=${place}`, `--log=${log}`, `--options=-p ${port}`],
      cluster.user,
    )
    if (code === 0) return { port, adopted: false }
    failure = stderr
    await wait(250)
  }
  throw new StartupError(`The database did not start; ${log} says why.`, { cause: new Error(failure) })
}

/**
 * Stops the server: open transactions are undone, everything acknowledged is on disk. Resolves when it is gone, also where another process has
 * started a server of the same place at once, which pg_ctl would wait for.
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

/** A running server once it is ready; null when there is none or when the one there was has gone. */
async function awaitPostmaster(place: string) {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 100) {
    const running = await findPostmaster(place)
    if (!running || running.ready) return running
    await wait(100)
  }
  return null
}

async function doesExist(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}

/** What killed runs of initdb left beside the cluster, once it is older than any initdb takes. */
async function removeUnfinished(place: string): Promise<void> {
  const parent = join(place, '..')
  for (const name of await readdir(parent)) {
    if (!name.startsWith('cluster.')) continue
    const { mtimeMs } = await stat(join(parent, name))
    if (Date.now() - mtimeMs > 600_000) await rm(join(parent, name), { recursive: true, force: true })
  }
}
