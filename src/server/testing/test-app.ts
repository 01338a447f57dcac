import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { createApp } from '../app.ts'
import { verifyTrails } from '../audit/index.ts'
import type { AppEnv } from '../http/app-env.ts'
import { makeJobLanes } from '../job-handlers.ts'
import type { Database } from '../platform/database/index.ts'
import { openDatabase } from '../platform/database/open-database.ts'
import { type Lane, openDueJobs } from '../platform/jobs/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { jobsLogger } from './failed-jobs.ts'
import { holdToTable } from './hold-to-table.ts'
import { ManualClock } from './manual-clock.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestPlatform } from './test-platform.ts'

/**
 * The real app on real parts: its own database and storage, a clock that the test sets, and mails as files in
 * `dataDir/outbox`.
 */
export type TestApp = {
  app: Hono<AppEnv>
  platform: Platform
  clock: ManualClock
  database: Database
  /** Acts with the rights of the tables' owner, as an intruder in the database would: the server's own role can't. */
  asOwner<T>(work: (owner: Database) => Promise<T>): Promise<T>
  dataDir: string
  connectionString: string
  /** The same with the login of the owner of its tables. */
  ownerConnectionString: string
  /** Runs the due jobs and the jobs they enqueue: mails are in the outbox afterwards. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** Noon on a weekday, far from the ends of a month and a year. */
const start = new Date('2026-03-11T12:00:00.000Z')

/** A new, empty installation. Close it to release its connections and its folder. */
export async function createTestApp(settings: Partial<Platform['settings']> = {}): Promise<TestApp> {
  const source = await createTestDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'assent-app-'))
  const clock = new ManualClock(start)
  const { platform, close } = await createTestPlatform({
    connectionString: source.connectionString,
    dataDir,
    clock,
    settings,
  })
  const app = createApp(platform)
  holdToTable(app)
  const owner = openDatabase(source.ownerConnectionString, { logger: platform.logger })
  const jobs = openDueJobs(source.connectionString, jobsLogger)
  return {
    app,
    platform,
    clock,
    database: platform.database,
    asOwner: (work) => work(owner),
    dataDir,
    connectionString: source.connectionString,
    ownerConnectionString: source.ownerConnectionString,
    runJobs: () => jobs.run(makeJobLanes(platform).map(withoutTimeLimits)),
    async close() {
      await Promise.all([owner.close(), jobs.close(), close()])
      await source.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** No job of a test fails because its machine is busy. */
const withoutTimeLimits = ({ limitsMs: _, ...lane }: Lane): Lane => ({ ...lane, limitMs: 600_000 })

/** Opens something once for all tests of a file or of a `describe`, and closes it after them. */
export function openForFile<Opened extends { close(): Promise<void> }>(open: () => Promise<Opened>): Opened {
  const opened = {} as Opened
  beforeAll(async () => {
    Object.assign(opened, await open())
  })
  afterAll(() => opened.close())
  return opened
}

/** One new installation for all tests of a file or of a `describe`. */
export function testAppForFile(settings?: Partial<Settings>): TestApp {
  return openForFile(() => createTestApp(settings))
}

/** Like `testAppForFile`. Also checks, at the end of the file, that the trail of every verification is intact. */
export function soundAppForFile(settings?: Partial<Settings>): TestApp {
  const test = testAppForFile(settings)
  afterAll(() => expectSoundTrails(test))
  return test
}

export function testAppForEach(settings?: Partial<Settings>): TestApp {
  const test = {} as TestApp
  beforeEach(async () => {
    Object.assign(test, await createTestApp(settings))
  })
  afterEach(() => test.close())
  return test
}

/** Fails unless the trail of every verification is intact. */
export async function expectSoundTrails(test: TestApp): Promise<void> {
  expect((await verifyTrails(test.database)).firstBad).toBeNull()
}
