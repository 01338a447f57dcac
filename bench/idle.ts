// node_modules/.bin/node bench/idle.ts: how soon the built server is ready on a folder that it knows, and what it holds: idle, after 20 completed
// verifications, and a minute later, and how much more with open event streams. Beside it, as the floor, Node with nothing but an HTTP server.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pickFreePort } from '../scripts/lib/free-port.mjs'
import { systemClock } from '../src/server/platform/clock.ts'
import { findRunningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { confirmAddress, type Person, register, type Served } from '../src/server/testing/people.ts'
import { completeRecord } from '../src/server/testing/records.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { compare, type Measured, sayMeasured } from './lib/measured.ts'
import { openStreams } from './lib/open-streams.ts'
import { computeMedian } from './lib/statistics.ts'
import { startServer } from './own-server.ts'

const starts = 5
const verifications = 20
/** Longer than an idle thread stays, and what the server does once after its start. */
const restMs = 60_000
const streams = 200
/** For what the streams were opened with to be given back. */
const streamsRestMs = 5_000

const dataDir = await mkdtemp(join(tmpdir(), 'assent-bench-'))
const port = await pickFreePort()

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
  console.log(`ready on a known folder: median ${computeMedian(ready).toFixed(0)} ms of ${starts}`)

  const { base, pid, stop } = await start()
  await wait(restMs)
  const idle = await measureResidentMb(pid)
  console.log(`idle: ${await describeHeld(pid)}`)
  const people = await work(base)
  console.log(`right after ${verifications} completed verifications: ${await describeHeld(pid)}`)
  await wait(restMs)
  const rested = await measureResidentMb(pid)
  console.log(`a minute later: ${await describeHeld(pid)}`)
  const streaming = await measureGrowthByStreams(pid, `${base}/api/live`, people)
  await stop()

  const bareStarts: number[] = []
  for (let n = 1; n < starts; n += 1) bareStarts.push((await startBare()).readyMs)
  const bare = await startBare(async (pid, base) => ({
    idle: await measureResidentMb(pid),
    streaming: await measureGrowthByStreams(pid, base, [{ headers: {} }]),
  }))
  const floorIs = 'Node with an HTTP server'
  return [
    compare({
      name: 'Ready on a known folder',
      unit: 'ms',
      ours: computeMedian(ready),
      floor: computeMedian(bareStarts),
      floorIs,
    }),
    compare({ name: 'Memory, idle', unit: 'MB', ours: idle, floor: bare.found?.idle ?? 0, floorIs }),
    compare({
      name: `Memory, a minute after ${verifications} verifications`,
      unit: 'MB',
      ours: rested,
      floor: bare.found?.idle ?? 0,
      floorIs,
    }),
    compare({
      name: `Memory, more with ${streams} open event streams`,
      unit: 'MB',
      ours: streaming,
      floor: bare.found?.streaming ?? 0,
      floorIs: 'the same of answers that stay open',
    }),
  ]
}

/** Megabytes that a server holds more while streams are open, as many for each of the callers. */
async function measureGrowthByStreams(
  pid: number,
  url: string,
  callers: { headers: Record<string, string> }[],
): Promise<number> {
  const before = await measureResidentMb(pid)
  const closeAll = await openStreams(url, callers, streams)
  await wait(streamsRestMs)
  const growth = (await measureResidentMb(pid)) - before
  await closeAll()
  return growth
}

/** Answers every request with a first line, and never ends. */
const bareServer = `
  const server = require('http').createServer((request, response) => response.write(': here\\n\\n'))
  server.listen(0, '127.0.0.1', () => console.log(server.address().port))
`

/** Starts Node with nothing but an HTTP server, looks at its process, and ends it. */
async function startBare<T>(
  look?: (pid: number, base: string) => Promise<T>,
): Promise<{ readyMs: number; found: T | undefined }> {
  const startedAt = performance.now()
  const bare = spawn(process.execPath, ['-e', bareServer], { stdio: ['ignore', 'pipe', 'inherit'] })
  const [port] = await once(bare.stdout, 'data')
  const readyMs = performance.now() - startedAt
  const found = await look?.(bare.pid ?? 0, `http://127.0.0.1:${String(port).trim()}`)
  bare.kill()
  return { readyMs, found }
}

/** As npm start does, with what was compiled at the start before. */
function start() {
  return startServer(dataDir, port, { pages: true, env: { NODE_COMPILE_CACHE: join(dataDir, 'compiled') } })
}

/** Whole verifications, sealed and mailed, each of an account of its own. */
async function work(base: string): Promise<Person[]> {
  const connectionString = await findRunningDatabase(dataDir)
  if (!connectionString) throw new Error('the database of the server does not answer')
  const database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
  const served: Served = {
    app: { request: (path, init) => fetch(`${base}${path}`, init) },
    clock: systemClock,
  }
  const people: Person[] = []
  try {
    for (let n = 0; n < verifications; n += 1) {
      const owner = await register(served)
      await confirmAddress(database, systemClock, owner)
      await completeRecord(served, owner)
      people.push(owner)
    }
    return people
  } finally {
    await database.close()
  }
}

/** What a process holds of its own and of files, as Linux counts it. */
async function describeHeld(pid: number): Promise<string> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  const megabytes = (name: string) => readMegabytes(status, name)
  return `${megabytes('VmRSS')} MB resident, ${megabytes('RssAnon')} of it its own, ${megabytes('RssFile')} files that it shares`
}

async function measureResidentMb(pid: number): Promise<number> {
  return readMegabytes(await readFile(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
}

function readMegabytes(status: string, name: string): number {
  return Math.round(Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1]) / 1024)
}

if (import.meta.main) for (const each of await measureIdle()) console.log(sayMeasured(each))
