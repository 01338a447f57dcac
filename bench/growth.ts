// node_modules/.bin/node bench/growth.ts [verifications] [folder] [held]: how long everything that people call takes in an installation with a
// million verifications, ten million rows of trails and a log of a million leaves, and in an empty one beside it, by turns; then how long the
// housekeeping holds anything, with a backlog, and the closing and erasing of the account that has a tenth of everything. Fails when a p99 is more
// than twice that of the empty one, or something is held for more than 100 ms. A folder is kept, and what was made in it is not made again; with
// the word `held` behind it the turns are left out, which take the longest.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbeddedDatabase } from '../src/server/platform/database/embedded/embedded-database.ts'
import { type Database, sql } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { growBacklog } from '../src/server/testing/grown/grow-backlog.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { runErasure } from './growth/erasure.ts'
import { type Run, runHousekeeping } from './growth/housekeeping.ts'
import { type System, walkJourney } from './growth/journey.ts'
import { growFolder, type Running, signInLargestOwner, startSystem } from './growth/systems.ts'

const verifications = Number(process.argv[2] ?? 1_000_000)
const sizes = { verifications, accounts: Math.ceil(verifications / 10) }
const [warmUp, rounds] = [10, 200]
const backlog = { rows: 20_000, single: 500 }
const mostMs = 100

const kept = process.argv[3]
const isHeldAlone = process.argv[4] === 'held'
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'assent-bench-')))
const isWithin = await measure().finally(() =>
  kept ? undefined : rm(folder, { recursive: true, force: true }),
)
if (!isWithin) process.exitCode = 1

async function measure(): Promise<boolean> {
  if (isHeldAlone) {
    await growFolder(join(folder, 'full'), sizes)
    return measureHousekeeping(join(folder, 'full'))
  }
  const empty = await startSystem(join(folder, 'empty'), null)
  const full = await startSystem(join(folder, 'full'), sizes).catch(async (error: unknown) => {
    await empty.stop()
    throw error
  })
  try {
    const [before, after] = await timeByTurns(empty, full)
    const slower = report(before, after)
    await measureLargeLists(full)
    await full.stop()
    const isShort = await measureHousekeeping(full.dataDir)
    return slower.length === 0 && isShort
  } finally {
    await Promise.allSettled([empty.stop(), full.stop()])
  }
}

type Times = Map<string, number[]>

/** The milliseconds of every call in both, by turns, so that whatever else the machine does falls on both. */
async function timeByTurns(...systems: System[]): Promise<[Times, Times]> {
  const [before, after]: [Times, Times] = [new Map(), new Map()]
  for (let round = 0; round < warmUp + rounds; round += 1) {
    for (const [index, times] of [before, after].entries()) {
      const system = systems[index]
      if (system) await walkJourney(system, makeTimer(round < warmUp ? new Map() : times))
    }
  }
  return [before, after]
}

function makeTimer(times: Times) {
  return async <T>(what: string, act: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now()
    const result = await act()
    times.set(what, [...(times.get(what) ?? []), performance.now() - startedAt])
    return result
  }
}

function pickAt(times: readonly number[], share: number): number {
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
    const ratio = pickAt(all, 0.99) / pickAt(some, 0.99)
    const cells = [pickAt(some, 0.5), pickAt(all, 0.5), pickAt(some, 0.99), pickAt(all, 0.99)].map((ms) =>
      ms.toFixed(1),
    )
    console.log(`| ${[what, ...cells, ratio.toFixed(2)].join(' | ')} |`)
    if (!(ratio <= 2)) slower.push(what)
  }
  console.log(slower.length === 0 ? 'all within twice' : `MORE THAN TWICE: ${slower.join(', ')}`)
  return slower
}

/** What somebody waits for who has a tenth of everything. */
async function measureLargeLists({ served }: Running): Promise<void> {
  const owner = await signInLargestOwner({ served })
  const times: Times = new Map()
  const time = makeTimer(times)
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
    console.log(`${path}: p50 ${pickAt(all, 0.5).toFixed(1)} ms, p99 ${pickAt(all, 0.99).toFixed(1)} ms`)
}

/** Prints what the housekeeping held, and an erasure; false when that was longer than anybody may wait. */
async function measureHousekeeping(dataDir: string): Promise<boolean> {
  const cluster = await startEmbeddedDatabase(dataDir)
  const { pathname } = new URL(cluster.ownerConnectionString)
  const asSuperuser = async (path: string, work: (superuser: Database) => Promise<unknown>) => {
    const connectionString = Object.assign(new URL(cluster.adminConnectionString), { pathname: path }).href
    const options = { logger: silentLogger, maxConnections: 1, isPatient: true }
    const superuser = openDatabase(connectionString, options)
    await work(superuser).finally(() => superuser.close())
  }
  try {
    await asSuperuser(pathname, (superuser) => growBacklog(superuser, new Date(), sizes, backlog))
    const isShort = reportHeld(await runHousekeeping(cluster.connectionString))
    // In a copy, so that a folder that is kept has its largest account the next time too.
    await asSuperuser('/postgres', async (superuser) => {
      await superuser.run(sql`DROP DATABASE IF EXISTS erasing`)
      await superuser.run(sql`CREATE DATABASE erasing TEMPLATE assent STRATEGY file_copy`)
    })
    const copy = Object.assign(new URL(cluster.connectionString), { pathname: '/erasing' }).href
    const erasure = await runErasure(copy)
    await asSuperuser('/postgres', (superuser) => superuser.run(sql`DROP DATABASE erasing`))
    console.log(`\nan account with ${erasure.verifications} verifications:`)
    return reportHeld(erasure.runs) && isShort
  } finally {
    await cluster.stop()
  }
}

/** Prints how long each held what; whether none held anything for longer than anybody may wait. */
function reportHeld(runs: readonly Run[]): boolean {
  console.log(
    '\n| job | transactions | ms: p50 | p99 | longest | longest that held something | rows in one | all of it, s |',
  )
  console.log(`|${' --- |'.repeat(8)}`)
  for (const { task, count, medianMs, p99Ms, ms, heldMs, rows, seconds } of runs) {
    const times = [medianMs, p99Ms, ms, heldMs].map((each) => each.toFixed(0))
    console.log(`| ${[task, count, ...times, rows, seconds.toFixed(1)].join(' | ')} |`)
  }
  const longer = runs.filter(({ heldMs }) => heldMs > mostMs)
  if (longer.length > 0) console.log(`LONGER THAN ${mostMs} ms: ${longer.map(({ task }) => task).join(', ')}`)
  return longer.length === 0
}
