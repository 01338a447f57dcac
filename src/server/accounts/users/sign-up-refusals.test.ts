import { beforeEach, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { sql } from '../../platform/database/index.ts'
import { createAuthCaller, password } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
beforeEach(() => test.clock.advance(60 * 60 * 1000))

/** No refusal in this file leaves anything behind, so all tests share one installation. */
async function expectNothingStored() {
  expect(await test.database.rows(sql`SELECT id FROM users`)).toEqual([])
  expect(await test.database.rows(sql`SELECT id FROM graphile_worker.jobs`)).toEqual([])
}

it.each([
  [
    { email: 'ann@example.org', password: '12345' },
    422,
    'weak_password',
    'Password should be at least 6 characters.',
  ],
  [
    { email: 'a', password: '123456' },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
  [{ email: 'ann@example.org', password: '' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [{ email: 'ann@example.org' }, 400, 'validation_failed', 'Signup requires a valid password'],
  [{ password }, 422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled'],
  [{ phone: '+447700900123', password }, 400, 'phone_provider_disabled', 'Phone sign-ins are disabled'],
  [{ email: 1, password }, 400, 'validation_failed', 'Not valid: email'],
  [{ email: 'ann@example.org', password, data: [] }, 400, 'validation_failed', 'Not valid: data'],
  [
    { email: 'ann@example.org', password, code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
    400,
    'validation_failed',
    'code_challenge must be an S256 challenge',
  ],
  [
    { email: 'ann@example.org', password, code_challenge: 'x'.repeat(43) },
    400,
    'validation_failed',
    'PKCE flow requires code_challenge_method and code_challenge',
  ],
  [
    { email: `${'a'.repeat(250)}@example.org`, password },
    400,
    'validation_failed',
    'Unable to validate email address: invalid format',
  ],
])('refuses %j (AUTH-9)', async (body, status, code, message) => {
  const answer = await auth.post('/signup', body)
  expect(answer.status).toBe(status)
  expect(answer.body).toMatchObject({ code, message })
  await expectNothingStored()
})

it('lists the reasons why a password is weak (AUTH-5)', async () => {
  const short = await auth.post('/signup', { email: 'ann@example.org', password: '12345' })
  expect(short.body['weak_password']).toEqual({ reasons: ['length'] })
  const common = await auth.post('/signup', { email: 'ann@example.org', password: 'Password123' })
  expect(common.status).toBe(422)
  expect(common.body).toMatchObject({ code: 'weak_password', weak_password: { reasons: ['pwned'] } })
  await expectNothingStored()
})

it.each([
  'ann@example.org\r\nBcc: eve@example.org',
  'ann@example.org\r\n',
  '\nann@example.org',
  'ann@example.org,eve@example.org',
  'Ann <ann@example.org>',
  'ann@example.org\u0000',
])('refuses the address %j', async (email) => {
  expect((await auth.post('/signup', { email, password })).status).toBe(400)
  await expectNothingStored()
})

it('refuses a password that is far too long before hashing it', async () => {
  let hashed = 0
  const passwords = {
    ...test.platform.passwords,
    hash: (secret: string) => {
      hashed++
      return test.platform.passwords.hash(secret)
    },
  }
  const caller = createAuthCaller(test, createApp({ ...test.platform, passwords }))
  const { status, body } = await caller.post('/signup', {
    email: 'ann@example.org',
    password: 'a'.repeat(15_000),
  })
  expect(status).toBe(400)
  expect(body).toEqual({
    code: 'validation_failed',
    message: 'Password cannot be longer than 256 characters',
  })
  expect(hashed).toBe(0)
  await expectNothingStored()
})

it.each([
  ['{"email": "ann@example.org"', 400, 'bad_json'],
  ['', 400, 'bad_json'],
  ['"text"', 400, 'validation_failed'],
  ['null', 400, 'validation_failed'],
  ['['.repeat(15_000), 400, 'bad_json'],
  [`{"email":"ann@example.org","password":"${password}","data":{"x":"\\u0000"}}`, 400, 'bad_json'],
  [`{"email":"ann@example.org","password":"${password}","data":{"x":"\\ud800"}}`, 400, 'bad_json'],
])('refuses an invalid body (%#) (AUTH-5)', async (body, status, code) => {
  const answer = await auth.post('/signup', body)
  expect(answer.status).toBe(status)
  expect(answer.body['code']).toBe(code)
  await expectNothingStored()
})

it('refuses more than 16 kB, and metadata of more than 6 kB', async () => {
  const huge = await auth.post('/signup', { email: 'ann@example.org', password: 'a'.repeat(16 * 1024) })
  expect(huge.status).toBe(413)
  expect(huge.body['code']).toBe('request_entity_too_large')
  const data = { note: 'x'.repeat(7000) }
  expect((await auth.post('/signup', { email: 'ann@example.org', password, data })).status).toBe(400)
  await expectNothingStored()
})

it.each([{ nickname: 'a\0b' }, { list: [{ deep: 'lone \ud800 half' }] }, { 'na\0me': 1 }])(
  'refuses metadata that the database cannot store: %j',
  async (data) => {
    const answer = await auth.post('/signup', { email: 'ann@example.org', password, data })
    expect(answer.status).toBe(400)
    expect(answer.body['code']).toBe('bad_json')
    await expectNothingStored()
  },
)
