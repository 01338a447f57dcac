import { beforeEach, describe, expect, it } from 'vitest'
import type { RecordView } from '../../contract/record.ts'
import { createApp } from '../app.ts'
import { countOverdueWork, sweepDueWorkJob } from '../due-work.ts'
import { type Sql, sql } from '../platform/database/index.ts'
import { startWorkers } from '../platform/jobs/index.ts'
import { storedFiles } from '../testing/kept.ts'
import { createVerification, type Person, postJson, register } from '../testing/people.ts'
import { completeRecord, mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile({ accessTokenLifeSeconds: 365 * 24 * 60 * 60 })
let ada: Person
beforeEach(async () => {
  await test.runJobs()
  ada = await register(test)
})

const minute = 60_000

async function sweep() {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, sweepDueWorkJob, {}))
  await test.runJobs()
}
const fetchView = async (id: string): Promise<RecordView> =>
  (await (await test.app.request(`/api/records/${id}`, ada)).json()) as RecordView
const overdue = async (kind: string) =>
  (await countOverdueWork(test.platform)).find((work) => work.kind === kind)
const withdraw = (id: string) => postJson(test, `/api/records/${id}/withdrawal`, {}, ada.headers)

/** The possible states of a job whose process is killed again and again. */
const fates: [string, Sql][] = [
  [
    'was tried 25 times',
    sql`UPDATE graphile_worker._private_jobs SET attempts = max_attempts, run_at = now() + interval '6 hours'`,
  ],
  [
    'waits for hours until it is tried again',
    sql`UPDATE graphile_worker._private_jobs SET attempts = 9, run_at = now() + interval '6 hours'`,
  ],
  ['is gone', sql`DELETE FROM graphile_worker._private_jobs`],
]

describe.each(fates)('if a job %s,', (_, fate) => {
  it('a completed verification is still sealed, and until then its page shows a delay (RECORD-6)', async () => {
    const id = await completeRecord(test, ada, { type: 'person' })
    await test.database.run(fate)
    await test.runJobs()
    expect(await fetchView(id)).toMatchObject({ record: null, isSealLate: false })
    test.clock.advance(2 * minute)
    expect(await fetchView(id)).toMatchObject({ record: null, isSealLate: true })
    expect(await overdue('seals')).toEqual({ kind: 'seals', count: 1, oldestSeconds: 120 })
    await sweep()
    expect(await fetchView(id)).toMatchObject({ record: { revision: 1 }, isSealLate: false })
    expect(await overdue('seals')).toEqual({ kind: 'seals', count: 0, oldestSeconds: 0 })
    await sweep()
    const seals = sql`SELECT revision FROM sealed_documents WHERE verification_id = ${id}`
    expect(await test.database.rows(seals)).toHaveLength(1)
  })

  it('the addendum of a withdrawal is sealed, and the files are destroyed (RUN-8)', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    expect((await withdraw(id)).status).toBe(200)
    await test.database.run(fate)
    await test.runJobs()
    test.clock.advance(11 * minute)
    expect(await fetchView(id)).toMatchObject({ withdrawal: null, isSealLate: true })
    expect(await overdue('destruction')).toMatchObject({ count: 4 })
    await sweep()
    expect(await fetchView(id)).toMatchObject({ withdrawal: { revision: 1 }, isSealLate: false })
    expect(await overdue('destruction')).toMatchObject({ count: 0 })
    const left = (await storedFiles(test)).filter((path) =>
      [id, ada.id].some((owner) => path.includes(`_documents/${owner}/`)),
    )
    expect(left).toEqual([])
  })

  it('a mail is sent, once (RUN-8)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    await test.database.run(fate)
    await test.runJobs()
    test.clock.advance(11 * minute)
    expect((await overdue('mails'))?.count).toBeGreaterThan(0)
    await sweep()
    await sweep()
    expect((await mailsTo(test, 'sam@example.com')).filter(({ text }) => text.includes(id))).toHaveLength(1)
    expect(await overdue('mails')).toMatchObject({ count: 0 })
  })
})

it('the sweep creates no second job for one that is running or waiting', async () => {
  const id = await completeRecord(test, ada, { type: 'person' })
  test.clock.advance(2 * minute)
  const jobs = sql`SELECT key, locked_by AS by FROM graphile_worker.jobs WHERE task_identifier = 'seal-record'`
  await test.database.run(sql`
    UPDATE graphile_worker._private_jobs SET locked_by = 'busy', locked_at = now() WHERE key = ${`seal-record ${id}`}`)
  await sweep()
  expect(await test.database.rows(jobs)).toEqual([{ key: `seal-record ${id}`, by: 'busy' }])
  await test.database.run(sql`UPDATE graphile_worker._private_jobs SET locked_by = NULL, locked_at = NULL`)
  await test.runJobs()
})

it('the sweep leaves jobs alone that will be retried soon: mails, files and exports', async () => {
  const id = await completeRecord(test, ada)
  await test.runJobs()
  await withdraw(id)
  await postJson(test, '/api/data-exports', {}, ada.headers)
  test.clock.advance(2 * minute)
  const state = sql`SELECT id, attempts FROM graphile_worker.jobs
    WHERE key LIKE 'mail %' OR key LIKE 'erase-document %' OR key LIKE 'make-data-export %' ORDER BY id`
  await test.database.run(sql`
    UPDATE graphile_worker._private_jobs SET attempts = 3, run_at = now() + interval '5 minutes'`)
  const before = await test.database.rows<{ attempts: number }>(state)
  expect(before.length).toBeGreaterThan(4)
  await sweep()
  expect(await test.database.rows(state)).toEqual(before)
  await test.database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`)
  await test.runJobs()
})

it('an attempt interrupted by a kill isn’t counted', async () => {
  await completeRecord(test, ada, { type: 'person' })
  await test.database.run(sql`
    UPDATE graphile_worker._private_jobs SET locked_by = 'dead', locked_at = now(), attempts = 25`)
  const workers = await startWorkers({
    connectionString: test.connectionString,
    lanes: [],
    logger: test.platform.logger,
  })
  await workers.stop()
  const jobs = await test.database.rows(sql`
    SELECT DISTINCT attempts, locked_by AS by FROM graphile_worker._private_jobs`)
  expect(jobs).toEqual([{ attempts: 24, by: null }])
  await test.runJobs()
  expect(await overdue('seals')).toMatchObject({ count: 0 })
})

it('overdue work is shown in the metrics, and the server stays ready', async () => {
  await completeRecord(test, ada, { type: 'person' })
  test.clock.advance(2 * minute)
  const app = createApp(test.platform, { metricsAnywhere: true })
  const text = await (await app.request('/metrics')).text()
  expect(text).toContain('work_overdue{kind="seals"} 1')
  expect(text).toContain('work_overdue_oldest_seconds{kind="seals"} 120')
  expect(text).toContain('work_overdue{kind="expiry"} 0')
  expect((await test.app.request('/readyz')).status).toBe(200)
  await test.runJobs()
})
