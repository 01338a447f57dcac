import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { sql } from '../../platform/database/index.ts'
import { noRateLimits } from '../../platform/rate-limits/index.ts'
import { createAuthCaller, password, registration, sessionIn } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
beforeEach(async () => {
  await test.runJobs()
  for (const table of [sql`users`, sql`rate_limits`]) await test.database.run(sql`DELETE FROM ${table}`)
  const { outbox } = test.platform.mailer
  await outbox?.removeSent(await outbox.listIds())
})
const count = async (table: 'users' | 'profiles' | 'sessions' | 'one_time_tokens') => {
  const rows = await test.database.rows<{ n: number }>(
    {
      users: sql`SELECT count(*) AS n FROM users`,
      profiles: sql`SELECT count(*) AS n FROM profiles`,
      sessions: sql`SELECT count(*) AS n FROM sessions`,
      one_time_tokens: sql`SELECT count(*) AS n FROM one_time_tokens`,
    }[table],
  )
  return rows[0]?.n
}

async function expectNothingStored() {
  expect(await count('users')).toBe(0)
  expect(await count('profiles')).toBe(0)
  expect(await count('sessions')).toBe(0)
  expect(await auth.mails()).toEqual([])
}

describe('a registration', () => {
  it('signs in at once, while its address is still unconfirmed (SIGNUP-7)', async () => {
    const { status, body } = await auth.post('/signup', {
      email: 'Ann@Example.org',
      password,
      data: registration,
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: test.clock.now().getTime() / 1000 + 3600,
      user: {
        email: 'ann@example.org',
        aud: 'authenticated',
        role: 'authenticated',
        phone: '',
        app_metadata: { provider: 'email', providers: ['email'] },
        user_metadata: registration,
        is_anonymous: false,
      },
    })
    expect(body['user']).not.toHaveProperty('email_confirmed_at')
    expect(body['user']).not.toHaveProperty('confirmed_at')
    expect((await auth.user(sessionIn({ status, body, headers: new Headers() }).accessToken)).status).toBe(
      200,
    )
  })

  it('stores the profile and mails a confirmation link to the dashboard (SIGNUP-8, SIGNUP-9)', async () => {
    await auth.signUp('ann@example.org')
    const {
      full_name: fullName,
      date_of_birth: dateOfBirth,
      address,
      sex,
      phone_number: phoneNumber,
    } = registration
    expect(
      await test.database.row(sql`SELECT full_name, date_of_birth, address, sex, phone_number FROM profiles`),
    ).toEqual({ fullName, dateOfBirth, address, sex, phoneNumber })
    const mails = await auth.mails()
    expect(mails).toHaveLength(1)
    expect(mails[0]).toMatchObject({ to: 'ann@example.org', subject: 'Confirm your email address' })
    const link = await auth.mailedLink('ann@example.org')
    expect(link.searchParams.get('redirect_to')).toBe('http://localhost:3000/dashboard')
  })

  it.each([
    ['+4407700 900123', '+447700900123'],
    ['+44 7700 900123', '+447700900123'],
    ['+1(212) 555-0123 ext. 12', '+12125550123;ext=12'],
    ['+966٠٥٠ ١٢٣ ٤٥٦٧', '+966501234567'],
    ['+4412345', '+4412345'],
  ])('stores the phone number %s as %s, and the metadata unchanged (SIGNUP-17)', async (typed, stored) => {
    const data = { ...registration, phone_number: typed }
    const { body } = await auth.post('/signup', { email: 'ann@example.org', password, data })
    expect(await test.database.row(sql`SELECT phone_number FROM profiles`)).toEqual({ phoneNumber: stored })
    expect(body['user']).toMatchObject({ user_metadata: data })
  })

  it.each(['+999 1234567', '+44 call me', '+441234567890123456'])(
    "refuses %s with the form's message, and stores nothing (SIGNUP-17)",
    async (phone) => {
      const data = { ...registration, phone_number: phone }
      const { status, body, headers } = await auth.post('/signup', {
        email: 'ann@example.org',
        password,
        data,
      })
      expect([status, body['message']]).toEqual([422, 'Please enter a valid phone number'])
      expect(headers.get('x-refused-for')).toBe('phoneNumber')
      await expectNothingStored()
    },
  )

  it('returns no hash, token or column that is not in the protocol (AUTH-2)', async () => {
    const { body } = await auth.post('/signup', { email: 'ann@example.org', password, data: registration })
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|identityId|password_hash/)
  })

  it('refuses incomplete data with all specified messages at once, and stores nothing (SIGNUP-4, ERROR-4)', async () => {
    const data = { ...registration, full_name: 'A', sex: 'unknown', phone_number: 'call me' }
    const { status, body, headers } = await auth.post('/signup', {
      email: 'ann@example.org',
      password,
      data,
    })
    expect(status).toBe(422)
    expect(headers.get('x-refused-for')).toBe('fullName sex phoneNumber')
    expect(body['message']).toBe(
      'Name must be at least 2 characters. Please select your sex assigned at birth. Please enter a valid phone number',
    )
    const { date_of_birth: _, ...withoutBirth } = registration
    const second = await auth.post('/signup', { email: 'ann@example.org', password, data: withoutBirth })
    expect(second.status).toBe(422)
    expect(second.body['message']).toBe('You must be at least 18 years old')
    await expectNothingStored()
  })
})

describe('a sign-up without registration data', () => {
  it('makes an account without a profile and with exactly the given metadata (SIGNUP-14)', async () => {
    const { status, body } = await auth.post('/signup', {
      email: 'ann@example.org',
      password,
      data: { status: 'alpha' },
    })
    expect(status).toBe(200)
    expect(body['user']).toMatchObject({ user_metadata: { status: 'alpha' } })
    expect(await count('profiles')).toBe(0)
  })

  it('accepts null and absent PKCE members, and absent metadata (AUTH-6)', async () => {
    const nulls = { code_challenge: null, code_challenge_method: null, gotrue_meta_security: {} }
    expect((await auth.post('/signup', { email: 'ann@example.org', password, ...nulls })).status).toBe(200)
    expect((await auth.post('/signup', { email: 'bob@example.org', password })).status).toBe(200)
  })
})

describe('read-only members', () => {
  it('are ignored at sign-up (SIGNUP-15, AUTH-6)', async () => {
    const { body } = await auth.post('/signup', {
      email: 'ann@example.org',
      password,
      id: '00000000-0000-4000-8000-000000000000',
      role: 'service_role',
      aud: 'admin',
      email_confirmed_at: '2020-01-01T00:00:00Z',
      app_metadata: { provider: 'google', roles: ['admin'] },
      is_super_admin: true,
    })
    expect(body['user']).toMatchObject({
      role: 'authenticated',
      aud: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
    })
    expect(body['user']).not.toHaveProperty('email_confirmed_at')
    expect(body['user']).not.toMatchObject({ id: '00000000-0000-4000-8000-000000000000' })
  })

  it('cannot be set through the metadata either', async () => {
    const { body } = await auth.post('/signup', {
      email: 'ann@example.org',
      password,
      data: { sub: 'x', email: 'y@z' },
    })
    const identities = (body['user'] as { identities: { identity_data: object }[] }).identities
    expect(identities[0]?.identity_data).toMatchObject({ email: 'ann@example.org', email_verified: false })
    expect(identities[0]?.identity_data).not.toMatchObject({ sub: 'x' })
  })

  it('cannot be set through __proto__ (SIGNUP-15)', async () => {
    const body = `{"email":"ann@example.org","password":"${password}","data":{"__proto__":{"polluted":true},"a":{"__proto__":{"polluted":true}}}}`
    const answer = await auth.post('/signup', body)
    expect(answer.status).toBe(200)
    expect(answer.body['user']).toMatchObject({ user_metadata: { a: {} } })
    expect(JSON.stringify(answer.body)).not.toContain('polluted')
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })
})

describe('a known address', () => {
  it('is refused, in upper or lower case, and changes nothing once it is confirmed (SIGNUP-10)', async () => {
    await auth.signUp('ann@example.org')
    await auth.confirm('ann@example.org')
    const mailsBefore = (await auth.mails()).length
    const again = await auth.post('/signup', { email: 'ANN@example.org', password: 'Another 1 horse' })
    expect(again.status).toBe(422)
    expect(again.body).toEqual({ code: 'user_already_exists', message: 'User already registered' })
    // Its owner gets a mail (MAIL-23).
    expect(await auth.mails()).toHaveLength(mailsBefore + 1)
    expect(await count('one_time_tokens')).toBe(0)
    expect((await auth.signIn('ann@example.org', 'Another 1 horse')).status).toBe(400)
  })

  it('gets a link while it is unconfirmed, and only that link replaces the earlier registration (SIGNUP-11)', async () => {
    const stranger = await auth.signUp('ann@example.org')
    const own = { ...registration, full_name: 'The Owner' }
    const ownPassword = 'Staple battery 4'
    const again = await auth.post('/signup', { email: 'ann@example.org', password: ownPassword, data: own })
    expect([again.status, again.body['code']]).toEqual([422, 'user_already_exists'])
    expect((await auth.signIn('ann@example.org', ownPassword)).status).toBe(400)
    expect((await auth.user(stranger.accessToken)).status).toBe(200)

    const mails = await auth.mails()
    expect(mails.map(({ subject }) => subject)).toContain('Confirm your new registration')
    const link = await auth.mailedLink('ann@example.org')
    expect((await auth.press(link, { password: ownPassword })).status).toBe(200)
    expect((await auth.signIn('ann@example.org', ownPassword)).status).toBe(200)
    expect((await auth.signIn('ann@example.org', password)).status).toBe(400)
    expect((await auth.user(stranger.accessToken)).body['code']).toBe('session_not_found')
    expect((await auth.refresh(stranger.refreshToken)).body['code']).toBe('refresh_token_not_found')
    expect(await test.database.row(sql`SELECT full_name FROM profiles`)).toEqual({ fullName: 'The Owner' })
  })

  it('gets no second mail when a person submits twice (SIGNUP-12)', async () => {
    await auth.signUp('ann@example.org')
    expect(
      (await auth.post('/signup', { email: 'ann@example.org', password, data: registration })).status,
    ).toBe(422)
    expect(await auth.mails()).toHaveLength(1)
  })

  it('gets one account when 50 sign up with it at once (SIGNUP-10)', async () => {
    const settings = { ...test.platform.settings, trustProxy: true }
    const app = createApp({ ...test.platform, settings, rateLimits: noRateLimits })
    const caller = createAuthCaller(test, app)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        caller.post(
          '/signup',
          { email: 'ann@example.org', password, data: registration },
          // Each from its own network, because the number of passwords per network that wait for the estimator is
          // limited.
          { headers: { 'x-forwarded-for': `192.0.2.${i}` } },
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body['code'] === 'user_already_exists')).toHaveLength(49)
    expect(await count('users')).toBe(1)
    expect(await count('sessions')).toBe(1)
    expect(await auth.mails()).toHaveLength(1)
  })
})
