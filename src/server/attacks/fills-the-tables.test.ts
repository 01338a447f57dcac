import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from '../app.ts'
import { jobHandlers, recurringJobs } from '../job-handlers.ts'
import type { Platform } from '../platform/platform.ts'
import { fillTables } from '../testing/many-verifications.ts'
import {
  created,
  enter,
  type Person,
  post,
  postJson,
  register,
  subscribe,
  wholeSubmission,
} from '../testing/people.ts'
import { type WholeTable, watchingForWholeTables } from '../testing/plans-of-statements.ts'
import { completed } from '../testing/records.ts'
import type { TestApp } from '../testing/test-app.ts'
import { testAppForFile } from '../testing/test-app-for.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 300_000 })

/** What grows with every verification. */
const large = new Set([
  'audit_events',
  'documents',
  'gate_passes',
  'idempotency_keys',
  'mails',
  'record_passes',
  'records',
  'sealed_documents',
  'verifications',
])

const test = testAppForFile({ accessTokenLifeSeconds: 365 * 24 * 60 * 60 })
let watched: Platform
let found: WholeTable[]
let ada: Person
beforeAll(async () => {
  const bob = await register(test)
  const { id } = await created(test, bob)
  await test.asOwner((owner) => fillTables(owner, id, 5_000))
  const watching = watchingForWholeTables(test.database, large)
  found = watching.found
  watched = { ...test.platform, database: watching.database }
  ada = await register(test)
  await subscribe(test, ada, 'enterprise')
  await test.runJobs()
})
beforeEach(() => {
  found.length = 0
})

/** The same people and their app, every statement of which is looked at. */
const looking = (): TestApp => ({ ...test, app: createApp(watched), platform: watched })

async function run(task: string, payload: Record<string, unknown> = {}) {
  await jobHandlers(watched)[task]?.(payload, { id: '0' })
}

describe('with the rows of years, no statement reads a whole table', () => {
  it('when a verification is made, completed, read, sealed and withdrawn', async () => {
    const app = looking()
    const id = await completed(app, ada)
    await run('seal-record', { verificationId: id })
    expect((await app.app.request(`/api/records/${id}`, ada)).status).toBe(200)
    expect((await app.app.request(`/api/verifications/${id}`, ada)).status).toBe(200)
    expect((await postJson(app, `/api/records/${id}/withdrawal`, {}, ada.headers)).status).toBe(200)
    await run('seal-withdrawal', { verificationId: id })
    expect(found).toEqual([])
  })

  it('when one is cancelled, declined, or its address corrected', async () => {
    const app = looking()
    const cancelled = await created(app, ada)
    expect((await postJson(app, `/api/verifications/${cancelled.id}/cancel`, {}, ada.headers)).status).toBe(
      204,
    )
    const declined = await created(app, ada)
    const sam = await enter(app, declined.id)
    await post(app, sam, await wholeSubmission(app, sam).then(({ selfieUrl: _, ...rest }) => rest))
    const path = `/api/public/verifications/${declined.id}/decline`
    expect((await postJson(app, path, { reason: null }, sam.headers)).status).toBe(204)
    const corrected = await created(app, ada)
    const answer = await app.app.request(`/api/verifications/${corrected.id}/third-party-email`, {
      method: 'PATCH',
      headers: { ...ada.headers, 'content-type': 'application/json' },
      body: JSON.stringify({ thirdPartyEmail: 'other@example.com' }),
    })
    expect(answer.status).toBe(200)
    expect(found).toEqual([])
  })

  it('when a mail is handed over', async () => {
    const { id } = await created(looking(), ada)
    await run('send-invitation', { verificationId: id })
    expect(found).toEqual([])
  })

  it.each(recurringJobs.map(({ job }) => job.name).filter((task) => task !== 'reconcile-payments'))(
    'when %s finds nothing to do, and when it finds some',
    async (task) => {
      await run(task)
      await created(looking(), ada)
      const before = test.clock.now()
      // What the rows above begin with is a little older than this: about a hundred of a kind are due then.
      const days = task === 'destroy-old-files' ? 90 : 30
      test.clock.advance(days * 24 * 60 * 60 * 1000 - 4_500_000)
      await run(task)
      test.clock.set(before)
      expect(found).toEqual([])
    },
  )
})
