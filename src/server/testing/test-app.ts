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
import { openDueJobs } from '../platform/jobs/index.ts'
import type { Platform, Settings } from '../platform/platform.ts'
import { jobsLogger } from './failed-jobs.ts'
import { holdToTable } from './hold-to-table.ts'
import { ManualClock } from './manual-clock.ts'
import { createTestDatabase } from './test-database.ts'
import { createTestPlatform } from './test-platform.ts'

/**
 * The real app on real parts: its own database and storage, a clock that the test moves, and mails as files in
 * `dataDir/outbox`.
 */
export type TestApp = {
  app: Hono<AppEnv>
  platform: Platform
  clock: ManualClock
  database: Database
  /** Acts with the rights of the tables' owner, as an intruder in the database would: the server's own role cannot. */
  asOwner<T>(work: (owner: Database) => Promise<T>): Promise<T>
  dataDir: string
  /** Where its database is. */
  connectionString: string
  /** The same with the login of the owner of its tables. */
  ownerConnectionString: string
  /** Works off the jobs that are due, and those that they enqueue: mails are in the outbox afterwards. */
  runJobs(): Promise<void>
  close(): Promise<void>
}

/** Noon on a weekday, far from the ends of a month and a year. */
const start = new Date('2026-03-11T12:00:00.000Z')

/** A new, empty installation. Close it, or its connections and its folder stay. */
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
    runJobs: () => jobs.run(makeJobLanes(platform)),
    async close() {
      await Promise.all([owner.close(), jobs.close(), close()])
      await source.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** What `open` opens, once for all tests of a file or of a `describe`, and closed behind them. */
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

/** The same; at the end of the file the trail of every verification in it must be whole. */
export function soundAppForFile(settings?: Partial<Settings>): TestApp {
  const test = testAppForFile(settings)
  afterAll(() => expectSoundTrails(test))
  return test
}

/** A new installation for each test. */
export function testAppForEach(settings?: Partial<Settings>): TestApp {
  const test = {} as TestApp
  beforeEach(async () => {
    Object.assign(test, await createTestApp(settings))
  })
  afterEach(() => test.close())
  return test
}

/** Fails unless the trail of every verification is whole. */
export async function expectSoundTrails(test: TestApp): Promise<void> {
  expect((await verifyTrails(test.database)).firstBad).toBeNull()
}
