// node_modules/.bin/node bench/history.ts: how long a page of the history takes for somebody with 10,000 verifications, first and late, beside
// the same page of somebody with 30, and how PostgreSQL finds it. Starts a server of its own on a new DATA_DIR.
import { type CreatedVerification, mostCounted, type VerificationList } from '../src/contract/verification.ts'
import { systemClock } from '../src/server/platform/clock.ts'
import { findRunningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { type Queryable, sql } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { multiply } from '../src/server/testing/many-verifications.ts'
import { createVerification, type Person, register } from '../src/server/testing/people.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { readPage } from '../src/server/verifications/list-store.ts'
import { reportTimes } from './lib/statistics.ts'
import { onOwnServer } from './own-server.ts'

const many = 10_000
const few = 30
const rounds = 400
const pageSize = 20

await onOwnServer(async (base, dataDir) => {
  const connectionString = await findRunningDatabase(dataDir)
  if (!connectionString) throw new Error('the database of the server does not answer')
  const database = openDatabase(connectionString, { logger: silentLogger, maxConnections: 2 })
  try {
    await measure(base, database)
  } finally {
    await database.close()
  }
})

async function measure(base: string, database: Queryable) {
  const served = {
    app: { request: (path: string, init?: RequestInit) => fetch(`${base}${path}`, init) },
    clock: systemClock,
  }
  const somebodyWith = async (count: number) => {
    const person = await register(served)
    const first: CreatedVerification = await createVerification(served, person, { type: 'person' })
    await multiply(database, first.id, count - 1)
    return person
  }
  // Others' rows around them, so that the owner alone picks few of the table.
  for (let n = 0; n < 2; n += 1) await somebodyWith(many)
  const owner = await somebodyWith(many)
  const neighbour = await somebodyWith(few)

  const page = async (by: Person, query: string): Promise<VerificationList> => {
    const answer = await fetch(`${base}/api/verifications?limit=${pageSize}${query}`, by)
    if (!answer.ok) throw new Error(`the list answered ${answer.status}`)
    return (await answer.json()) as VerificationList
  }
  let late = ''
  for (let list = await page(owner, ''), n = 1; list.nextCursor; n += 1) {
    list = await page(owner, `&cursor=${list.nextCursor}`)
    if (n === many / pageSize - 3) late = `&cursor=${list.nextCursor}`
  }

  const asked: Record<string, { by: Person; query: string; times: number[] }> = {
    [`first page of ${few}, the floor`]: { by: neighbour, query: '', times: [] },
    [`first page of ${many}`]: { by: owner, query: '', times: [] },
    [`page ${many / pageSize - 1} of ${many / pageSize}`]: { by: owner, query: late, times: [] },
    [`the same of one kind`]: { by: owner, query: `${late}&type=person`, times: [] },
  }
  // In turns, so that whatever else the machine does falls on all of them.
  for (let round = 0; round < rounds + 20; round += 1) {
    for (const { by, query, times } of Object.values(asked)) {
      const startedAt = performance.now()
      await page(by, query)
      if (round >= 20) times.push(performance.now() - startedAt)
    }
  }
  for (const [what, { times }] of Object.entries(asked)) reportTimes(what, times)

  const explained = createExplaining(database)
  const [, instant = '', id = ''] =
    /^(\S+) (\S+)$/.exec(Buffer.from(late.slice('&cursor='.length), 'base64url').toString()) ?? []
  const behind = { createdAt: new Date(instant), id }
  console.log('\nthe late page, and the counts:')
  await readPage(
    explained,
    { userId: owner.id, address: owner.email },
    { type: undefined, behind, limit: pageSize + 1 },
    mostCounted,
  )
}

/** Prints the plan of each statement in place of running it. */
function createExplaining(database: Queryable): Queryable {
  const rows: Queryable['rows'] = async (statement) => {
    const plan = await database.rows<{ 'QUERY PLAN': string }>(sql`EXPLAIN (ANALYZE, BUFFERS) ${statement}`)
    for (const line of plan) console.log(`  ${line['QUERY PLAN']}`)
    return []
  }
  const row: Queryable['row'] = async (statement) => {
    await rows(statement)
    return null
  }
  return { ...database, rows, row }
}
