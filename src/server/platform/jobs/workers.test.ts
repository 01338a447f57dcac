import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { makeLane } from '../../testing/make-lane.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, sql } from '../database/index.ts'
import { openDatabase } from '../database/open-database.ts'
import type { Logger } from '../logging/index.ts'
import { freeOverlongJobs, freePoolJobs } from './abandoned.ts'
import {
  bindJobs,
  createDatabaseJobs,
  defineJob,
  isOtherKeyInUse,
  type JobHandlers,
  runDueJobs,
  startWorkers,
  UnreadablePayload,
} from './index.ts'
import { openQueuePool, type WorkersOptions } from './workers.ts'

let source: TestDatabase
let database: Database
beforeEach(async () => {
  source = await createTestDatabase()
  database = openDatabase(source.connectionString, { logger: silentLogger })
})
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await database.close()
  await source.drop()
})

const databaseJobs = createDatabaseJobs({ computeMac: (_, text) => text })

const note = { name: 'note', schema: z.object({ n: z.number().default(0) }) }
type Note = z.infer<typeof note.schema>
const enqueue = (n = 0, options = {}) =>
  database.transaction((tx) => databaseJobs.enqueue(tx, note, { n }, options))
const handle = (work: (told: Note) => Promise<void>) =>
  bindJobs(null, [defineJob(note.name, note.schema, (_: null, told) => work(told))])
const run = (handlers: JobHandlers, lane = {}, logger: Logger = silentLogger) =>
  runDueJobs({ connectionString: source.connectionString, lanes: [makeLane(handlers, lane)], logger })
/** Starts workers that stop with the test, or before. */
async function start(handlers: JobHandlers, more: Partial<WorkersOptions> = {}) {
  const { connectionString } = source
  const lanes = [makeLane(handlers)]
  const workers = await startWorkers({ connectionString, lanes, logger: silentLogger, ...more })
  let stopped: Promise<void> | undefined
  const stop = () => (stopped ??= workers.stop())
  stops.push(stop)
  return { stop }
}
const idle: JobHandlers = { other: async () => {} }
const waiting = () =>
  database.rows<{ task: string }>(sql`SELECT task_identifier AS task FROM graphile_worker.jobs`)

/** A pool of one connection. It may still be closing when the database is dropped. */
function openPool(): pg.Pool {
  const pool = openQueuePool(source.connectionString, silentLogger, { name: 'assent test', max: 1 })
  stops.push(() => pool.end())
  return pool
}

/** Handlers that resolve `done` with the first note. */
function once(): { handlers: JobHandlers; done: Promise<Note> } {
  const { promise, resolve } = Promise.withResolvers<Note>()
  return { handlers: handle(async (told) => resolve(told)), done: promise }
}

it('runs a job exactly if the transaction that enqueued it commits', async () => {
  const ran: unknown[] = []
  await enqueue(1)
  await expect(
    database.transaction(async (tx) => {
      await databaseJobs.enqueue(tx, note, { n: 2 })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await run(handle(async ({ n }) => void ran.push(n)))
  expect(ran).toEqual([1])
  expect(await waiting()).toEqual([])
})

it('replaces a waiting job with the same key, and does not run a job before its time', async () => {
  const ran: unknown[] = []
  await enqueue(1, { key: 'k' })
  await enqueue(2, { key: 'k' })
  await enqueue(3, { runAt: new Date(Date.now() + 3_600_000) })
  await run(handle(async ({ n }) => void ran.push(n)))
  expect(ran).toEqual([2])
  expect(await waiting()).toHaveLength(1)
})

it('keeps a failed job for another try, without the message of its error', async () => {
  const ran: number[] = []
  const handlers = handle(async ({ n }) => {
    ran.push(n)
    if (ran.length === 1) throw new Error('secret ann@example.org')
  })
  await enqueue(7)
  await run(handlers)
  const [job] = await database.rows<{ error: string; late: boolean }>(
    sql`SELECT last_error AS error, run_at > now() AS late FROM graphile_worker.jobs`,
  )
  expect(job?.late).toBe(true)
  expect(job?.error).toContain('note failed')
  expect(job?.error).not.toContain('ann@example.org')
  await database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`)
  await run(handlers)
  expect(ran).toEqual([7, 7])
  expect(await waiting()).toEqual([])
})

it("retries a job without end, with pauses up to its lane's longest", async () => {
  const failing = handle(() => Promise.reject(new Error('no')))
  await enqueue()
  for (let time = 0; time < 8; time += 1) {
    await run(failing, { longestPauseMs: 60_000 })
    await database.run(
      sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at < now() + interval '60 s'`,
    )
  }
  const jobs = sql`SELECT attempts, run_at <= now() + interval '60 s' AS soon FROM graphile_worker.jobs`
  expect(await database.rows(jobs)).toEqual([{ attempts: 4, soon: true }])
})

it("counts a try that exceeds its lane's time limit as failed, and continues with the next job", async () => {
  const ran: unknown[] = []
  const handlers = handle(({ n }) => (n === 1 ? new Promise(() => {}) : Promise.resolve(void ran.push(n))))
  await enqueue(1)
  await enqueue(2)
  await run(handlers, { limitMs: 20 })
  expect(ran).toEqual([2])
  expect(await waiting()).toHaveLength(1)
})

it('refuses to enqueue a payload that does not match the type of the job', async () => {
  const wrong = { n: 'one' } as unknown as Note
  await expect(database.transaction((tx) => databaseJobs.enqueue(tx, note, wrong))).rejects.toThrow(
    UnreadablePayload,
  )
  await expect(
    database.transaction((tx) => databaseJobs.enqueueAll(tx, note, [{ payload: wrong, key: 'k' }])),
  ).rejects.toThrow(UnreadablePayload)
  expect(await waiting()).toEqual([])
})

it('gives up a job with an unreadable payload, logs its fields without values, and never retries it', async () => {
  const ran: unknown[] = []
  const errors: [object, string][] = []
  await enqueue(1)
  await database.run(sql`UPDATE graphile_worker._private_jobs SET payload = '{"n": "ann@example.org"}'`)
  await enqueue(2)
  const logger: Logger = { ...silentLogger, error: (fields, message) => void errors.push([fields, message]) }
  await run(
    handle(async ({ n }) => void ran.push(n)),
    {},
    logger,
  )
  expect(ran).toEqual([2])
  expect(errors).toMatchObject([
    [{ task: 'note', unreadable: ['n'] }, 'a job cannot be read and is given up'],
  ])
  expect(JSON.stringify(errors)).not.toContain('ann@example.org')
  expect(await waiting()).toEqual([])
})

it('runs jobs enqueued while it works, until it is stopped', async () => {
  const { handlers, done } = once()
  const workers = await start(handlers)
  await enqueue(7)
  expect(await done).toEqual({ n: 7 })
  await workers.stop()
  await enqueue()
  expect(await waiting()).toHaveLength(1)
})

it('takes over the jobs of a killed process at once, but not those of a live process', async () => {
  await enqueue(1)
  await database.run(sql`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'pool-of-another', locked_at = now() - interval '1 minute', attempts = 1`)

  const living = new pg.Client({
    connectionString: source.connectionString,
    application_name: 'assent jobs',
  })
  await living.connect()
  await (await start(idle)).stop()
  const locked = sql`SELECT locked_by AS by, attempts FROM graphile_worker.jobs`
  expect(await database.rows(locked)).toEqual([{ by: 'pool-of-another', attempts: 1 }])
  await living.end()
  const working = sql`SELECT FROM pg_stat_activity
    WHERE application_name LIKE 'assent jobs%' AND datname = current_database()`
  await expect.poll(() => database.rows(working)).toEqual([])

  const { handlers, done } = once()
  await start(handlers)
  expect(await done).toEqual({ n: 1 })
})

it('shows the name of its document key while it lives, as no process of 0.2.0 does (ROTATE-5)', async () => {
  const isInUse = (keyName: string) => isOtherKeyInUse(database, keyName)
  expect(await isInUse('key-new')).toBe(false)
  const workers = await start(idle, { keyName: 'key-new' })
  expect([await isInUse('key-new'), await isInUse('document-key')]).toEqual([false, true])
  const earlier = new pg.Client({
    connectionString: source.connectionString,
    application_name: 'assent jobs',
  })
  await earlier.connect()
  expect(await isInUse('key-new')).toBe(true)
  await workers.stop()
  expect(await isInUse('document-key')).toBe(true)
  await earlier.end()
  await expect.poll(() => isInUse('document-key')).toBe(false)
})

it('frees jobs held longer than their time limit, and no others', async () => {
  const pool = openPool()
  await enqueue(1)
  const take = (seconds: number) =>
    database.run(sql`
      UPDATE graphile_worker._private_jobs
      SET locked_by = 'dead', locked_at = now() - make_interval(secs => ${seconds}), attempts = 1`)
  const lanes = [
    makeLane(idle),
    makeLane(
      handle(async () => {}),
      { limitMs: 300_000, limitsMs: { note: 10_000 } },
    ),
  ]
  await take(35)
  expect(await freeOverlongJobs(pool, lanes)).toBe(0)
  await take(45)
  expect(await freeOverlongJobs(pool, lanes)).toBe(1)
  const jobs = sql`SELECT locked_by AS by, attempts FROM graphile_worker.jobs`
  expect(await database.rows(jobs)).toEqual([{ by: null, attempts: 0 }])
})

it('frees the jobs of workers that ended unexpectedly when it restarts them', async () => {
  const pool = openPool()
  await enqueue(1)
  await database.run(sql`UPDATE graphile_worker._private_jobs SET locked_by = 'ended', locked_at = now()`)
  expect(await freePoolJobs(pool, ['another'])).toBe(0)
  expect(await freePoolJobs(pool, ['ended'])).toBe(1)
})

it('runs the jobs of one queue one after the other, and other jobs in parallel', async () => {
  const inQueue = { ...note, queue: 'one at a time' }
  const [began, first, beside, ended] = [0, 0, 0, 0].map(() => Promise.withResolvers<void>())
  const order: string[] = []
  const handlers = {
    ...handle(async ({ n }) => {
      order.push(`begins ${n}`)
      if (n === 1) {
        began?.resolve()
        await first?.promise
      }
      order.push(`ends ${n}`)
      if (n === 2) ended?.resolve()
    }),
    ...bindJobs(null, [defineJob('beside', z.object({}), async () => beside?.resolve())]),
  }
  await database.transaction((tx) => databaseJobs.enqueue(tx, inQueue, { n: 1 }))
  await database.transaction((tx) =>
    databaseJobs.enqueueAll(tx, inQueue, [{ payload: { n: 2 }, key: 'second' }]),
  )
  await database.transaction((tx) =>
    databaseJobs.enqueue(tx, { name: 'beside', schema: z.object({}) }, {}, { priority: 1 }),
  )
  await start(handlers)
  await Promise.all([began?.promise, beside?.promise])
  expect(order).toEqual(['begins 1'])
  first?.resolve()
  await ended?.promise
  expect(order).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2'])
})

it('frees the queue of a killed process', async () => {
  await database.transaction((tx) => databaseJobs.enqueue(tx, { ...note, queue: 'one at a time' }, { n: 1 }))
  await database.run(sql`
    WITH job AS (UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now() - interval '1 minute')
    UPDATE graphile_worker._private_job_queues SET locked_by = 'dead', locked_at = now() - interval '1 minute'`)
  const { handlers, done } = once()
  await start(handlers)
  expect(await done).toEqual({ n: 1 })
})

it('catches up on an hourly job that was due while no process worked (RUN-36)', async () => {
  const { handlers, done } = once()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  await (await start(handlers)).stop()
  const owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
  await owner.run(sql`
    INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    VALUES ('note', ${minutesAgo(6000)}, ${minutesAgo(85)})`)
  await owner.close()
  const job = defineJob(note.name, note.schema, async () => {})
  await start(handlers, { recurring: [{ job, cron: `${minutesAgo(20).getUTCMinutes()} * * * *` }] })
  expect(await done).toEqual({ n: 0 })
})
