import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { streamLimits } from '../live/routes.ts'
import { sql } from '../platform/database/index.ts'
import { from, logInAgain, type Person, register } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let ada: Person
beforeAll(async () => {
  // Fakes the heartbeat's timer, so that no stream here is ended by a heartbeat.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
})
afterAll(async () => {
  vi.useRealTimers()
})
beforeEach(async () => {
  ada = await register(test)
})
const leaving: AbortController[] = []
afterEach(() => {
  for (const stream of leaving.splice(0)) stream.abort()
})

const password = 'Correct-Horse-7'

async function open(by: { headers: Record<string, string> }, address = '192.0.2.1') {
  const left = new AbortController()
  leaving.push(left)
  const init = { headers: by.headers, signal: left.signal }
  const answer = await test.app.request('/api/live', init, from(address))
  const reader = answer.body?.getReader()
  return { status: answer.status, next: async () => (await reader?.read())?.done === false }
}

function auth(path: string, body: unknown, headers: Record<string, string> = {}, method = 'POST') {
  return test.app.request(`/auth/v1${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01', ...headers },
    body: JSON.stringify(body),
  })
}

it.each([
  ['signing out', () => auth('/logout?scope=local', {}, ada.headers)],
  ['signing out everywhere', () => auth('/logout?scope=global', {}, ada.headers)],
  [
    'signing that device out from another',
    async () => auth('/logout?scope=others', {}, (await logInAgain(test, ada)).headers),
  ],
  [
    'a new password set on another device',
    async () =>
      auth(
        '/user',
        { password: 'Another-Horse-8', current_password: password },
        (await logInAgain(test, ada)).headers,
        'PUT',
      ),
  ],
  ['the loss of the account', () => test.database.run(sql`DELETE FROM users WHERE id = ${ada.id}`)],
])('%s ends the stream at once, in any process (SESSION-7)', async (_, end) => {
  const stream = await open(ada)
  expect(await stream.next()).toBe(true)
  await end()
  expect(await stream.next()).toBe(false)
})

it('a session that ends while its stream is being opened leaves no stream open', async () => {
  const stream = open(ada)
  await test.database.run(sql`DELETE FROM sessions WHERE user_id = ${ada.id}`)
  const { status, next } = await stream
  if (status !== 200) return
  await next()
  expect(await next()).toBe(false)
})

it('ten tabs stay open, and of 100 only the newest (LIVE-5)', async () => {
  const tabs = []
  for (let n = 0; n < 10; n += 1) tabs.push(await open(ada))
  for (const tab of tabs) expect(await tab.next()).toBe(true)
  const more = []
  for (let n = 0; n < 90; n += 1) more.push(await open(ada))
  for (const tab of tabs) expect(await tab.next()).toBe(false)
  const newest = more.slice(-streamLimits.perAccount)
  for (const tab of newest) expect(await tab.next()).toBe(true)
  for (const tab of more.slice(0, -streamLimits.perAccount)) {
    await tab.next()
    expect(await tab.next()).toBe(false)
  }
})

it('many accounts of one network get its share of streams, and others still get theirs', async () => {
  const people = Math.ceil(streamLimits.perNetwork / streamLimits.perAccount) + 1
  const statuses: number[] = []
  for (let n = 0; n < people; n += 1) {
    const person = await register(test)
    for (let m = 0; m < streamLimits.perAccount; m += 1) {
      statuses.push((await open(person, `2001:db8:7:7::${n}:${m}`)).status)
    }
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(streamLimits.perNetwork)
  expect((await open(ada, '2001:db8:7:8::1')).status).toBe(200)
})
