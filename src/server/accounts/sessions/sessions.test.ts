import { beforeEach, describe, expect, it } from 'vitest'
import { profileSchema, signedInDeviceSchema } from '../../../contract/account.ts'
import { fillAddress } from '../../../contract/address.ts'
import { sql } from '../../platform/database/index.ts'
import { createAuthCaller, registration, sessionIn, type TestSession } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'
import { elevateSession, openSessionByHash } from '../stores/session-store.ts'
import { lockUser } from '../stores/user-store.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
let email: string
let here: TestSession
let there: TestSession
let number = 0
beforeEach(async () => {
  test.clock.advance(60 * 60 * 1000)
  email = `person${++number}@example.org`
  there = await auth.signUp(email)
  test.clock.advance(60 * 1000)
  const headers = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0' }
  here = sessionIn(
    await auth.post('/token?grant_type=password', { email, password: 'Correct-horse 17' }, { headers }),
  )
})

const isSignedIn = async ({ accessToken }: TestSession) => (await auth.user(accessToken)).status === 200
const logOut = (scope: string, token = here.accessToken) =>
  auth.call('POST', `/auth/v1/logout${scope}`, { token })

it('ends the session that was used least recently when an account with 200 opens one more (SESSION-19)', async () => {
  const { id } = (await auth.user(here.accessToken)).body as { id: string }
  await test.database.run(sql`
    INSERT INTO sessions (id, user_id, amr, created_at, refreshed_at)
    SELECT gen_random_uuid(), ${id}, '[]', ${test.clock.now()}, ${test.clock.now()}::timestamptz - n * interval '1 second'
    FROM generate_series(1, 300) AS n`)
  test.clock.advance(1000)
  const newest = await Promise.all(Array.from({ length: 3 }, () => auth.signIn(email, 'Correct-horse 17')))
  expect(newest.map(({ status }) => status)).toEqual([200, 200, 200])
  const row = await test.database.row<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM sessions WHERE user_id = ${id}`)
  expect(row?.count).toBe(200)
  expect(await isSignedIn(here)).toBe(true)
  expect(await isSignedIn(there)).toBe(true)
})

it('ends only sessions of the same kind where the account has an app: 200 with the second step, 10 without, also for fifty at once (SESSION-19)', async () => {
  const { id } = (await auth.user(here.accessToken)).body as { id: string }
  await auth.post('/logout?scope=others', {}, { token: here.accessToken })
  await test.database.run(sql`
    INSERT INTO authenticator_apps (id, user_id, sealed_secret, created_at, confirmed_at)
    VALUES (gen_random_uuid(), ${id}, '', ${test.clock.now()}, ${test.clock.now()})`)
  await test.database.run(
    sql`UPDATE sessions SET amr = '[{"method": "totp", "timestamp": 1}]' WHERE user_id = ${id}`,
  )
  await test.database.run(sql`
    INSERT INTO sessions (id, user_id, amr, created_at, refreshed_at)
    SELECT gen_random_uuid(), ${id}, '[{"method": "totp", "timestamp": 1}]', ${test.clock.now()},
      ${test.clock.now()}::timestamptz - n * interval '1 second'
    FROM generate_series(1, 199) AS n`)
  const countKinds = () =>
    test.database.row(sql`
      SELECT count(*) FILTER (WHERE amr @> '[{"method": "totp"}]') AS two,
        count(*) FILTER (WHERE NOT amr @> '[{"method": "totp"}]') AS one
      FROM sessions WHERE user_id = ${id}`)
  test.clock.advance(1000)
  const row = await test.database.row<{ passwordHash: string }>(sql`
    SELECT password_hash FROM users WHERE id = ${id}`)
  const device = { ip: '192.0.2.1', userAgent: null }
  const wished = { userId: id, method: 'password', device, now: test.clock.now() } as const
  const { passwordHash = '' } = row ?? {}
  const open = () => test.database.transaction((tx) => openSessionByHash(tx, { ...wished, passwordHash }))
  expect(await Promise.all(Array.from({ length: 50 }, open))).not.toContain(null)
  expect(await countKinds()).toEqual({ two: 200, one: 10 })
  expect(await isSignedIn(here)).toBe(true)

  const [raised] = await test.database.rows<{ id: string }>(sql`
    SELECT id FROM sessions WHERE user_id = ${id} AND NOT amr @> '[{"method": "totp"}]' LIMIT 1`)
  await test.database.transaction(async (tx) => {
    await lockUser(tx, id)
    await elevateSession(tx, { id: raised?.id ?? '', userId: id }, { method: 'totp', now: test.clock.now() })
  })
  expect(await countKinds()).toEqual({ two: 200, one: 9 })
  expect(await isSignedIn(here)).toBe(true)
})

describe('logging out', () => {
  it('ends every session of this person at once without a scope, and none of another person (SESSION-7)', async () => {
    const other = await auth.signUp(`other-${email}`)
    const answer = await logOut('')
    expect(answer.status).toBe(204)
    expect(await isSignedIn(here)).toBe(false)
    expect(await isSignedIn(there)).toBe(false)
    expect((await auth.refresh(here.refreshToken)).body['code']).toBe('refresh_token_not_found')
    expect(await isSignedIn(other)).toBe(true)
  })

  it('ends only this session with the scope `local` (SESSION-11)', async () => {
    expect((await logOut('?scope=local')).status).toBe(204)
    expect(await isSignedIn(here)).toBe(false)
    expect(await isSignedIn(there)).toBe(true)
  })

  it('ends all sessions except this one with the scope `others` (SESSION-11)', async () => {
    expect((await logOut('?scope=others')).status).toBe(204)
    expect(await isSignedIn(here)).toBe(true)
    expect(await isSignedIn(there)).toBe(false)
  })

  it('ends nothing with an unknown scope, or when signed out (SESSION-11, AUTH-16)', async () => {
    expect((await logOut('?scope=everyone')).status).toBe(400)
    expect((await auth.call('POST', '/auth/v1/logout')).status).toBe(401)
    expect(await isSignedIn(here)).toBe(true)
    expect(await isSignedIn(there)).toBe(true)
  })
})

describe('the list of devices', () => {
  const list = async (token = here.accessToken) => {
    const { status, body } = await auth.call('GET', '/api/sessions', { token })
    expect(status).toBe(200)
    return signedInDeviceSchema.array().parse(body)
  }

  it('shows the times and origin of each, marks the current one, and puts the last used first (SETTINGS-6)', async () => {
    expect(await list()).toMatchObject([
      {
        current: true,
        userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/145.0',
        signedInAt: test.clock.now().toISOString(),
        lastUsedAt: test.clock.now().toISOString(),
      },
      { current: false, userAgent: null },
    ])
    test.clock.advance(60_000)
    await auth.refresh(there.refreshToken)
    expect((await list()).map(({ current }) => current)).toEqual([false, true])
  })

  it('can sign out a device (SETTINGS-6)', async () => {
    const [, other] = await list()
    const path = fillAddress('DELETE /api/sessions/:id', { id: other?.id ?? '' })
    expect((await auth.call('DELETE', path, { token: here.accessToken })).status).toBe(204)
    expect(await isSignedIn(there)).toBe(false)
    expect(await isSignedIn(here)).toBe(true)
    expect((await auth.call('DELETE', path, { token: here.accessToken })).status).toBe(404)
    expect((await auth.call('DELETE', '/api/sessions/x', { token: here.accessToken })).status).toBe(404)
  })
})

describe('the profile', () => {
  const profile = async (token = here.accessToken) => {
    const { status, body } = await auth.call('GET', '/api/profile', { token })
    expect(status).toBe(200)
    return profileSchema.parse(body)
  }
  const rename = (full_name: unknown, token = here.accessToken) =>
    auth.call('PATCH', '/api/profile', { token, body: { full_name } })

  it('contains the data of the registration', async () => {
    expect(await profile()).toEqual({
      id: here.userId,
      email,
      emailVerified: false,
      fullName: registration.full_name,
      dateOfBirth: registration.date_of_birth,
    })
    await auth.confirm(email)
    expect(await profile()).toMatchObject({ emailVerified: true })
  })

  it('accepts a new name, even an empty one, and shows it in the session (SETTINGS-3)', async () => {
    const { status, body } = await rename('  Ann Łukasiewicz ')
    expect(status).toBe(200)
    expect(body).toMatchObject({ fullName: 'Ann Łukasiewicz', dateOfBirth: registration.date_of_birth })
    expect((await auth.user(here.accessToken)).body['user_metadata']).toMatchObject({
      full_name: 'Ann Łukasiewicz',
    })
    expect((await rename('')).body).toMatchObject({ fullName: '' })
  })

  it("changes only the name, and only the person's own (SETTINGS-4)", async () => {
    const stranger = await auth.signUp(`other-${email}`)
    await auth.call('PATCH', '/api/profile', {
      token: here.accessToken,
      body: { full_name: 'New', id: stranger.userId, email: 'x@example.org', dateOfBirth: '2000-01-01' },
    })
    expect(await profile(stranger.accessToken)).toMatchObject({ fullName: registration.full_name })
    expect(await profile()).toMatchObject({ email, fullName: 'New', dateOfBirth: registration.date_of_birth })
  })

  it('has the name in the metadata and no birth date without registration data', async () => {
    const { accessToken } = await auth.signUp(`bare-${email}`, { data: {} })
    expect(await profile(accessToken)).toMatchObject({ fullName: '', dateOfBirth: null })
    await rename('Bare', accessToken)
    expect(await profile(accessToken)).toMatchObject({ fullName: 'Bare', dateOfBirth: null })
  })
})
