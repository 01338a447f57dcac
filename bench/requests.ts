// node_modules/.bin/node bench/requests.ts: how many requests a second the built server answers, each beside the same rows behind a bare handler
// of the same framework and driver. Starts a server of its own on a new DATA_DIR, which logs as it does by default.
import { mostCounted, type VerificationList } from '../src/contract/verification.ts'
import { systemClock } from '../src/server/platform/clock.ts'
import { findRunningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import type { Queryable } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { multiply } from '../src/server/testing/many-verifications.ts'
import { createVerification, type Person, register } from '../src/server/testing/people.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { readPage } from '../src/server/verifications/list-store.ts'
import { countAnswersPerSecond } from './lib/load.ts'
import { compare, type Measured, sayMeasured } from './lib/measured.ts'
import { type Statement, startFloor } from './lib/start-floor.ts'
import { computeMedian } from './lib/statistics.ts'
import { onOwnServer } from './own-server.ts'

const rounds = 5
const seconds = 3
const records = 1000
const pageSize = 20

type Pair = {
  name: string
  path: string
  headers: Record<string, string>
  floorIs: string
  floor: Statement | string
}

/** Readiness, who is signed in, a page of the history of somebody with 1,000 verifications, and the landing page. */
export async function measureRequests(): Promise<Measured[]> {
  const measured: Measured[] = []
  await onOwnServer(
    async (base, dataDir) => {
      const connectionString = await findRunningDatabase(dataDir)
      if (!connectionString) throw new Error('the database of the server does not answer')
      const database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 1 })
      const pairs = await makePairs(base, database).finally(() => database.close())
      const statements: Record<string, Statement> = {}
      const texts: Record<string, string> = {}
      for (const [n, { floor }] of pairs.entries()) {
        if (typeof floor === 'string') texts[`/${n}`] = floor
        else statements[`/${n}`] = floor
      }
      const floor = await startFloor(connectionString, statements, texts)
      try {
        for (const [n, pair] of pairs.entries())
          measured.push(await measureInTurns(base, `${floor.base}/${n}`, pair))
      } finally {
        await floor.stop()
      }
    },
    { pages: true, env: { LOG_LEVEL: 'info' } },
  )
  return measured
}

async function makePairs(base: string, database: Queryable): Promise<Pair[]> {
  const served = {
    app: { request: (path: string, init?: RequestInit) => fetch(`${base}${path}`, init) },
    clock: systemClock,
  }
  const person = await register(served)
  const { id } = await createVerification(served, person, { type: 'person' })
  await multiply(database, id, records - 1)
  const path = `/api/verifications?limit=${pageSize}`
  const list = (await (await fetch(`${base}${path}`, person)).json()) as VerificationList
  if (list.items.length !== pageSize) throw new Error(`the page has ${list.items.length} rows`)
  return [
    {
      name: 'GET /readyz',
      path: '/readyz',
      headers: {},
      floorIs: 'SELECT 1 behind a bare handler',
      floor: { text: 'SELECT 1', values: [] },
    },
    {
      name: 'GET /auth/v1/user',
      path: '/auth/v1/user',
      headers: person.headers,
      floorIs: 'one row behind a bare handler',
      floor: { text: 'SELECT * FROM users WHERE id = $1', values: [person.id] },
    },
    {
      name: `GET /api/verifications, ${pageSize} of ${records}`,
      path,
      headers: person.headers,
      floorIs: 'its one statement, counts and all, behind a bare handler',
      floor: await captureStatement(person),
    },
    {
      name: 'GET /',
      path: '/',
      headers: { 'accept-encoding': 'br' },
      floorIs: 'its text compressed behind a bare handler',
      floor: await (await fetch(`${base}/`)).text(),
    },
  ]
}

/** The query of the page, as the server asks it. */
async function captureStatement(person: Person): Promise<Statement> {
  let statement: Statement | undefined
  const asked: Queryable = {
    rows: async ({ text, values }) => {
      statement = { text, values }
      return []
    },
    row: async () => null,
    run: async () => 0,
  }
  await readPage(
    asked,
    { userId: person.id, address: null },
    { type: undefined, behind: null, limit: pageSize + 1 },
    mostCounted,
  )
  if (!statement) throw new Error('the page asks nothing')
  return statement
}

/** In turns, so that whatever else the machine does falls on both. */
async function measureInTurns(base: string, floorUrl: string, pair: Pair): Promise<Measured> {
  const ours: number[] = []
  const floors: number[] = []
  for (let round = 0; round < rounds + 1; round += 1) {
    const floor = await countAnswersPerSecond(floorUrl, {}, seconds)
    const own = await countAnswersPerSecond(`${base}${pair.path}`, pair.headers, seconds)
    // The first round runs code that was never run.
    if (round === 0) continue
    floors.push(floor)
    ours.push(own)
  }
  return compare({ ...pair, unit: '/s', ours: computeMedian(ours), floor: computeMedian(floors) })
}

if (import.meta.main) for (const each of await measureRequests()) console.log(sayMeasured(each))
