import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { createPasswords } from '../platform/passwords/index.ts'
import { postJson } from '../testing/people.ts'
import { takeThreadsAway } from '../testing/take-threads-away.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const request = {
  email: 'ada@example.com',
  password: 'Quiet-harbour-42',
  data: {
    full_name: 'Ada Lovelace',
    date_of_birth: '1990-04-17',
    address: '1 Harbour Street, Bristol',
    sex: 'female',
    phone_number: '+447700900123',
  },
}

it('answers a sign-up with 503 and Retry-After when no thread starts, and creates no account (UPLOAD-36)', async () => {
  const giveBack = takeThreadsAway()
  onTestFinished(giveBack)
  const app = createApp({ ...test.platform, passwords: createPasswords() })
  const answer = await postJson({ ...test, app }, '/auth/v1/signup', request)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await test.database.rows<object>(sql`SELECT id FROM users`)).toEqual([])

  giveBack()
  expect((await postJson({ ...test, app }, '/auth/v1/signup', request)).status).toBe(200)
})
