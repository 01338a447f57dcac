import { beforeEach, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { createAuthCaller, password, registration } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
beforeEach(async () => {
  await test.database.run(sql`DELETE FROM users`)
  await test.database.run(sql`DELETE FROM rate_limits`)
})

let count = 0
async function register(instant: string, dateOfBirth: string, day?: string) {
  test.clock.set(new Date(instant))
  count += 1
  const body = {
    email: `person-${count}@example.org`,
    password,
    data: { ...registration, date_of_birth: dateOfBirth },
  }
  return auth.post('/signup', body, day === undefined ? {} : { headers: { 'X-Local-Day': day } })
}

it.each([
  ['in Auckland on the morning of the birthday', '2026-03-11T11:30:00Z', '2008-03-12', '2026-03-12'],
  ['at UTC+14 in its first minute', '2026-03-11T10:00:00Z', '2008-03-12', '2026-03-12'],
  ['at UTC-12 in its last minute', '2026-03-13T11:59:59Z', '2008-03-12', '2026-03-12'],
  ['born on 29 February, on 1 March', '2026-02-28T10:00:00Z', '2008-02-29', '2026-03-01'],
  ['without a word about the day, by UTC', '2026-03-12T00:00:00Z', '2008-03-12', undefined],
])('accepts a person of 18 %s (SIGNUP-5)', async (_, instant, birth, day) => {
  expect((await register(instant, birth, day)).status).toBe(200)
})

it.each([
  ['in Honolulu on the eve of the birthday', '2026-03-12T05:00:00Z', '2008-03-12', '2026-03-11'],
  ['at UTC-12 in the last minute before it', '2026-03-12T11:59:59Z', '2008-03-12', '2026-03-11'],
  ['born on 29 February, on 28 February', '2026-02-28T12:00:00Z', '2008-02-29', '2026-02-28'],
  ['without a word about the day, by UTC', '2026-03-11T23:59:59Z', '2008-03-12', undefined],
])('refuses a person of 17 %s (SIGNUP-5)', async (_, instant, birth, day) => {
  const { status, body } = await register(instant, birth, day)
  expect([status, body['message']]).toEqual([422, 'You must be at least 18 years old'])
})

it.each(['2026-03-13', '2026-03-10', '2031-01-01', '2026-02-30', 'today', ''])(
  "refuses a registration on %j, which isn't today anywhere, and stores nothing (SIGNUP-16)",
  async (day) => {
    const { status, body, headers } = await register('2026-03-11T13:00:00Z', '1990-05-17', day)
    expect([status, body['code']]).toEqual([422, 'validation_failed'])
    expect(body['message']).toContain('date')
    expect(headers.get('x-refused-for')).toBe('wrongDay')
    expect(await test.database.rows(sql`SELECT id FROM users`)).toEqual([])
  },
)

it('keeps a repeated registration made on the birthday if its mailbox confirms it within the hour (SIGNUP-5)', async () => {
  test.clock.set(new Date('2026-03-11T10:30:00Z'))
  await auth.signUp('ann@example.org', { data: { ...registration, full_name: 'Somebody Else' } })
  const data = { ...registration, full_name: 'Aroha Tane', date_of_birth: '2008-03-12' }
  const again = { email: 'ann@example.org', password: 'Another-horse 18', data }
  await auth.post('/signup', again, { headers: { 'X-Local-Day': '2026-03-12' } })
  const link = await auth.mailedLink('ann@example.org')
  expect((await auth.press(link, { password: 'Another-horse 18' })).status).toBe(200)
  expect(await test.database.rows(sql`SELECT full_name FROM profiles`)).toEqual([{ fullName: 'Aroha Tane' }])
})
