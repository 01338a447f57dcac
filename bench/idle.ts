// node_modules/.bin/node bench/idle.ts: how soon the built server is ready on a folder that it knows, and what it holds: idle, after 20 completed
// verifications, and a minute later. Beside it, as the floor, Node with nothing but an HTTP server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../scripts/lib/free-port.mjs'
import { systemClock } from '../src/server/platform/clock.ts'
import { runningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { confirmAddress, register, type Served } from '../src/server/testing/people.ts'
import { completeRecord } from '../src/server/testing/records.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { compare, type Measured, sayMeasured } from './lib/measured.ts'
import { median } from './lib/statistics.ts'
import { startServer } from './own-server.ts'

const starts = 5
const verifications = 20
/** Longer than an idle thread stays, and what the server does once after its start. */
const restMs = 60_000

const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
const port = await freePort()

/** Milliseconds to readiness, and megabytes idle and after work. */
export async function measureIdle(): Promise<Measured[]> {
  try {
    return await measure()
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function measure(): Promise<Measured[]> {
  await (await start()).stop()
  const ready: number[] = []
  for (let n = 0; n < starts; n += 1) {
    const startedAt = performance.now()
    const server = await start()
    ready.push(performance.now() - startedAt)
    await server.stop()
  }
  console.log(`ready on a known folder: median ${median(ready).toFixed(0)} ms of ${starts}`)

  const { base, pid, stop } = await start()
  await wait(restMs)
  const idle = await residentMb(pid)
  console.log(`idle: ${await held(pid)}`)
  await work(base)
  console.log(`right after ${verifications} completed verifications: ${await held(pid)}`)
  await wait(restMs)
  const rested = await residentMb(pid)
  console.log(`a minute later: ${await held(pid)}`)
  await stop()

  const bareStarts: number[] = []
  for (let n = 1; n < starts; n += 1) bareStarts.push((await startBare()).readyMs)
  const bare = await startBare(async (bare) => residentMb(bare))
  const floorIs = 'Node with an HTTP server'
  return [
    compare({
      name: 'Ready on a known folder',
      unit: 'ms',
      ours: median(ready),
      floor: median(bareStarts),
      floorIs,
    }),
    compare({ name: 'Memory, idle', unit: 'MB', ours: idle, floor: bare.found ?? 0, floorIs }),
    compare({
      name: `Memory, a minute after ${verifications} verifications`,
      unit: 'MB',
      ours: rested,
      floor: bare.found ?? 0,
      floorIs,
    }),
  ]
}

/** Starts Node with nothing but an HTTP server, looks at its process, and ends it. */
async function startBare<T>(
  look?: (pid: number) => Promise<T>,
): Promise<{ readyMs: number; found: T | undefined }> {
  const startedAt = performance.now()
  const bare = spawn(
    process.execPath,
    ['-e', "require('http').createServer().listen(0, () => console.log('up'))"],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  await once(bare.stdout, 'data')
  const readyMs = performance.now() - startedAt
  const found = await look?.(bare.pid ?? 0)
  bare.kill()
  return { readyMs, found }
}

/** As npm start does, with what was compiled at the start before. */
function start() {
  return startServer(dataDir, port, { pages: true, env: { NODE_COMPILE_CACHE: join(dataDir, 'compiled') } })
}

/** Whole verifications of an account, sealed and mailed. */
async function work(base: string): Promise<void> {
  const connectionString = await runningDatabase(dataDir)
  if (!connectionString) throw new Error('the database of the server does not answer')
  const database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
  const served: Served = {
    app: { request: (path, init) => fetch(`${base}${path}`, init) },
    clock: systemClock,
  }
  try {
    for (let n = 0; n < verifications; n += 1) {
      const owner = await register(served)
      await confirmAddress(database, systemClock, owner)
      await completeRecord(served, owner)
    }
  } finally {
    await database.close()
  }
}

/** What a process holds of its own and of files, as Linux counts it. */
async function held(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => megabytesIn(status, name)
  return `${megabytes('VmRSS')} MB resident, ${megabytes('RssAnon')} of it its own, ${megabytes('RssFile')} files that it shares`
}

async function residentMb(pid: number): Promise<number> {
  return megabytesIn(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
}

function megabytesIn(status: string, name: string): number {
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
}

if (import.meta.main) for (const each of await measureIdle()) console.log(sayMeasured(each))
