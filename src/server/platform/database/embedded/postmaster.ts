import { readdir, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

/** A running PostgreSQL server, as its own `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean }

/**
 * The server that runs on a cluster's folder, or null. After a killed run the server lives on: this finds it.
 *
 * A file left behind by a server that is gone is PostgreSQL's own matter, with one exception. When its number still counts as alive, since
 * nobody buried the process or since it meanwhile belongs to another program (both usual in containers), or when a power cut left the file
 * without a number, PostgreSQL would refuse to start; then the file is removed, once no process works in the folder any more.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => null)
  if (text === null) return null
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0) {
    if (!(await isWorkedIn(cluster))) await rm(file, { force: true })
    return null
  }
  if (!isAlive(pid)) return null
  if (!(await doesWorkIn(cluster, pid))) {
    await waitUntilNobodyWorks(cluster)
    await rm(file, { force: true })
    return null
  }
  return { pid, port: Number(lines[3]), ready: lines[7] === 'ready' }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** Whether a process is a server of the cluster: its working directory is the cluster. Without /proc a living number is believed. */
async function doesWorkIn(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return true
  return (await readlink(`/proc/${pid}/cwd`).catch(() => null)) === cluster
}

/** Whether any process is a server of the cluster. Without /proc it is taken for granted. */
async function isWorkedIn(cluster: string): Promise<boolean> {
  if (process.platform !== 'linux') return true
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map((pid) => doesWorkIn(cluster, pid)))).includes(true)
}

/** Waits until the last process of a killed server has noticed its end: until then it may still write. */
async function waitUntilNobodyWorks(cluster: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < 30_000; waitedMs += 100) {
    if (!(await isWorkedIn(cluster))) return
    await wait(100)
  }
  throw new Error('processes of a killed PostgreSQL still work in its folder')
}
