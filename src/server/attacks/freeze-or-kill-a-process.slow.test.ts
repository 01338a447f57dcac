import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type Database, sql } from '../platform/database/index.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { createDatabaseJobs, noPayload, startWorkers } from '../platform/jobs/index.ts'
import { makeLane } from '../testing/make-lane.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'

/** The number of the log's lock (records/transparency/log-store.ts). */
const logLock = 4_113_251_503

let source: TestDatabase
let database: Database
let other: ChildProcess
let taken: PromiseWithResolvers<void>
let workers: { stop(): Promise<void> }
beforeEach(async () => {
  source = await createTestDatabase()
  database = openDatabase(source.connectionString, { logger: silentLogger })
  await database.transaction((tx) =>
    createDatabaseJobs({ computeMac: (_, text) => text }).enqueue(
      tx,
      { name: 'hang', schema: noPayload },
      {},
    ),
  )
  const program = join(import.meta.dirname, '..', 'testing', 'hanging-process.ts')
  other = spawn(process.execPath, [program, source.connectionString, String(logLock)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  await once(other, 'message')
  taken = Promise.withResolvers()
  workers = await startWorkers({
    connectionString: source.connectionString,
    logger: silentLogger,
    lanes: [makeLane({ hang: async () => taken.resolve() }, { limitMs: 5000 })],
  })
})
afterEach(async () => {
  other.kill('SIGKILL')
  await workers.stop()
  await database.close()
  await source.drop()
})

const attempts = async () =>
  (await database.row<{ attempts: number }>(sql`SELECT attempts FROM graphile_worker.jobs`))?.attempts

it('a killed process leaves its jobs to the others once their limit is over, and the attempt isn’t counted', async () => {
  expect(await attempts()).toBe(1)
  other.kill('SIGKILL')
  await taken.promise
})

it('a frozen process loses the log’s lock within 30 s, and its jobs once their limit is over', async () => {
  const frozenAt = Date.now()
  other.kill('SIGSTOP')
  await database.transaction((tx) => tx.row(sql`SELECT pg_advisory_xact_lock(${logLock})`))
  expect(Date.now() - frozenAt).toBeLessThan(30_000)
  await taken.promise
})
