import { readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A running PostgreSQL server, as its own `postmaster.pid` describes it. */
export type Postmaster = { pid: number; port: number; ready: boolean }

/**
 * The server that runs on a cluster's folder, or null. After a killed run the server lives on: this finds it.
 *
 * A file left behind by a server that is gone is PostgreSQL's own matter, with one exception: when its number meanwhile belongs to
 * another program (usual in containers, where numbers start again) PostgreSQL would refuse to start, so the file is removed.
 */
export async function findPostmaster(cluster: string): Promise<Postmaster | null> {
  const file = join(cluster, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  // Lines: pid, data directory, start time, port, socket directory, listen address, shared memory key, status.
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return null
  // A postmaster's working directory is its cluster. Where /proc does not exist, the living number is believed.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => cluster)
  if (folder !== cluster) {
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
