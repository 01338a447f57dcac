import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createApp } from './app.ts'
import type { AppEnv } from './http/app-env.ts'
import { type Database, sql } from './platform/database/index.ts'
import { migrate } from './platform/database/migrate.ts'
import { openDatabase } from './platform/database/open-database.ts'
import { restrictServingRole } from './platform/database/serving-role.ts'
import {
  bindJobs,
  createDatabaseJobs,
  defineJob,
  prepareJobSchema,
  startWorkers,
} from './platform/jobs/index.ts'
import { createDatabaseRateLimits } from './platform/rate-limits/index.ts'
import { createAuthCaller } from './testing/auth-caller.ts'
import { holdToTable } from './testing/hold-to-table.ts'
import { openLivePage } from './testing/live-page.ts'
import { makeLane } from './testing/make-lane.ts'
import {
  createVerification,
  type Person,
  personCreation,
  postJson,
  register,
  requestPass,
} from './testing/people.ts'
import { completeRecord } from './testing/records.ts'
import { silentLogger } from './testing/silent-logger.ts'
import { type TestApp, testAppForFile } from './testing/test-app.ts'
import { createTestDatabase } from './testing/test-database.ts'

const test = testAppForFile()
let replicas: Replicas
beforeAll(() => {
  replicas = makeReplicas(test)
})
afterAll(() => replicas.close())

/** The test as seen by a client of one process: 0, 1, 2, and 0 again. */
const at = (n: number) => ({ ...test, app: replicas.apps[n % 3] ?? test.app })
const everywhere = [0, 1, 2] as const

describe('three processes of one installation', () => {
  it('give the last verification of an allowance to one of nine concurrent requests (REPLICA-5)', async () => {
    const ada = await register(test)
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        postJson(at(n), '/api/verifications', personCreation(test), ada.headers),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(8).fill(402)])
    expect(await countOf(ada)).toBe(1)
  })

  it('do the work of one Idempotency-Key once, and return its answer from each (REPLICA-5)', async () => {
    const ada = await register(test)
    const headers = { ...ada.headers, 'idempotency-key': `"${randomUUID()}"` }
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) =>
        postJson(at(n), '/api/verifications', personCreation(test), headers),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201))
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await countOf(ada)).toBe(1)
  })

  it('count wrong addresses at a gate together (REPLICA-5)', async () => {
    const { id } = await createVerification(test, await register(test))
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1) statuses.push((await requestPass(at(n), id, 'eve@example.com')).status)
    const alone = await createVerification(test, await register(test))
    const aloneStatuses: number[] = []
    for (let n = 0; n < 12; n += 1)
      aloneStatuses.push((await requestPass(at(0), alone.id, 'eve@example.com')).status)
    expect(statuses).toContain(429)
    expect(statuses).toEqual(aloneStatuses)
  })

  it('share a session, rotate its token once, and end it everywhere (REPLICA-6)', async () => {
    const [a, b, c] = everywhere.map((n) => createAuthCaller(test, at(n).app))
    if (!a || !b || !c) throw new Error('there are three')
    const session = await a.signUp(`ann-${randomUUID()}@example.com`)
    for (const caller of [a, b, c]) expect((await caller.user(session.accessToken)).status).toBe(200)
    const rotated = await Promise.all([a, b, c, a, b, c].map(({ refresh }) => refresh(session.refreshToken)))
    expect(rotated.map(({ status }) => status)).toEqual(Array(6).fill(200))
    expect(new Set(rotated.map(({ body }) => body['refresh_token'])).size).toBe(1)
    await b.call('POST', '/auth/v1/logout', { token: session.accessToken })
    for (const caller of [a, b, c]) expect((await caller.user(session.accessToken)).status).toBe(403)
  })

  it('end a session everywhere when any of them receives an old refresh token (REPLICA-6)', async () => {
    const [a, b, c] = everywhere.map((n) => createAuthCaller(test, at(n).app))
    if (!a || !b || !c) throw new Error('there are three')
    const session = await a.signUp(`ann-${randomUUID()}@example.com`)
    const { body } = await b.refresh(session.refreshToken)
    test.clock.advance(11_000)
    expect((await c.refresh(session.refreshToken)).status).toBe(400)
    expect((await a.refresh(String(body['refresh_token']))).status).toBe(400)
  })

  it('report a completion to pages open at the others, and end their streams with the session (REPLICA-7)', async () => {
    const ada = await register(test)
    const pages = await Promise.all(everywhere.map((n) => openLivePage(at(n).app, ada)))
    for (const page of pages) expect(await page.next()).toBe(': connected')
    const id = await completeRecord(at(1), ada)
    const seen = await Promise.all(
      pages.map(async (page) => {
        let message = await page.next()
        while (message !== null && !message.includes('verified')) message = await page.next()
        return message
      }),
    )
    expect(seen).toEqual(Array(3).fill(expect.stringContaining(id)))
    await at(2).app.request('/auth/v1/logout', { method: 'POST', headers: ada.headers })
    for (const page of pages) expect(await page.next()).toBeNull()
  })

  it('run sixty jobs once each, in any process (REPLICA-8)', async () => {
    const source = await createTestDatabase()
    const database = openDatabase(source.connectionString, { logger: silentLogger })
    const done: number[] = []
    const all = Promise.withResolvers<void>()
    const job = defineJob('count', z.object({ n: z.number() }), async (_: null, { n }) => {
      done.push(n)
      if (done.length >= 60) all.resolve()
    })
    const workers = await Promise.all(
      everywhere.map(() =>
        startWorkers({
          connectionString: source.connectionString,
          logger: silentLogger,
          lanes: [makeLane(bindJobs(null, [job]))],
        }),
      ),
    )
    const jobs = createDatabaseJobs({ computeMac: (_, text) => text })
    await database.transaction(async (tx) => {
      for (let n = 0; n < 60; n += 1) await jobs.enqueue(tx, job, { n })
    })
    await all.promise
    for (const worker of workers) await worker.stop()
    expect(new Set(done).size).toBe(60)
    expect(done).toHaveLength(60)
    await database.close()
    await source.drop()
  })
})

describe('ten processes that start concurrently on an empty database', () => {
  it('migrate once, and can all serve (REPLICA-8)', async () => {
    const source = await createTestDatabase()
    const owner = openDatabase(source.ownerConnectionString, { logger: silentLogger, maxConnections: 1 })
    await owner.run(sql`DROP SCHEMA public, graphile_worker CASCADE`)
    await owner.run(sql`CREATE SCHEMA public`)
    const landed = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const names = await migrate(
          source.ownerConnectionString,
          join(import.meta.dirname, '../../migrations'),
        )
        await prepareJobSchema(source.ownerConnectionString)
        expect(await restrictServingRole(source)).toBe(true)
        return names
      }),
    )
    expect(landed.filter((names) => names.length > 0)).toHaveLength(1)
    await expectServing(source.connectionString)
    await owner.close()
    await source.drop()
  })
})

async function expectServing(connectionString: string): Promise<void> {
  const database: Database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
  expect(await database.row(sql`SELECT count(*) AS users FROM users`)).toEqual({ users: 0 })
  await database.close()
}

async function countOf({ id }: Person): Promise<number> {
  const row = await test.database.row<{ count: number }>(sql`
    SELECT count(*) AS count FROM verifications WHERE user_id = ${id}`)
  return row?.count ?? 0
}

/**
 * Three apps of one installation, as served by three processes: each with its own connections, counters and listeners.
 */
type Replicas = { apps: [App, App, App]; close(): Promise<void> }
type App = Hono<AppEnv>

function makeReplicas(test: TestApp): Replicas {
  const databases = [1, 2, 3].map(() =>
    openDatabase(test.connectionString, { logger: test.platform.logger, maxConnections: 5 }),
  )
  const [a, b, c] = databases.map((database) => {
    const app = createApp({
      ...test.platform,
      database,
      rateLimits: createDatabaseRateLimits(database, test.clock, test.platform.signing),
    })
    holdToTable(app)
    return app
  })
  if (!a || !b || !c) throw new Error('there are three')
  return {
    apps: [a, b, c],
    async close() {
      for (const database of databases) await database.close()
    },
  }
}
