import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** A running PostgreSQL server, as described by its `postmaster.pid`. */
type Postmaster = { pid: number; port: number; ready: boolean }

/**
 * The server that runs on a cluster's folder, or null.
 *
 * PostgreSQL itself handles a stale postmaster.pid, with one exception. It refuses to start when the pid in the file
 * seems to be alive, because of a zombie or because another program has that pid now (both common in containers), or
 * when a power failure left the file without a pid. In these cases this function removes the file once no process works
 * in the folder any more.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) {
    if (!(await isInUse(cluster))) await rm(file, { force: true })
    return null
  }
  if (!isAlive(pid)) return null
  if (!(await isRunningIn(cluster, pid))) {
    await waitUntilUnused(cluster)
    await rm(file, { force: true })
    return null
  }
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' }
}

/** Waits for the running server to be ready; null when there is none or it has exited. */
export async function awaitPostmaster(cluster: string): Promise<Postmaster | null> {
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 100) {
    const running = await findPostmaster(cluster)
    if (!running || running.ready) return running
    await wait(100)
  }
  return null
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/**
 * Whether a process is a server of the cluster: its working directory is the cluster. Without /proc, any running pid
 * counts.
 */
async function isRunningIn(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === cluster
}

/** Whether any process is a server of the cluster. Without /proc, always true. */
async function isInUse(cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map((pid) => isRunningIn(cluster, pid)))).includes(true)
}

/** Waits for the last process of a killed server to exit: until then it may still write. */
async function waitUntilUnused(cluster: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 100) {
    if (!(await isInUse(cluster))) return
    await wait(100)
  }
  throw new Error('processes of a killed PostgreSQL still work in its folder')
}

/** This process's lock on a database, kept across restarts of the server. */
export type DurableLock = {
  /** Releases the lock after running `last`. Skips `last` when the lock was lost, since only its holder may run it. */
  release(last?: () => Promise<void>): Promise<void>
}

type DurableLockOptions = {
  /**
   * Starts the server if it is down. Returns false when it runs and belongs to another process. Throws when it can't be
   * started.
   */
  revive(): Promise<boolean>
  /** Another process has taken the lock and serves now. */
  onLost(): void
  /** Called with one sentence about each event. */
  report(sentence: string): void
}

/** The first pause gives way to another process that is restarting the server. */
const pausesMs = [500, 500, 1000, 2000] as const

/**
 * Takes the process lock, and takes it again whenever its connection breaks, such as when the server was restarted or
 * killed. Then it starts the server again and retries until that succeeds. Null when another process holds the lock
 * now.
 */
export async function takeDurableLock(
  connectionString: string,
  { revive, onLost, report }: DurableLockOptions,
): Promise<DurableLock | null> {
  const releasing = new AbortController()
  let retaking = Promise.resolve()
  let isLost = false
  const take = () =>
    takeProcessLock(connectionString, () => {
      if (!releasing.signal.aborted) retaking = retakeLock()
    })

  const reportLoss = () => {
    isLost = true
    onLost()
  }

  async function retakeLock(): Promise<void> {
    report('the connection to the embedded database broke')
    for (let attempt = 0; !releasing.signal.aborted; attempt += 1) {
      const pauseMs = pausesMs[Math.min(attempt, pausesMs.length - 1)]
      await wait(pauseMs, undefined, { signal: releasing.signal }).catch(() => {})
      if (releasing.signal.aborted) return
      try {
        if (!(await revive())) return reportLoss()
        const newLock = await take()
        if (!newLock) return reportLoss()
        lock = newLock
        report('the embedded database runs and is held again')
        return
      } catch {
        report('the embedded database does not run yet; it is tried again')
      }
    }
  }

  let lock = await take()
  if (!lock) return null
  return {
    async release(last = async () => {}) {
      releasing.abort()
      await retaking
      try {
        if (!isLost) await last()
      } finally {
        await lock?.release()
      }
    },
  }
}

/** An arbitrary fixed number: its holder in a database is the only process that serves from it. */
const serverLock = 4_113_251_503

/** Held until `release`, or until the database stops. */
type ProcessLock = { release(): Promise<void> }

/** Time for PostgreSQL to notice that the connection of a process killed a moment ago is gone, in milliseconds. */
const lockTimeoutMs = 2000

/**
 * Takes the database's process lock: a session advisory lock on its own connection, so that it ends with the process
 * however the process ends. Null when another process holds it. `onBroken` is called when the connection, and the lock
 * with it, is lost later.
 */
export async function takeProcessLock(
  connectionString: string,
  onBroken = () => {},
): Promise<ProcessLock | null> {
  const client = new pg.Client({ connectionString, keepAlive: true, application_name: 'assent process lock' })
  let isHeld = false
  client.on('error', () => {})
  client.on('end', () => {
    if (isHeld) onBroken()
  })
  await client.connect()
  const pauseMs = 200
  for (let waitedMs = 0; ; waitedMs += pauseMs) {
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1) AS taken', [
      serverLock,
    ])
    if (rows[0]?.taken) break
    if (waitedMs >= lockTimeoutMs) {
      await client.end()
      return null
    }
    await wait(pauseMs)
  }
  isHeld = true
  return {
    async release() {
      isHeld = false
      await client.end()
    },
  }
}
