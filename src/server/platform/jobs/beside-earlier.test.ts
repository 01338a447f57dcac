import pg from 'pg'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { makeLane } from '../../testing/make-lane.ts'
import { silentLogger } from '../../testing/silent-logger.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { type Database, sql } from '../database/index.ts'
import { openDatabase } from '../database/open-database.ts'
import { bindJobs, createDatabaseJobs, defineJob, startWorkers } from './index.ts'

/** The lock that each pool of 0.2.0 holds, and the statement by which its processes free jobs, as released. */
const presenceLock = 411_325_150
const freeAbandonedJobs = `
    WITH present AS (
      SELECT objid FROM pg_locks
      WHERE locktype = 'advisory' AND objsubid = 2 AND granted AND classid = $1::integer::oid
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
    UPDATE graphile_worker._private_jobs
    SET locked_at = NULL, locked_by = NULL, attempts = greatest(attempts - 1, 0)
    WHERE locked_by IS NOT NULL
      AND (locked_at < now() - make_interval(secs => $2) OR ($3 AND NOT EXISTS (SELECT FROM present)))
      AND NOT EXISTS (SELECT FROM present WHERE objid = (hashtext(locked_by)::bigint & 4294967295)::oid)`

let source: TestDatabase
let database: Database
let earlier: pg.Client
beforeEach(async () => {
  source = await createTestDatabase()
  database = openDatabase(source.connectionString, { logger: silentLogger })
  earlier = new pg.Client({
    connectionString: source.connectionString,
    application_name: 'assent jobs',
  })
  await earlier.connect()
})
const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await earlier.end()
  await database.close()
  await source.drop()
})

const countFreed = async () => (await earlier.query(freeAbandonedJobs, [presenceLock, 5, true])).rowCount ?? 0
/** Makes the jobs look as if they had run for a minute. */
const age = () =>
  database.run(sql`
    UPDATE graphile_worker._private_jobs SET locked_at = now() - interval '1 minute' WHERE locked_by IS NOT NULL`)
const jobs = createDatabaseJobs({ computeMac: (_, text) => text })

describe('a process of this version beside one of 0.2.0', () => {
  it('keeps the jobs that it works on, also after its connections broke (REPLICA-13)', async () => {
    const began = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const slow = defineJob('slow', z.object({}), async () => {
      began.resolve()
      await end.promise
    })
    const workers = await startWorkers({
      connectionString: source.connectionString,
      lanes: [makeLane(bindJobs(null, [slow]))],
      logger: silentLogger,
    })
    stops.push(() => workers.stop())
    await database.transaction((tx) => jobs.enqueue(tx, slow, {}))
    await began.promise
    await age()
    expect(await countFreed()).toBe(0)

    const holders = sql`SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = ${presenceLock}::integer::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
    const [holder] = await database.rows<{ pid: number }>(holders)
    await database.run(sql`SELECT pg_terminate_backend(${holder?.pid ?? 0})`)
    await expect
      .poll(async () => (await database.rows<{ pid: number }>(holders))[0]?.pid)
      .not.toBe(holder?.pid)
    await expect.poll(async () => (await database.rows(holders)).length).toBe(1)
    expect(await countFreed()).toBe(0)
    end.resolve()
  })

  it('leaves it the jobs that it works on (REPLICA-13)', async () => {
    await earlier.query(`SELECT pg_advisory_lock($1, hashtext('pool-of-0.2.0'))`, [presenceLock])
    const job = defineJob('slow', z.object({}), async () => {})
    await database.transaction((tx) => jobs.enqueue(tx, job, {}))
    await database.run(sql`
      UPDATE graphile_worker._private_jobs SET locked_by = 'pool-of-0.2.0', locked_at = now(), attempts = 1`)
    await age()
    const workers = await startWorkers({
      connectionString: source.connectionString,
      lanes: [makeLane(bindJobs(null, [job]))],
      logger: silentLogger,
    })
    await workers.stop()
    expect(await database.rows(sql`SELECT locked_by AS by FROM graphile_worker.jobs`)).toEqual([
      { by: 'pool-of-0.2.0' },
    ])
  })
})
