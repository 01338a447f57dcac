import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { makeLane } from '../../testing/make-lane.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, sql } from '../database/index.ts'
import { openDatabase } from '../database/open-database.ts'
import { freeJobsOf, freeOverlongJobs } from './abandoned.ts'
import {
  bindJobs,
  createDatabaseJobs,
  defineJob,
  type JobHandlers,
  runDueJobs,
  startWorkers,
  UnreadablePayload,
} from './index.ts'
import { openQueuePool } from './workers.ts'

let source: TestDatabase
let database: Database
beforeEach(async () => {
  source = await createTestDatabase()
  database = openDatabase(source.connectionString, { logger: silentLogger })
})
/** The steps that stop before the database closes. */
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
/** The handler of each note. */
const handle = (work: (told: Note) => Promise<void>) =>
  bindJobs(null, [defineJob(note.name, note.schema, (_: null, told) => work(told))])
const run = (handlers: JobHandlers) =>
  runDueJobs({ connectionString: source.connectionString, lanes: [makeLane(handlers)], logger: silentLogger })
const waiting = () =>
  database.rows<{ task: string }>(sql`SELECT task_identifier AS task FROM graphile_worker.jobs`)

/** One connection, which may still be closing when the database goes. */
function openPool(): pg.Pool {
  const pool = openQueuePool(source.connectionString, silentLogger, { name: 'assent test', max: 1 })
  stops.push(() => pool.end())
  return pool
}

/** Resolves with the first note. */
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

it('replaces a waiting job of the same key, and leaves one for later alone', async () => {
  const ran: unknown[] = []
  await enqueue(1, { key: 'k' })
  await enqueue(2, { key: 'k' })
  await enqueue(3, { runAt: new Date(Date.now() + 3_600_000) })
  await run(handle(async ({ n }) => void ran.push(n)))
  expect(ran).toEqual([2])
  expect(await waiting()).toHaveLength(1)
})

it('keeps a failed job for a later try, without what its error said', async () => {
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

it('retries a job for ever, with pauses that grow no longer than its lane allows', async () => {
  const failing = handle(() => Promise.reject(new Error('no')))
  await enqueue()
  for (let time = 0; time < 30; time += 1) {
    await runDueJobs({
      connectionString: source.connectionString,
      lanes: [makeLane(failing, { longestPauseMs: 60_000 })],
      logger: silentLogger,
    })
    await database.run(
      sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE run_at < now() + interval '60 s'`,
    )
  }
  const jobs = sql`SELECT attempts, run_at <= now() + interval '60 s' AS soon FROM graphile_worker.jobs`
  expect(await database.rows(jobs)).toEqual([{ attempts: 4, soon: true }])
})

it('takes a try that exceeds the limit of its lane for failed, and goes on', async () => {
  const ran: unknown[] = []
  const handlers = handle(({ n }) => (n === 1 ? new Promise(() => {}) : Promise.resolve(void ran.push(n))))
  await enqueue(1)
  await enqueue(2)
  await runDueJobs({
    connectionString: source.connectionString,
    lanes: [makeLane(handlers, { limitMs: 20 })],
    logger: silentLogger,
  })
  expect(ran).toEqual([2])
  expect(await waiting()).toHaveLength(1)
})

it('refuses to enqueue what the type of a job does not take', async () => {
  const wrong = { n: 'one' } as unknown as Note
  await expect(database.transaction((tx) => databaseJobs.enqueue(tx, note, wrong))).rejects.toThrow(
    UnreadablePayload,
  )
  await expect(
    database.transaction((tx) => databaseJobs.enqueueAll(tx, note, [{ payload: wrong, key: 'k' }])),
  ).rejects.toThrow(UnreadablePayload)
  expect(await waiting()).toEqual([])
})

it('gives up a job that cannot be read, says which in the log without quoting it, and never tries it again', async () => {
  const ran: unknown[] = []
  const said: [object, string][] = []
  await enqueue(1)
  await database.run(sql`UPDATE graphile_worker._private_jobs SET payload = '{"n": "ann@example.org"}'`)
  await enqueue(2)
  await runDueJobs({
    connectionString: source.connectionString,
    lanes: [makeLane(handle(async ({ n }) => void ran.push(n)))],
    logger: { ...silentLogger, error: (fields, message) => void said.push([fields, message]) },
  })
  expect(ran).toEqual([2])
  expect(said).toMatchObject([[{ task: 'note', unreadable: ['n'] }, 'a job cannot be read and is given up']])
  expect(JSON.stringify(said)).not.toContain('ann@example.org')
  expect(await waiting()).toEqual([])
})

it('works off what is enqueued while it runs, until it is stopped', async () => {
  const { handlers, done } = once()
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [makeLane(handlers)],
    logger: silentLogger,
  })
  await enqueue(7)
  expect(await done).toEqual({ n: 7 })
  await workers.stop()
  await enqueue()
  expect(await waiting()).toHaveLength(1)
})

it('takes up at once what a killed process was working on, but not what a living one is', async () => {
  await enqueue(1)
  await database.run(sql`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'pool-of-another', locked_at = now() - interval '1 minute', attempts = 1`)

  const living = new pg.Client({
    connectionString: source.connectionString,
    application_name: 'assent jobs',
  })
  await living.connect()
  const idle = await startWorkers({
    connectionString: source.connectionString,
    lanes: [makeLane({ other: async () => {} })],
    logger: silentLogger,
  })
  await idle.stop()
  const locked = sql`SELECT locked_by AS by, attempts FROM graphile_worker.jobs`
  expect(await database.rows(locked)).toEqual([{ by: 'pool-of-another', attempts: 1 }])
  await living.end()
  const working = sql`SELECT FROM pg_stat_activity
    WHERE application_name = 'assent jobs' AND datname = current_database()`
  await expect.poll(() => database.rows(working)).toEqual([])

  const { handlers, done } = once()
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [makeLane(handlers)],
    logger: silentLogger,
  })
  expect(await done).toEqual({ n: 1 })
  await workers.stop()
})

it('frees jobs that are taken for longer than their limit, and no others', async () => {
  const pool = openPool()
  await enqueue(1)
  const take = (seconds: number) =>
    database.run(sql`
      UPDATE graphile_worker._private_jobs
      SET locked_by = 'dead', locked_at = now() - make_interval(secs => ${seconds}), attempts = 1`)
  const lanes = [
    makeLane({ other: async () => {} }),
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

it('frees the jobs of workers that ended unasked when it starts them again', async () => {
  const pool = openPool()
  await enqueue(1)
  await database.run(sql`UPDATE graphile_worker._private_jobs SET locked_by = 'ended', locked_at = now()`)
  expect(await freeJobsOf(pool, ['another'])).toBe(0)
  expect(await freeJobsOf(pool, ['ended'])).toBe(1)
})

it('does the jobs of one queue one after the other, and others beside them', async () => {
  const inQueue = { ...note, queue: 'one at a time' }
  const [began, first, beside, ended] = [0, 0, 0, 0].map(() => Promise.withResolvers<void>())
  const order: string[] = []
  const lane = makeLane({
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
  })
  await database.transaction((tx) => databaseJobs.enqueue(tx, inQueue, { n: 1 }))
  await database.transaction((tx) =>
    databaseJobs.enqueueAll(tx, inQueue, [{ payload: { n: 2 }, key: 'second' }]),
  )
  await database.transaction((tx) =>
    databaseJobs.enqueue(tx, { name: 'beside', schema: z.object({}) }, {}, { priority: 1 }),
  )
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [lane],
    logger: silentLogger,
  })
  stops.push(() => workers.stop())
  await Promise.all([began?.promise, beside?.promise])
  expect(order).toEqual(['begins 1'])
  first?.resolve()
  await ended?.promise
  expect(order).toEqual(['begins 1', 'ends 1', 'begins 2', 'ends 2'])
})

it('frees the queue of a process that was killed', async () => {
  await database.transaction((tx) => databaseJobs.enqueue(tx, { ...note, queue: 'one at a time' }, { n: 1 }))
  await database.run(sql`
    WITH job AS (UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now() - interval '1 minute')
    UPDATE graphile_worker._private_job_queues SET locked_by = 'dead', locked_at = now() - interval '1 minute'`)
  const { handlers, done } = once()
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [makeLane(handlers)],
    logger: silentLogger,
  })
  stops.push(() => workers.stop())
  expect(await done).toEqual({ n: 1 })
})

it('catches up an hourly job whose minute came while no process worked (RUN-36)', async () => {
  const { handlers, done } = once()
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const lane = makeLane(handlers)
  const first = await startWorkers({
    connectionString: source.connectionString,
    lanes: [lane],
    logger: silentLogger,
  })
  await first.stop()
  const owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
  await owner.run(sql`
    INSERT INTO graphile_worker._private_known_crontabs (identifier, known_since, last_execution)
    VALUES ('note', ${minutesAgo(6000)}, ${minutesAgo(85)})`)
  await owner.close()
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [lane],
    logger: silentLogger,
    recurring: [
      {
        job: defineJob(note.name, note.schema, async () => {}),
        cron: `${minutesAgo(20).getUTCMinutes()} * * * *`,
      },
    ],
  })
  stops.push(() => workers.stop())
  expect(await done).toEqual({ n: 0 })
})
