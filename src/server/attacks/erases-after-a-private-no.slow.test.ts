import { afterEach, describe, expect, it } from 'vitest'
import type { OwnerView } from '../../contract/verification.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob, forgetInvitedJob } from '../privacy/index.ts'
import { createAuthCaller } from '../testing/auth-caller.ts'
import { lookAsCreator, nameAlike, readLive, runDue } from '../testing/creators-eyes.ts'
import { storedFiles } from '../testing/kept.ts'
import { openLivePage } from '../testing/live-page.ts'
import {
  createVerification,
  give,
  type Person,
  postJson,
  readAnswer,
  register,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { proveAddress, send } from '../testing/privacy-calls.ts'
import { enterByCode } from '../testing/records.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { expireJob } from '../verifications/index.ts'
import { remindJob } from '../verifications/reminders.ts'

const open: TestApp[] = []
afterEach(async () => {
  for (const test of open.splice(0)) await test.close()
})

const password = 'Correct-Horse-7'

type World = { test: TestApp; sam: Person }
type Act = (world: World, by: ThirdParty) => Promise<void>

const ignoresIt: Act = async () => {}
const refusesIt: Act = async ({ test }, { verificationId, headers }) => {
  const path = `/api/public/verifications/${verificationId}/private-no`
  expect((await postJson(test, path, {}, headers)).status).toBe(204)
}

const erasures = {
  'at my-data': async ({ test, sam }: World) => {
    await readAnswer(send(test, '/api/my-data/erasure', {}, await proveAddress(test, sam.email)))
    await test.runJobs()
  },
  'with their account': async ({ test, sam }: World) => {
    await readAnswer(postJson(test, '/api/account/closing', { password }, sam.headers))
    test.clock.advance(7 * dayMs)
    await runDue(test, eraseAccountsJob)
  },
}

/** What became of the second request before the erasure. */
const seconds: Record<string, (world: World, by: Person, id: string) => Promise<void>> = {
  open: async () => {},
  ended: async ({ test }, { headers }, id) => {
    expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, headers)).status).toBe(204)
  },
  'a record': async ({ test, sam }, _, id) => {
    await readAnswer(submitWhole(test, await enterByCode(test, id, sam.email)))
  },
}

type Cell = { erasure: keyof typeof erasures; creators: 'one creator' | 'two creators'; second: string }

const cells: Cell[] = (Object.keys(erasures) as Cell['erasure'][]).flatMap((erasure) =>
  (['one creator', 'two creators'] as const).flatMap((creators) =>
    Object.keys(seconds).map((second) => ({ erasure, creators, second })),
  ),
)

/** What a creator sees of an open request; the addresses of its files change from one moment to the next. */
async function viewOpen({ test }: World, { headers }: Person, id: string): Promise<Partial<OwnerView>> {
  const view = await readAnswer<OwnerView>(test.app.request(`/api/verifications/${id}`, { headers }))
  expect(view.status).toBe('pending')
  const { documents: _, ...rest } = view
  return rest
}

/** What the server still has of what the third party gave for a request. */
async function listGiven({ test }: World, id: string): Promise<unknown[]> {
  const passes = await test.database.rows(
    sql`SELECT email_proof FROM gate_passes WHERE verification_id = ${id}`,
  )
  return [...passes, ...(await storedFiles(test)).filter((file) => file.includes(id))]
}

/** Everything that the creators learn about two requests to one person, from their creation to their last erasure. */
async function watch({ erasure, creators, second }: Cell, act: Act): Promise<string[]> {
  const settings = { accessTokenLifeSeconds: 60 * 24 * 60 * 60, linkLifeDays: 10, emailCode: true }
  const test = await createTestApp(settings)
  open.push(test)
  const world = { test, sam: await register(test, 'Sam O’Neill') }
  const [ada, bea] = [await register(test), await register(test)]
  const other = creators === 'one creator' ? ada : bea
  // The free plan allows one of each kind.
  const asks = async (by: Person, type: 'age' | 'person') =>
    (await createVerification(test, by, { type, thirdPartyEmail: world.sam.email })).id
  const pages = [await openLivePage(test.app, ada), await openLivePage(test.app, bea)]
  const id = await asks(ada, 'age')
  // Lists are sorted by time.
  test.clock.advance(60_000)
  const otherId = await asks(other, 'person')
  await test.runJobs()
  const seen: string[] = []
  const look = async (when: string, options?: { withCopy: boolean }) => {
    const ofAda = { creator: ada, ids: creators === 'one creator' ? [id, otherId] : [id] }
    seen.push(...(await lookAsCreator(test, ofAda, `Ada, ${when}`, options)))
    if (creators === 'two creators')
      seen.push(...(await lookAsCreator(test, { creator: bea, ids: [otherId] }, `Bea, ${when}`, options)))
  }

  const passed = await enterByCode(test, id, world.sam.email)
  await give(test, passed, 'selfie')
  await give(test, passed, 'id')
  await act(world, passed)
  await seconds[second]?.(world, other, otherId)
  await test.runJobs()
  await look('before the erasure')
  const stillOpen = [[ada, id] as const, ...(second === 'open' ? [[other, otherId] as const] : [])]
  const before = await Promise.all(stillOpen.map(([by, openId]) => viewOpen(world, by, openId)))

  await erasures[erasure](world)
  expect(await Promise.all(stillOpen.map(([by, openId]) => viewOpen(world, by, openId)))).toEqual(before)
  expect(await listGiven(world, id)).toEqual([])
  await look('at the erasure', { withCopy: true })

  test.clock.advance(2 * dayMs)
  await runDue(test, remindJob)
  await look('after a reminder')
  test.clock.advance(9 * dayMs)
  await runDue(test, expireJob)
  await look('at the end', { withCopy: true })
  test.clock.advance(30 * dayMs + 1)
  await runDue(test, forgetInvitedJob)
  for (const by of [ada, bea]) {
    const { body } = await createAuthCaller(test).signIn(by.email, password)
    by.headers.authorization = `Bearer ${body['access_token']}`
  }
  await look('30 days later', { withCopy: true })

  for (const [index, by] of [ada, bea].entries()) {
    const last = await createVerification(test, by, { type: 'person' })
    await postJson(test, `/api/verifications/${last.id}/cancel`, {}, by.headers)
    const page = pages[index]
    if (page) seen.push(...(await readLive(page, new RegExp(last.id))))
  }
  return nameAlike(seen.join('\n\n')).split('\n\n')
}

describe('an erasure by the person who was asked', () => {
  it.each(cells)(
    '$erasure shows $creators of two requests, the second $second, the same after a private no as after silence (NO-5, PRIVACY-12, PRIVACY-15, PRIVACY-23)',
    async (cell) => {
      const refused = await watch(cell, refusesIt)
      expect(refused.length).toBeGreaterThan(30)
      expect(refused.join()).toContain('"detailsErasedAt":"2026-')
      expect(refused).toEqual(await watch(cell, ignoresIt))
    },
  )
})
