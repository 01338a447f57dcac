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
])('an unknown cursor %s is refused (ERROR-11)', async (_, text) => {
  const answer = await test.app.request(`/api/verifications?cursor=${cursor(text)}`, ada)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors: [{ path: 'cursor' }] })
})

it('a cursor of the first day and of the last is an empty page, not an error', async () => {
  for (const instant of ['0001-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']) {
    const answer = await test.app.request(`/api/verifications?cursor=${cursor(`${instant} ${id}`)}`, ada)
    expect(await answer.json()).toMatchObject({ items: [] })
  }
})

const paths: [string, string, unknown][] = [
  ['GET', '/api/verifications/:id', null],
  ['POST', '/api/verifications/:id/cancel', {}],
  ['POST', '/api/verifications/:id/invitation', {}],
  ['GET', '/api/public/verifications/:id', null],
  ['POST', '/api/public/verifications/:id/gate', { email: 'sam@example.com' }],
  ['POST', '/api/public/verifications/:id/gate/code', { email: 'sam@example.com', code: '123456' }],
  ['GET', '/api/public/verifications/:id/form', null],
  ['POST', '/api/public/verifications/:id/decline', { reason: null }],
  ['GET', '/api/records/:id', null],
  ['GET', '/api/records/:id/files/record.pdf', null],
  ['POST', '/api/records/:id/withdrawal', {}],
  ['POST', '/api/records/:id/link', { email: 'sam@example.com' }],
  ['POST', '/api/records/:id/code', {}],
  ['POST', '/api/records/:id/code/entry', { code: '123456' }],
  ['GET', '/api/documents/:id/url', null],
  ['DELETE', '/api/sessions/:id', null],
]
it.each(paths)('%s %s answers any id of any length without an internal error', async (method, path, body) => {
  const ids = ['a'.repeat(4000), 'x', '%00', '%2e%2e%2fx', `${id}%00`, '%F0%9F%98%80', `${id} `]
  for (const odd of ids) {
    const address = path.replace(':id', odd)
    const answer =
      body === null
        ? await test.app.request(address, { method, headers: ada.headers })
        : await postJson(test, address, body, ada.headers)
    expect({ odd: odd.slice(0, 40), status: answer.status }).not.toMatchObject({ status: 500 })
    expect([202, 400, 401, 403, 404, 429]).toContain(answer.status)
  }
})

it('a link to a record can be asked for under no id, which says nothing about any record', async () => {
  const answer = await postJson(test, `/api/records/${'a'.repeat(4000)}/link`, { email: 'sam@example.com' })
  expect(answer.status).toBe(202)
})
