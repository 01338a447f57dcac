import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Cluster, findCluster, makeCluster } from './layout.ts'
import { findStart, readPid, readRecorded, startProcess, stopProcess } from './processes.ts'
import { getUser } from './users.ts'

let cluster: Cluster
beforeEach(async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'assent-cluster-')), 'one')
  cluster = await makeCluster(folder, { firstPort: 5500, assent: { RATE_LIMITS: 'off' } })
})
afterEach(async () => {
  await stopProcess(cluster, 'sleeper')
  await rm(join(cluster.folder, '..'), { recursive: true })
})

const sleeper = () => ({ name: 'sleeper', user: getUser('self'), command: 'sleep', arguments: ['600'] })

/** Another program, which began in another tick of the system's clock than the one at `startedAt`: two of one tick cannot have one id. */
async function startStranger(startedAt: string): Promise<ChildProcess> {
  for (;;) {
    const stranger = spawn('sleep', ['600'])
    await once(stranger, 'spawn')
    if ((await findStart(stranger.pid ?? 0)) !== startedAt) return stranger
    stranger.kill('SIGKILL')
  }
}

it('decides ports and passwords once, for its own eyes (CLUSTER-1)', async () => {
  expect(await findCluster(cluster.folder)).toEqual(cluster)
  await expect(makeCluster(cluster.folder, cluster)).rejects.toThrow('EEXIST')
})

it('starts what is missing, and what is there not again (CLUSTER-1)', async () => {
  expect(await startProcess(cluster, sleeper())).toBe(true)
  expect(await startProcess(cluster, sleeper())).toBe(false)
  const first = await readPid(cluster, 'sleeper')
  process.kill(first, 'SIGKILL')
  await expect.poll(() => findStart(first)).toBeNull()
  expect(await startProcess(cluster, sleeper())).toBe(true)
  expect(await readPid(cluster, 'sleeper')).not.toBe(first)
})

it('ends what it started, even when that stands still (CLUSTER-3)', async () => {
  await startProcess(cluster, sleeper())
  const pid = await readPid(cluster, 'sleeper')
  process.kill(pid, 'SIGSTOP')
  await stopProcess(cluster, 'sleeper')
  expect(await findStart(pid)).toBeNull()
  expect(await readRecorded(cluster)).toEqual([])
})

it('leaves alone another program that has the process id by now (CLUSTER-3)', async () => {
  await startProcess(cluster, sleeper())
  const ended = await readPid(cluster, 'sleeper')
  const file = join(cluster.folder, 'run', 'sleeper.json')
  const recorded = JSON.parse(await readFile(file, 'utf8'))
  const stranger = await startStranger(recorded.startedAt)
  await writeFile(file, JSON.stringify({ ...recorded, pid: stranger.pid }))
  await stopProcess(cluster, 'sleeper')
  expect(await findStart(stranger.pid ?? 0)).not.toBeNull()
  expect(await readRecorded(cluster)).toEqual([])
  stranger.kill('SIGKILL')
  process.kill(ended, 'SIGKILL')
})
