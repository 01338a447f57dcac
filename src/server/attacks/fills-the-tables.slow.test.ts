import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { bindJobHandlers, recurringTasks } from '../job-handlers.ts'
import { type Queryable, sql } from '../platform/database/index.ts'
import type { Platform } from '../platform/platform.ts'
import { growFor } from '../testing/grown/grow-for.ts'
import {
  correctAddress,
  createVerification,
  invite,
  type Person,
  post,
  postJson,
  register,
  registerPaying,
  wholeSubmission,
} from '../testing/people.ts'
import {
  findWholeTables,
  largeTables,
  type WholeTable,
  watchingForWholeTables,
} from '../testing/plans-of-statements.ts'
import { completeRecord } from '../testing/records.ts'
import { type TestApp, testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile({ accessTokenLifeSeconds: 365 * 24 * 60 * 60 })
let watched: Platform
let found: WholeTable[]
let ada: Person
beforeAll(async () => {
  await growFor(test, { accounts: 4_000, verifications: 10_000 })
  const watching = watchingForWholeTables(test.database, await largeTables(test.database))
  found = watching.found
  watched = { ...test.platform, database: watching.database }
  ada = await registerPaying(test, 'enterprise')
  await test.runJobs()
})
beforeEach(() => {
  found.length = 0
})

/** The same people and an app whose statements are all checked. */
const looking = (): TestApp => ({ ...test, app: createApp(watched), platform: watched })

async function run(task: string, payload: Record<string, unknown> = {}) {
  await bindJobHandlers(watched)[task]?.(payload)
}

describe('with years of rows, no statement scans a whole table', () => {
  it('when a verification is created, completed, read, sealed and withdrawn', async () => {
    const app = looking()
    const id = await completeRecord(app, ada)
    await run('seal-record', { verificationId: id })
    expect((await app.app.request(`/api/records/${id}`, ada)).status).toBe(200)
    expect((await app.app.request(`/api/verifications/${id}`, ada)).status).toBe(200)
    expect((await postJson(app, `/api/records/${id}/withdrawal`, {}, ada.headers)).status).toBe(200)
    await run('seal-withdrawal', { verificationId: id })
    expect(found).toEqual([])
  })

  it('when one is cancelled, declined, or its address corrected', async () => {
    const app = looking()
    const cancelled = await createVerification(app, ada)
    expect((await postJson(app, `/api/verifications/${cancelled.id}/cancel`, {}, ada.headers)).status).toBe(
      204,
    )
    const sam = await invite(app, ada)
    await post(app, sam, await wholeSubmission(app, sam).then(({ selfieUrl: _, ...rest }) => rest))
    const path = `/api/public/verifications/${sam.verificationId}/decline`
    expect((await postJson(app, path, { reason: null }, sam.headers)).status).toBe(204)
    const corrected = await createVerification(app, ada)
    const answer = await correctAddress(app, ada, corrected.id, 'other@example.com')
    expect(answer.status).toBe(200)
    expect(found).toEqual([])
  })

  it('when an account is closed and erased (GROWTH-9)', async () => {
    const leaving = await register(test)
    await createVerification(test, leaving)
    const proof = { password: 'Correct-Horse-7' }
    const answer = await postJson(looking(), '/api/account/closing', proof, leaving.headers)
    expect(answer.status).toBe(200)
    const before = test.clock.now()
    test.clock.advance(7 * 24 * 60 * 60 * 1000)
    await run('erase-accounts')
    test.clock.set(before)
    const emptied = sql`SELECT FROM users WHERE id = ${leaving.id} AND email IS NULL AND closes_at IS NULL`
    expect(await test.database.rows(emptied)).toHaveLength(1)
    expect(found).toEqual([])
  })

  it('when a mail is handed over', async () => {
    const { id } = await createVerification(looking(), ada)
    const mail = await test.database.row<{ id: string; task: string }>(
      sql`SELECT id, task FROM mails WHERE verification_id = ${id} AND ended_at IS NULL LIMIT 1`,
    )
    await run(mail?.task ?? 'none', { mailId: mail?.id })
    const ended = sql`SELECT FROM mails WHERE id = ${mail?.id} AND ended_at IS NOT NULL`
    expect(await test.database.rows(ended)).toHaveLength(1)
    expect(found).toEqual([])
  })

  it.each(recurringTasks.filter((task) => task !== 'reconcile-payments'))(
    'when %s has nothing to do, and when it has work',
    async (task) => {
      await run(task)
      await createVerification(looking(), await register(test))
      const before = test.clock.now()
      // Some hundreds of each kind are due then.
      test.clock.advance(40 * 24 * 60 * 60 * 1000)
      await run(task)
      test.clock.set(before)
      // Exports exist only for days, so scanning all of them is fine.
      expect(
        found.filter(({ table }) => task !== 'destroy-data-exports' || table !== 'data_exports'),
      ).toEqual([])
    },
  )
})

it('every reference to a row that may be deleted has an index (GROWTH-5)', async () => {
  const unfound = await test.database.rows(sql`
    SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS names FROM pg_constraint c
    WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND confrelid <> 'transparency_heads'::regclass
      AND NOT EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1]
        AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))`)
  expect(unfound).toEqual([])
})

it('the check notices a missing index (GROWTH-5)', async () => {
  const large = await largeTables(test.database)
  const statement = sql`SELECT id FROM wallet_sessions WHERE user_id = ${ada.id}`
  const findings = (q: Queryable) => findWholeTables(q, statement, large)
  expect(await test.asOwner((owner) => owner.transaction(findings))).toEqual([])
  const planted = test.asOwner((owner) =>
    owner.transaction(async (tx) => {
      await tx.run(sql`DROP INDEX wallet_sessions_user`)
      throw await findings(tx)
    }),
  )
  await expect(planted).rejects.toMatchObject([{ table: 'wallet_sessions' }])
})
