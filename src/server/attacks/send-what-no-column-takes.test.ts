import { beforeAll, expect, it } from 'vitest'
import { type Person, postJson, register } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let ada: Person
beforeAll(async () => {
  ada = await register(test)
})

const id = '6f0c5a4e-6c1c-4d8e-9a55-0c6f3f0b7b11'
const cursor = (text: string) => Buffer.from(text).toString('base64url')

it.each([
  ['before Christ', `-000044-03-15T12:00:00.000Z ${id}`],
  ['in the year 0', `0000-01-01T00:00:00.000Z ${id}`],
  ['after the year 9999', `+275760-09-13T00:00:00.000Z ${id}`],
  ['that is words', `Ides of March 44 ${id}`],
  ['with more behind it', `2026-03-11T12:00:00.000Z ${id} x`],
  ['with an id in other letters', `2026-03-11T12:00:00.000Z ${id.toUpperCase()}`],
  ['with an invalid id', '2026-03-11T12:00:00.000Z x'],
])('a malformed cursor %s is refused (ERROR-11)', async (_, text) => {
  const answer = await test.app.request(`/api/verifications?cursor=${cursor(text)}`, ada)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'cursor' }] })
})

it('a cursor of the first or the last day gives an empty page, not an error', async () => {
  for (const instant of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    const answer = await test.app.request(`/api/verifications?cursor=${cursor(`${instant} ${id}`)}`, ada)
    expect(await answer.json()).toMatchObject({ items: [] })
  }
})

it('a link to a record can be requested with an invalid id, and the answer reveals nothing about any record', async () => {
  const answer = await postJson(test, `/api/records/${'a'.repeat(4000)}/link`, { email: 'sam@example.com' })
  expect(answer.status).toBe(202)
})
