import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { sql } from '../../platform/database/index.ts'
import { createAuthCaller, linkIn, password, sessionIn } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
beforeAll(async () => {
  await auth.signUp('ann@example.org')
})
beforeEach(() => test.clock.advance(2 * 60 * 60 * 1000))

it('opens a separate session for the right password, confirmed or not (SIGNIN-7)', async () => {
  const first = await auth.signIn('ann@example.org')
  expect(first.status).toBe(200)
  expect(first.body).toMatchObject({
    token_type: 'bearer',
    expires_in: 3600,
    weak_password: null,
    user: { email: 'ann@example.org', last_sign_in_at: test.clock.now().toISOString() },
  })
  const second = await auth.signIn(' ANN@Example.org ')
  expect(sessionIn(second).refreshToken).not.toBe(sessionIn(first).refreshToken)
  expect((await auth.user(sessionIn(first).accessToken)).status).toBe(200)
})

it('signs claims with the session and its authentication methods, newest first (AUTH-3)', async () => {
  const { accessToken, userId } = sessionIn(await auth.signIn('ann@example.org'))
  const now = test.clock.now().getTime() / 1000
  expect(JSON.parse(Buffer.from(accessToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    iss: 'http://localhost:3000/auth/v1',
    sub: userId,
    aud: 'authenticated',
    role: 'authenticated',
    email: 'ann@example.org',
    phone: '',
    aal: 'aal1',
    amr: [{ method: 'password', timestamp: now }],
    session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    is_anonymous: false,
    iat: now,
    exp: now + 3600,
    jti: expect.any(String),
  })
})

it('gives an unknown address and a wrong password the same answer after the same work (SIGNIN-6)', async () => {
  let verified = 0
  let hashed = 0
  const { passwords } = test.platform
  const app = createApp({
    ...test.platform,
    passwords: {
      ...passwords,
      hash: (...args) => {
        hashed++
        return passwords.hash(...args)
      },
      verify: (...args) => {
        verified++
        return passwords.verify(...args)
      },
    },
  })
  const caller = createAuthCaller(test, app)
  const work = async (email: string, secret: string) => {
    verified = 0
    hashed = 0
    const { status, body } = await caller.signIn(email, secret)
    return { status, body, verified, hashed }
  }
  const wrong = await work('ann@example.org', 'not the password')
  expect(wrong).toEqual({
    status: 400,
    body: { code: 'invalid_credentials', message: 'Invalid login credentials' },
    verified: 1,
    hashed: 0,
  })
  expect(await work('unknown@example.org', 'not the password')).toEqual(wrong)
  expect(await work('not an address', 'not the password')).toEqual(wrong)
  expect(await work('ann@example.org', 'x'.repeat(15_000))).toEqual(wrong)
  expect(await work('ann@example.org', '')).toEqual(wrong)
})

it.each([
  ['password', { password }, 400, 'validation_failed'],
  ['password', { phone: '+447700900123', password }, 400, 'phone_provider_disabled'],
  ['password', { email: { $ne: '' }, password }, 400, 'validation_failed'],
  ['password', { email: 'ann@example.org', password: ['x'] }, 400, 'validation_failed'],
  ['id_token', { id_token: 'x' }, 400, 'invalid_credentials'],
  ['', {}, 400, 'invalid_credentials'],
])('refuses grant %j with %j (AUTH-10)', async (grant, body, status, code) => {
  const answer = await auth.post(`/token?grant_type=${grant}`, body)
  expect(answer.status).toBe(status)
  expect(answer.body['code']).toBe(code)
})

it('reports a ban only after the right password (AUTH-10)', async () => {
  await auth.signUp('banned@example.org')
  await test.database.run(
    sql`UPDATE users SET banned_until = '2999-01-01' WHERE email = 'banned@example.org'`,
  )
  expect((await auth.signIn('banned@example.org', 'wrong password')).body['code']).toBe('invalid_credentials')
  const right = await auth.signIn('banned@example.org')
  expect(right.status).toBe(400)
  expect(right.body).toEqual({ code: 'user_banned', message: 'User is banned' })
})

it.each([
  ['short', { reasons: ['length'], message: 'Password should be at least 6 characters.' }],
  // Only the estimator would notice, and no sign-in waits for it.
  ['password1', null],
])(
  'accepts %s, set under earlier rules, and reports only that it is too short (AUTH-1)',
  async (secret, weakness) => {
    const email = `${secret}@example.org`
    await auth.signUp(email)
    const hash = await test.platform.passwords.hash(secret)
    await test.database.run(sql`UPDATE users SET password_hash = ${hash} WHERE email = ${email}`)
    const { status, body } = await auth.signIn(email, secret)
    expect(status).toBe(200)
    expect(body['weak_password']).toEqual(weakness)
  },
)

describe('guessing', () => {
  const wayIn =
    'You don\'t have to wait if you choose a new password: "Forgot your password?" mails you a link.'
  it('stops after ten wrong passwords for one account from one address, even for the right one, but not for others (SIGNIN-8)', async () => {
    await auth.signUp('target@example.org')
    for (let i = 0; i < 10; i++) {
      expect((await auth.signIn('target@example.org', `guess number ${i}`)).status).toBe(400)
    }
    const blocked = await auth.signIn('target@example.org')
    expect(blocked.status).toBe(429)
    expect(blocked.body).toEqual({
      code: 'over_request_rate_limit',
      message: `Request rate limit reached. Please try again in 15 minutes. ${wayIn}`,
    })
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await auth.signIn('ann@example.org')).status).toBe(200)
    test.clock.advance(15 * 60 * 1000 + 1)
    expect((await auth.signIn('target@example.org')).status).toBe(200)
  })

  it('is limited for unknown addresses too', async () => {
    for (let i = 0; i < 10; i++) expect((await auth.signIn('unknown@example.org', 'guess')).status).toBe(400)
    expect((await auth.signIn('unknown@example.org', 'guess')).status).toBe(429)
  })

  it('gets at most ten answers for simultaneous tries (SIGNIN-8)', async () => {
    await auth.signUp('parallel@example.org')
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => auth.signIn('parallel@example.org', `guess ${i}`)),
    )
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10)
  })

  it('starts from zero after the right password (SIGNIN-9)', async () => {
    await auth.signUp('typist@example.org')
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 8; i++) await auth.signIn('typist@example.org', 'a typing mistake')
      expect((await auth.signIn('typist@example.org')).status).toBe(200)
    }
  })

  it('leaves the owner a mailed link that bypasses the limit, and mentions it (SIGNIN-12)', async () => {
    const email = 'besieged@example.org'
    const { proxied, from } = callFrom(email)
    await auth.signUp(email)
    await auth.confirm(email)
    await test.database.run(sql`DELETE FROM sessions`)
    test.clock.advance(2 * 60 * 60 * 1000)
    const besiege = async () => {
      for (let i = 0; i < 60; i++) await from(`203.0.113.${i}`, 'a wrong guess')
    }
    await besiege()
    for (let i = 0; i < 11; i++) await from('198.51.100.1', 'a typing mistake')
    const locked = await from('198.51.100.1', password)
    expect([locked.status, locked.body['message']]).toEqual([429, expect.stringContaining(wayIn)])
    expect((await from('198.51.100.1', password, 'stranger@example.org')).status).toBe(400)
    await proxied.post('/recover', { email })
    const link = linkIn(await auth.mailedLink(email))
    const chosen = 'Another-Horse 18'
    const headers = { 'X-Forwarded-For': '198.51.100.1' }
    const used = await proxied.post('/links/use', { ...link, new_password: chosen }, { headers })
    expect(used.body).toMatchObject({ outcome: 'done' })
    await besiege()
    expect((await from('198.51.100.1', chosen)).status).toBe(200)
    await test.database.run(sql`DELETE FROM sessions`)
    await besiege()
    expect((await from('203.0.113.99', chosen)).status).toBe(429)
    expect((await from('198.51.100.1', chosen)).status).toBe(200)
    for (let i = 0; i < 10; i++) await from('198.51.100.1', 'a wrong guess')
    expect((await from('198.51.100.1', chosen)).status).toBe(429)
  })

  /** Calls from client addresses, as a proxy forwards them. */
  function callFrom(email: string) {
    const proxied = createAuthCaller(
      test,
      createApp({ ...test.platform, settings: { ...test.platform.settings, trustProxy: true } }),
    )
    const from = (ip: string, secret: string, address = email) =>
      proxied.post(
        '/token?grant_type=password',
        { email: address, password: secret },
        { headers: { 'X-Forwarded-For': ip } },
      )
    return { proxied, from }
  }

  it('from many addresses is stopped without locking the owner out (SIGNIN-8)', async () => {
    const { from } = callFrom('known@example.org')
    await auth.signUp('known@example.org')
    expect((await from('198.51.100.1', password)).status).toBe(200)
    for (let i = 0; i < 50; i++) await from(`203.0.113.${i}`, 'a wrong guess')
    expect((await from('203.0.113.99', 'a wrong guess')).status).toBe(429)
    expect((await from('203.0.113.100', password)).status).toBe(429)
    expect((await from('198.51.100.1', password)).status).toBe(200)
  })
})

it.each([
  ['the password is changed', sql`password_hash = 'other'`],
  ['the account’s erasure begins', sql`closes_at = now(), erasing_at = now()`],
])('opens no session when %s during the password check (SIGNIN-9)', async (_, change) => {
  const email = `${randomUUID()}@example.org`
  const { userId } = await auth.signUp(email)
  const { passwords } = test.platform
  const app = createApp({
    ...test.platform,
    passwords: {
      ...passwords,
      async verify(hash, secret) {
        const matches = await passwords.verify(hash, secret)
        await test.database.run(sql`UPDATE users SET ${change} WHERE id = ${userId}`)
        return matches
      },
    },
  })
  const before = await test.database.rows(sql`SELECT id FROM sessions`)
  expect((await createAuthCaller(test, app).signIn(email)).body['code']).toBe('invalid_credentials')
  expect(await test.database.rows(sql`SELECT id FROM sessions`)).toHaveLength(before.length)
})
