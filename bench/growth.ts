// node_modules/.bin/node bench/growth.ts [verifications] [folder]: how long everything that people call takes in an installation with a million
// verifications, ten million rows of trails and a log of a million leaves, and in an empty one beside it, by turns; then how long the housekeeping
// holds anything, with a backlog. Fails when a p99 is more than twice that of the empty one. A folder is kept, and what was made in it is not
// made again.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded/embedded-database.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { growBacklog } from '../src/server/testing/grown/grow-backlog.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { runHousekeeping } from './growth/housekeeping.ts'
import { journey, type System } from './growth/journey.ts'
import { largestOwner, type Running, startSystem } from './growth/systems.ts'

const verifications = Number(process.argv[2] ?? 1_000_000)
const sizes = { verifications, accounts: Math.ceil(verifications / 10) }
const [warmUp, rounds] = [10, 200]
const backlog = { rows: 20_000, single: 500 }
const mostMs = 100

const kept = process.argv[3]
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'assent-bench-')))
const isWithin = await measure().finally(() =>
  kept ? undefined : rm(folder, { recursive: true, force: true }),
)
if (!isWithin) process.exitCode = 1

async function measure(): Promise<boolean> {
  const empty = await startSystem(join(folder, 'empty'), null)
  const full = await startSystem(join(folder, 'full'), sizes).catch(async (error: unknown) => {
    await empty.stop()
    throw error
  })
  try {
    const [before, after] = await byTurns(empty, full)
    const slower = report(before, after)
    await largeLists(full)
    return slower.length === 0 && (await housekeeping(full))
  } finally {
    await Promise.allSettled([empty.stop(), full.stop()])
  }
}

type Times = Map<string, number[]>

/** The milliseconds of every call in both, by turns, so that whatever else the machine does falls on both. */
async function byTurns(...systems: System[]): Promise<[Times, Times]> {
  const [before, after]: [Times, Times] = [new Map(), new Map()]
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [index, times] of [before, after].entries()) {
      const system = systems[index]
      if (system) await journey(system, timing(round < warmUp ? new Map() : times))
    }
  }
  return [before, after]
}

function timing(times: Times) {
  return async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await act()
    times.set(what, [...(times.get(what) ?? []), performance.now() - startedAt])
    return result
  }
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/** Prints both; answers what is more than twice as slow. */
function report(before: Times, after: Times): string[] {
  console.log(
    `\n| call | p50 empty | p50 full | p99 empty | p99 full | ratio |\n| --- | --- | --- | --- | --- | --- |`,
  )
  const slower: string[] = []
  for (const [what, some] of before) {
    const all = after.get(what) ?? []
    const ratio = at(all, 0.99) / at(some, 0.99)
    const cells = [at(some, 0.5), at(all, 0.5), at(some, 0.99), at(all, 0.99)].map((ms) => ms.toFixed(1))
    console.log(`| ${[what, ...cells, ratio.toFixed(2)].join(' | ')} |`)
    if (!(ratio <= 2)) slower.push(what)
  }
  console.log(slower.length === 0 ? 'all within twice' : `MORE THAN TWICE: ${slower.join(', ')}`)
  return slower
}

/** What somebody waits for who has a tenth of everything. */
async function largeLists({ served }: Running): Promise<void> {
  const owner = await largestOwner({ served })
  const times: Times = new Map()
  const time = timing(times)
  for (let n = 0; n < rounds; n += 1) {
    for (const path of [
      '/api/verifications?limit=20',
      '/api/verifications?limit=20&type=age',
      '/api/account/closing',
      '/api/usage',
    ])
      await time(path, async () => (await served.app.request(path, owner)).text())
  }
  console.log(`\nan owner of ${verifications / 10}:`)
  for (const [path, all] of times)
    console.log(`${path}: p50 ${at(all, 0.5).toFixed(1)} ms, p99 ${at(all, 0.99).toFixed(1)} ms`)
}

/** Prints what the housekeeping held; false when that was longer than anybody may wait. */
async function housekeeping(full: Running): Promise<boolean> {
  await full.stop()
  const cluster = await startEmbeddedDatabase(full.dataDir)
  try {
    const { pathname } = new URL(cluster.ownerConnectionString)
    const connectionString = Object.assign(new URL(cluster.adminConnectionString), { pathname }).href
    const superuser = openDatabase(connectionString, {
      logger: silentLogger,
      maxConnections: 1,
      isPatient: true,
    })
    await growBacklog(superuser, new Date(), sizes, backlog).finally(() => superuser.close())
    console.log(
      '\n| job | transaction, ms: p50 | longest | rows in one | all of it, s |\n| --- | --- | --- | --- | --- |',
    )
    const runs = await runHousekeeping(cluster.connectionString)
    for (const { task, ms, medianMs, rows, seconds } of runs)
      console.log(`| ${task} | ${medianMs.toFixed(0)} | ${ms.toFixed(0)} | ${rows} | ${seconds.toFixed(1)} |`)
    const longer = runs.filter(({ ms }) => ms > mostMs)
    if (longer.length > 0)
      console.log(`LONGER THAN ${mostMs} ms: ${longer.map(({ task }) => task).join(', ')}`)
    return longer.length === 0
  } finally {
    await cluster.stop()
  }
}
