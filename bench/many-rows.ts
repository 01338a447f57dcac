// node_modules/.bin/node bench/many-rows.ts [count]: how long what people and the housekeeping do takes with 300,000 verifications in the tables,
// beside the same in an empty installation. Starts a server of its own on a new DATA_DIR.
import { setTimeout as wait } from 'node:timers/promises'
import { systemClock } from '../src/server/platform/clock.ts'
import { runningDatabase } from '../src/server/platform/database/embedded/running-database.ts'
import { type Database, sql } from '../src/server/platform/database/index.ts'
import { openDatabase } from '../src/server/platform/database/open-database.ts'
import { fillTables } from '../src/server/testing/many-verifications.ts'
import {
  confirmAddress,
  created,
  enter,
  type Person,
  postJson,
  register,
  type Served,
} from '../src/server/testing/people.ts'
import { completed } from '../src/server/testing/records.ts'
import { silentLogger } from '../src/server/testing/silent-logger.ts'
import { onOwnServer } from './own-server.ts'

const count = Number(process.argv[2] ?? 300_000)
const rounds = 40

await onOwnServer(async (base, dataDir) => {
  const connectionString = await runningDatabase(dataDir)
  if (!connectionString) throw new Error('the database of the server does not answer')
  // Filling takes longer than anything that people ask for.
  const database = openDatabase(connectionString, {
    logger: silentLogger,
    maxConnections: 1,
    isPatient: true,
  })
  const served: Served = {
    app: { request: (path, init) => fetch(`${base}${path}`, init) },
    clock: systemClock,
  }
  try {
    const owner = await register(served)
    const { id } = await created(served, owner)
    const empty = await measure(served, database)
    const startedAt = performance.now()
    await fillTables(database, id, count)
    console.log(
      `filled with ${count} verifications in ${Math.round((performance.now() - startedAt) / 1000)} s`,
    )
    const full = await measure(served, database)
    for (const [what, before] of Object.entries(empty)) {
      const after = full[what] ?? Number.NaN
      console.log(
        `${what}: p50 ${before.toFixed(1)} -> ${after.toFixed(1)} ms, ${(after / before).toFixed(2)} times`,
      )
    }
  } finally {
    await database.close()
  }
})

/** The median milliseconds of each. */
async function measure(served: Served, database: Database): Promise<Record<string, number>> {
  const times: Record<string, number[]> = {}
  const time = async (what: string, act: () => Promise<unknown>) => {
    const startedAt = performance.now()
    await act()
    times[what] = [...(times[what] ?? []), performance.now() - startedAt]
  }
  for (let round = 0; round < rounds; round += 1) {
    const person = await paying(served, database)
    const { id: cancelled } = await created(served, person, { type: 'person' })
    const { id: declined } = await created(served, person, { type: 'person' })
    const withdrawn = await completed(served, person, { type: 'person' })
    const sam = await enter(served, declined)
    await time('cancel', () =>
      answered(postJson(served, `/api/verifications/${cancelled}/cancel`, {}, person.headers)),
    )
    const path = `/api/public/verifications/${declined}/decline`
    await time('decline', () => answered(postJson(served, path, { reason: null }, sam.headers)))
    await time('withdraw', () =>
      answered(postJson(served, `/api/records/${withdrawn}/withdrawal`, {}, person.headers)),
    )
    const { id: invited } = await created(served, person, { type: 'person' })
    await untilIdle(database)
    await time('mail handed over', async () => {
      await answered(postJson(served, `/api/verifications/${invited}/invitation`, {}, person.headers))
      await untilIdle(database)
    })
  }
  await database.run(sql`UPDATE verifications SET created_at = created_at - interval '40 days' WHERE id IN (
    SELECT id FROM verifications WHERE status = 'pending' ORDER BY created_at DESC LIMIT 100)`)
  await time('100 expiries', () => jobDone(database, 'expire-verifications'))
  for (const task of [
    'destroy-old-files',
    'sweep-documents',
    'sweep-due-work',
    'forget-gate-passes',
    'forget-mails',
  ]) {
    await time(task, () => jobDone(database, task))
  }
  return Object.fromEntries(
    Object.entries(times).map(([what, all]) => [
      what,
      all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0,
    ]),
  )
}

async function paying(served: Served, database: Database): Promise<Person> {
  const person = await register(served)
  // Nobody is mailed for an unconfirmed creator.
  await confirmAddress(database, systemClock, person)
  await database.run(sql`
    INSERT INTO subscriptions (user_id, tier, status, created_at) VALUES (${person.id}, 'monthly', 'active', now())`)
  return person
}

async function answered(answer: Response | Promise<Response>): Promise<void> {
  const { ok, status } = await answer
  if (!ok) throw new Error(`answered ${status}`)
}

/** Has a task run now, and waits for its end. */
async function jobDone(database: Database, task: string): Promise<void> {
  await database.run(sql`SELECT graphile_worker.add_job(${task}, job_key => ${`bench ${task}`})`)
  const left = () =>
    database.rows(sql`SELECT FROM graphile_worker._private_jobs WHERE key = ${`bench ${task}`}`)
  while ((await left()).length > 0) await wait(1)
}

async function untilIdle(database: Database): Promise<void> {
  const due = sql`SELECT FROM graphile_worker._private_jobs WHERE run_at <= now() LIMIT 1`
  while ((await database.rows(due)).length > 0) await wait(5)
}
