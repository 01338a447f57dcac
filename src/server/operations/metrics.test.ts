import { KeyObject } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeReaderChain } from '../../../simulators/wallet/reader-certificates.ts'
import { createApp } from '../app.ts'
import { noteBackup, readLastBackup } from '../data-folder.ts'
import { sweepDueWorkJob } from '../due-work.ts'
import { makeJobLanes } from '../job-handlers.ts'
import { runDueJobs } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/logging/index.ts'
import type { Platform } from '../platform/platform.ts'
import { noIssuerLists } from '../platform/wallet/index.ts'
import {
  createVerification,
  enter,
  from,
  type Person,
  post,
  register,
  wholeSubmission,
} from '../testing/people.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { folderForTest } from '../testing/temporary-folder.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { createMetrics, observeParts } from './routes.ts'

const test = testAppForFile()
const metrics = createMetrics({ process: false })
let ada: Person
beforeAll(async () => {
  const platform = observeParts(test.platform, metrics)
  Object.assign(test, { platform, app: createApp(platform, { metrics }) })
  ada = await register(test)
})

/** The value of a line of /metrics; undefined if there is no such line. */
async function readMetric(line: string): Promise<number | undefined> {
  const answer = await test.app.request(
    '/metrics',
    { headers: { host: 'localhost:3000' } },
    from('127.0.0.1'),
  )
  const found = (await answer.text()).split('\n').find((text) => text.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length + 1))
}

/** Runs the due jobs and returns their log lines. */
async function runJobs(): Promise<Record<string, unknown>[]> {
  const lines: Record<string, unknown>[] = []
  const debug: Logger['debug'] = (fields, message) => lines.push({ ...fields, message })
  await runDueJobs({
    connectionString: test.connectionString,
    lanes: makeJobLanes(test.platform),
    logger: { ...silentLogger, debug },
  })
  return lines
}

describe('the answer of /metrics', () => {
  it('reports waiting jobs and their age by type, and pending seals, until they are done (RUN-12)', async () => {
    const { id } = await createVerification(test, ada)
    await runJobs()
    const sam = await enter(test, id)
    expect((await post(test, sam, await wholeSubmission(test, sam))).status).toBe(200)
    expect(await readMetric('jobs{task="seal-record",state="waiting"}')).toBe(1)
    expect(await readMetric('jobs_oldest_waiting_seconds{task="seal-record"}')).toBeGreaterThan(0)
    expect(await readMetric('seals_pending')).toBe(1)
    await runJobs()
    expect(await readMetric('jobs{task="seal-record",state="waiting"}')).toBeUndefined()
    expect(await readMetric('seals_pending')).toBe(0)
    expect(await readMetric('seals_total{timestamp="none",validation="none"}')).toBe(1)
  })

  it('counts the successes and failures of the storage and the mail server (RUN-12)', async () => {
    const stored = 'storage_operation_duration_seconds_count{operation="put",outcome="ok"}'
    const accepted = 'mail_handovers_total{outcome="accepted"}'
    const before = { stored: (await readMetric(stored)) ?? 0, accepted: (await readMetric(accepted)) ?? 0 }
    await createVerification(test, await register(test))
    await runJobs()
    expect(await readMetric(stored)).toBeGreaterThan(before.stored)
    expect(await readMetric(accepted)).toBeGreaterThan(before.accepted)

    const failing = async () => {
      throw new Error('away')
    }
    const { storage, mailer } = observeParts<Pick<Platform, 'storage' | 'mailer' | 'sealer'>>(
      {
        sealer: test.platform.sealer,
        storage: { ...test.platform.storage, get: failing },
        mailer: { ...test.platform.mailer, send: failing },
      },
      metrics,
    )
    await expect(storage.get({ bucket: 'records', path: 'a/b' })).rejects.toThrow('away')
    await expect(mailer.send({ to: 'a@b.c', subject: '', text: '', html: '' })).rejects.toThrow('away')
    expect(
      await readMetric('storage_operation_duration_seconds_count{operation="get",outcome="error"}'),
    ).toBe(1)
    expect(await readMetric('mail_handovers_total{outcome="error"}')).toBe(1)
  })

  it('reports when the certificate of the seal expires (ARCHIVE-4)', async () => {
    const { certificateEnds } = test.platform.sealer
    expect(await readMetric('seal_certificate_end_timestamp_seconds')).toBe(certificateEnds.getTime() / 1000)
  })

  it('reports when each certificate for requests to wallets expires, and /readyz warns before (WALLET-16)', async () => {
    const endsAt = new Date(test.clock.now().getTime() + 29 * 86_400_000)
    const { leaf } = await makeReaderChain({ from: test.clock.now(), until: endsAt })
    const privateKey = KeyObject.from(leaf.signingKey)
    const readerKeys = new Map([
      ['eu.europa.ec.av.1', { privateKey, chain: [leaf.certificate], endsAt }] as const,
    ])
    const line = 'wallet_certificate_end_timestamp_seconds{credential="eu.europa.ec.av.1"}'
    const { platform } = test
    const readWarning = async () =>
      (await (await test.app.request('/readyz')).json()) as { status: string; warning?: string }
    expect(await readMetric(line)).toBeUndefined()
    expect(await readWarning()).not.toHaveProperty('warning')
    Object.assign(platform, { readerKeys })
    try {
      expect(await readMetric(line)).toBe(endsAt.getTime() / 1000)
      expect(await readWarning()).toMatchObject({
        status: 'ready',
        warning: expect.stringContaining('The certificate for requests of eu.europa.ec.av.1 ends on'),
      })
    } finally {
      Object.assign(platform, { readerKeys: new Map() })
    }
  })

  it('reports when each list of issuers has to be replaced, and /readyz warns of those that were not (WALLET-20)', async () => {
    const { platform } = test
    const line = 'wallet_list_next_update_timestamp_seconds{credential="eu.europa.ec.av.1"}'
    const show = async (nextUpdate: Date | null, warning: string | null) => {
      const listUpdates = () => [{ credentialType: 'eu.europa.ec.av.1', nextUpdate }]
      Object.assign(platform, { issuerLists: { ...noIssuerLists, listUpdates, findWarning: () => warning } })
      const ready = (await (await test.app.request('/readyz')).json()) as { warning?: string }
      return [await readMetric(line), ready.warning]
    }
    expect(await readMetric(line)).toBeUndefined()
    try {
      expect(await show(null, 'It is missing.')).toEqual([0, 'It is missing.'])
      const nextUpdate = new Date('2026-12-16T13:30:00Z')
      expect(await show(nextUpdate, null)).toEqual([nextUpdate.getTime() / 1000, undefined])
    } finally {
      Object.assign(platform, { issuerLists: noIssuerLists })
    }
  })

  it('reports by how much the clock is ahead of the database’s (RUN-39)', async () => {
    const aheadBefore = (await readMetric('clock_ahead_seconds')) ?? Number.NaN
    test.clock.advance(600_000)
    const ahead = await readMetric('clock_ahead_seconds')
    expect((ahead ?? 0) - aheadBefore).toBeGreaterThan(500)
    test.clock.advance(-600_000)
  })

  it('reports when the last backup was made, or 0 if none was (RUN-39)', async () => {
    const dataDir = folderForTest()
    const { render } = createMetrics({ process: true, readLastBackup: () => readLastBackup(dataDir) })
    const read = async () => Number(/^backup_timestamp_seconds (\S+)$/m.exec((await render()).body)?.[1])
    expect(await read()).toBe(0)
    await noteBackup(dataDir)
    const made = (await stat(join(dataDir, 'last-backup'))).mtime
    expect(await read()).toBe(made.getTime() / 1000)
    expect((await render()).body).toMatch(/^process_start_time_seconds [1-9]/m)
  })

  it('reports the callers waiting for a connection, and counts every wait (RUN-12)', async () => {
    expect(await readMetric('database_pool_waits_total')).toBe(0)
    const holding = Promise.withResolvers<void>()
    const holders = Array.from({ length: 12 }, () => test.database.transaction(() => holding.promise))
    await expect.poll(() => test.database.pool()).toMatchObject({ connections: 12, idle: 0 })
    const waiting = test.database.ping()
    expect(test.database.pool()).toMatchObject({ connections: 12, idle: 0, waiting: 1 })
    const another = test.database.transaction(async () => {})
    expect(test.database.pool()).toMatchObject({ waiting: 2, waits: 1 })
    holding.resolve()
    await Promise.all([...holders, waiting, another])
    expect(await readMetric('database_pool_waits_total')).toBeGreaterThanOrEqual(1)
    expect(await readMetric('database_pool_waiting')).toBe(0)
  })

  it('answers before a scraper times out, and reports the waiting callers, while every connection is in use (RUN-22)', async () => {
    const holding = Promise.withResolvers<void>()
    const holders = Array.from({ length: 12 }, () => test.database.transaction(() => holding.promise))
    await expect.poll(() => test.database.pool()).toMatchObject({ connections: 12, idle: 0 })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    try {
      const answer = readMetric('database_pool_waiting')
      while (test.database.pool().waiting === 0) await new Promise(setImmediate)
      await vi.advanceTimersByTimeAsync(3000)
      // Long after that, no request waits for a connection any more.
      await vi.advanceTimersByTimeAsync(10_000)
      expect(await answer).toBeGreaterThan(0)
    } finally {
      vi.useRealTimers()
      holding.resolve()
      await Promise.all(holders)
    }
  })
})

describe('the log lines about jobs', () => {
  it('name the request that caused them, even through another job (RUN-13)', async () => {
    const { id } = await createVerification(test, await register(test))
    await runJobs()
    const sam = await enter(test, id)
    const answer = await post(test, sam, await wholeSubmission(test, sam))
    expect(answer.status).toBe(200)
    const requestId = answer.headers.get('x-request-id')
    const lines = await runJobs()
    const sealing = lines.find(({ task }) => task === 'seal-record')
    expect(sealing).toMatchObject({ requestId, message: 'job done' })
    // The mails that the seal causes.
    const after = lines.slice(lines.indexOf(sealing ?? {}) + 1)
    expect(after.length).toBeGreaterThan(0)
    for (const line of after) expect(line).toMatchObject({ requestId })
  })

  it('name no request if none caused them', async () => {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, sweepDueWorkJob, {}))
    const lines = await runJobs()
    expect(lines).toContainEqual(expect.objectContaining({ task: 'sweep-due-work', message: 'job done' }))
    for (const line of lines) expect(line).not.toHaveProperty('requestId')
  })
})
