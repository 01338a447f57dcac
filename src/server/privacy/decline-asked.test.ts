import { beforeEach, describe, expect, it } from 'vitest'
import type { ClosingView, HeldData } from '../../contract/privacy.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { readStatus } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  type Person,
  postJson,
  readAnswer,
  readRefusal,
  register,
  registerUnconfirmed,
} from '../testing/people.ts'
import { proveAddress } from '../testing/privacy-calls.ts'
import { completeRecord, mailsTo } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
let ada: Person
let sam: Person
let id: string
beforeEach(async () => {
  test.clock.advance(dayMs)
  ada = await register(test)
  sam = await register(test, 'Sam O’Neill')
  id = (await createVerification(test, ada, { type: 'person', thirdPartyEmail: sam.email })).id
})

type Headers = Record<string, string>
const ways = {
  'at my-data': {
    prove: (by: Person): Promise<Headers> => proveAddress(test, by.email),
    decline: (which: string, headers: Headers) =>
      postJson(test, `/api/my-data/requests/${which}/decline`, {}, headers),
  },
  'before an account is closed': {
    prove: async (by: Person): Promise<Headers> => by.headers,
    decline: (which: string, headers: Headers) =>
      postJson(test, `/api/account/asked/${which}/decline`, {}, headers),
  },
}
const cases = Object.entries(ways)

describe('declining an open request', () => {
  it.each(cases)(
    '%s is seen by its creator, also after a private no (PRIVACY-26)',
    async (_, { prove, decline }) => {
      const pass = await enter(test, id, sam.email)
      await postJson(test, `/api/public/verifications/${id}/private-no`, {}, pass.headers)
      expect((await decline(id, await prove(sam))).status).toBe(204)
      expect(await readStatus(test, id)).toBe('rejected')
      expect(
        await test.database.rows(sql`SELECT 1 FROM private_refusals WHERE verification_id = ${id}`),
      ).toEqual([])
      await test.runJobs()
      expect((await mailsTo(test, ada.email)).map(({ subject }) => subject)).toContain(
        'A request wasn’t completed',
      )
    },
  )

  it.each(cases)(
    '%s happens once, and not for a request that ended (PRIVACY-26)',
    async (_, { prove, decline }) => {
      const headers = await prove(sam)
      const answers = await Promise.all(Array.from({ length: 50 }, () => decline(id, headers)))
      const statuses = answers.map(({ status }) => status)
      expect(statuses.filter((status) => status === 204)).toHaveLength(1)
      expect(statuses.filter((status) => status === 410)).toHaveLength(49)
      expect(
        await test.database.rows(
          sql`SELECT 1 FROM audit_events WHERE verification_id = ${id} AND event = 'declined'`,
        ),
      ).toHaveLength(1)
    },
  )

  it.each(cases)('%s is for the person of its address alone (PRIVACY-26)', async (_, { prove, decline }) => {
    const notFound = [404, 'verification_not_found']
    const other = await prove(await register(test))
    const unknown = '6f9619ff-8b86-4d11-b42d-00c04fc964ff'
    expect(await readRefusal(await decline(id, other))).toEqual(notFound)
    expect(await readRefusal(await decline(unknown, other))).toEqual(notFound)
    expect(await readRefusal(await decline('no-id', other))).toEqual(notFound)
    await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    expect(await readRefusal(await decline(id, other))).toEqual(notFound)
    expect(await readStatus(test, id)).toBe('cancelled')
  })

  it('isn’t for an account whose address isn’t confirmed (PRIVACY-26)', async () => {
    const eve = await registerUnconfirmed(test)
    const asked = await createVerification(test, ada, { thirdPartyEmail: eve.email })
    const answer = await ways['before an account is closed'].decline(asked.id, eve.headers)
    expect(await readRefusal(answer)).toEqual([404, 'verification_not_found'])
    expect(await readStatus(test, asked.id)).toBe('pending')
  })
})

describe('the open requests to an address', () => {
  const keptUntil = () => new Date(test.clock.now().getTime() + 60 * dayMs + 2 * 60 * 60_000).toISOString()

  it('are listed before its account is closed, with the end of what was typed (PRIVACY-9, PRIVACY-26)', async () => {
    const view = () => readAnswer<ClosingView>(test.app.request('/api/account/closing', sam))
    const createdAt = test.clock.now().toISOString()
    expect((await view()).asked).toEqual([{ id, type: 'person', createdAt, keptUntil: keptUntil() }])
    await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, ada.headers)
    expect((await view()).asked).toEqual([])
  })

  it('are listed at my-data with that time, as ended ones are, and records without one (PRIVACY-26)', async () => {
    const bea = await register(test)
    const record = await completeRecord(test, bea, { type: 'person', thirdPartyEmail: 'sam@example.com' })
    const kim = await register(test)
    const { id: ended } = await createVerification(test, kim)
    const { id: asked } = await createVerification(test, ada)
    const open = keptUntil()
    test.clock.advance(60_000)
    await postJson(test, `/api/verifications/${ended}/cancel`, {}, kim.headers)
    const headers = await proveAddress(test, 'sam@example.com')
    const held = await readAnswer<HeldData>(test.app.request('/api/my-data', { headers }))
    const until = Object.fromEntries(held.requests.map((request) => [request.id, request.keptUntil]))
    const after30 = new Date(test.clock.now().getTime() + 30 * dayMs + 2 * 60 * 60_000).toISOString()
    expect(until).toEqual({ [record]: null, [ended]: after30, [asked]: open })
  })
})
