import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { createVerification, enter, type Person, post, register, wholeSubmission } from '../testing/people.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { appendAuditEvent } from './trail.ts'
import { verifyTrails } from './verify-trails.ts'

const hourMs = 3_600_000

let test: TestApp
let ada: Person
beforeAll(async () => {
  test = await createTestApp()
})
beforeEach(async () => {
  ada = await register(test)
})
afterAll(() => test.close())

type Row = { event: string; at: Date; detail: Record<string, unknown> }
const readTrail = (id: string) =>
  test.database.rows<Row>(
    sql`SELECT event, at, detail FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`,
  )

function expectInOrder(rows: Row[]): void {
  for (const [index, { at }] of rows.entries()) expect(at >= (rows[index - 1]?.at ?? at)).toBe(true)
}

it('keeps the time of a trail from running backwards, and records once that the clock was set back (TRAIL-9)', async () => {
  const { id } = await createVerification(test, ada)
  const before = test.clock.now()
  test.clock.advance(-hourMs)
  const setBackTo = test.clock.now().toISOString()
  const thirdParty = await enter(test, id)
  test.clock.advance(60_000)
  expect((await post(test, thirdParty, await wholeSubmission(test, thirdParty))).status).toBe(200)
  const rows = await readTrail(id)
  expectInOrder(rows)
  expect(rows.filter(({ event }) => event === 'clock_set_back')).toEqual([
    { event: 'clock_set_back', at: before, detail: { clockAt: setBackTo } },
  ])
  const verified = rows.find(({ event }) => event === 'verified')
  const [row] = await test.database.rows(sql`SELECT verified_at AS at FROM verifications WHERE id = ${id}`)
  expect(row).toEqual({ at: verified?.at })
  expect((await verifyTrails(test.database)).firstBad).toBeNull()

  test.clock.advance(2 * hourMs)
  await test.runJobs()
  const later = await readTrail(id)
  expect(later.at(-1)?.at).toEqual(test.clock.now())
  expectInOrder(later)
})

it('records nothing for requests that waited for each other: the later row has the time of the previous one (TRAIL-9)', async () => {
  const { id } = await createVerification(test, ada)
  const now = test.clock.now()
  const add = (at: Date) =>
    test.database.transaction((tx) =>
      appendAuditEvent(tx, { verificationId: id, event: 'address_corrected', actor: 'creator', at }),
    )
  await add(new Date(now.getTime() + 5000))
  await add(now)
  const rows = await readTrail(id)
  expectInOrder(rows)
  expect(rows.map(({ event }) => event)).not.toContain('clock_set_back')
  expect(rows.at(-1)?.at).toEqual(new Date(now.getTime() + 5000))
})
