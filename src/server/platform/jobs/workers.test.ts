import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { laneOf } from '../../testing/lane-of.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, sql } from '../database/index.ts'
import { openDatabase } from '../database/open-database.ts'
import { databaseJobs, type JobHandlers, runDueJobs, startWorkers } from './index.ts'

let source: TestDatabase
let database: Database
beforeEach(async () => {
  source = await createTestDatabase()
  database = openDatabase(source.connectionString, { logger: silentLogger })
})
afterEach(async () => {
  await database.close()
  await source.drop()
})

const enqueue = (task: string, payload = {}, options = {}) =>
  database.transaction((tx) => databaseJobs.enqueue(tx, task, payload, options))
const run = (handlers: JobHandlers) =>
  runDueJobs({ connectionString: source.connectionString, lanes: [laneOf(handlers)], logger: silentLogger })
const waiting = () =>
  database.rows<{ task: string }>(sql`SELECT task_identifier AS task FROM graphile_worker.jobs`)

/** Resolves with the first payload that the task gets. */
function once(task: string): { handlers: JobHandlers; done: Promise<Record<string, unknown>> } {
  const { promise, resolve } = Promise.withResolvers<Record<string, unknown>>()
  return { handlers: { [task]: async (payload) => resolve(payload) }, done: promise }
}

it('runs a job exactly if the transaction that enqueued it commits', async () => {
  const ran: unknown[] = []
  await enqueue('note', { n: 1 })
  await expect(
    database.transaction(async (tx) => {
      await databaseJobs.enqueue(tx, 'note', { n: 2 })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  await run({ note: async ({ n }) => void ran.push(n) })
  expect(ran).toEqual([1])
  expect(await waiting()).toEqual([])
})

it('replaces a waiting job of the same key, and leaves one for later alone', async () => {
  const ran: unknown[] = []
  await enqueue('note', { n: 1 }, { key: 'k' })
  await enqueue('note', { n: 2 }, { key: 'k' })
  await enqueue('note', { n: 3 }, { runAt: new Date(Date.now() + 3_600_000) })
  await run({ note: async ({ n }) => void ran.push(n) })
  expect(ran).toEqual([2])
  expect(await waiting()).toHaveLength(1)
})

it('keeps a failed job for a later try, under the same id, without what its error said', async () => {
  const ids: string[] = []
  const handlers: JobHandlers = {
    note: async (_, { id }) => {
      ids.push(id)
      if (ids.length === 1) throw new Error('secret ann@example.org')
    },
  }
  await enqueue('note')
  await run(handlers)
  const [job] = await database.rows<{ error: string; late: boolean }>(
    sql`SELECT last_error AS error, run_at > now() AS late FROM graphile_worker.jobs`,
  )
  expect(job?.late).toBe(true)
  expect(job?.error).toContain('note failed')
  expect(job?.error).not.toContain('ann@example.org')
  await database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`)
  await run(handlers)
  expect(ids).toHaveLength(2)
  expect(ids[0]).toBe(ids[1])
  expect(await waiting()).toEqual([])
})

it('never gives a job up, and lets the pauses grow no longer than its lane allows', async () => {
  const failing = { note: () => Promise.reject(new Error('no')) }
  await enqueue('note')
  for (let time = 0; time < 30; time += 1) {
    await runDueJobs({
      connectionString: source.connectionString,
      lanes: [laneOf(failing, { longestPauseMs: 60_000 })],
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
  const handlers: JobHandlers = {
    note: ({ n }) => (n === 1 ? new Promise(() => {}) : Promise.resolve(void ran.push(n))),
  }
  await enqueue('note', { n: 1 })
  await enqueue('note', { n: 2 })
  await runDueJobs({
    connectionString: source.connectionString,
    lanes: [laneOf(handlers, { limitMs: 20 })],
    logger: silentLogger,
  })
  expect(ran).toEqual([2])
  expect(await waiting()).toHaveLength(1)
})

it('works off what is enqueued while it runs, until it is stopped', async () => {
  const { handlers, done } = once('note')
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [laneOf(handlers)],
    logger: silentLogger,
  })
  await enqueue('note', { hello: 'world' })
  expect(await done).toEqual({ hello: 'world' })
  await workers.stop()
  await enqueue('note')
  expect(await waiting()).toHaveLength(1)
})

it('takes up at once what a killed process was working on, but not what a living one is', async () => {
  await enqueue('note', { n: 1 })
  await database.run(sql`
    UPDATE graphile_worker._private_jobs
    SET locked_by = 'pool-of-another', locked_at = now() - interval '1 minute', attempts = 1`)

  const living = new pg.Client({ connectionString: source.connectionString })
  await living.connect()
  await living.query("SELECT pg_advisory_lock(411325150, hashtext('pool-of-another'))")
  const idle = await startWorkers({
    connectionString: source.connectionString,
    lanes: [laneOf({ other: async () => {} })],
    logger: silentLogger,
  })
  await idle.stop()
  const locked = sql`SELECT locked_by AS by, attempts FROM graphile_worker.jobs`
  expect(await database.rows(locked)).toEqual([{ by: 'pool-of-another', attempts: 1 }])
  await living.end()

  const { handlers, done } = once('note')
  const workers = await startWorkers({
    connectionString: source.connectionString,
    lanes: [laneOf(handlers)],
    logger: silentLogger,
  })
  expect(await done).toEqual({ n: 1 })
  await workers.stop()
})
