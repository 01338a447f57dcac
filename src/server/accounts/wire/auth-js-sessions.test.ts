import type { AuthChangeEvent, Session } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { password } from '../../testing/auth-caller.ts'
import {
  type AuthJsBrowser,
  type AuthJsServer,
  sessionKey,
  startAuthJsServer,
} from '../../testing/auth-js-server.ts'

let server: AuthJsServer
let browser: AuthJsBrowser
let session: Session
let email: string
let number = 0
beforeAll(async () => {
  server = await startAuthJsServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  server.test.clock.set(new Date())
  email = `session${++number}@example.org`
  browser = server.browser()
  const { data } = await browser.auth.signUp({ email, password })
  if (!data.session) throw new Error('sign-up gave no session')
  session = data.session
})

const elsewhere = () => server.browser().auth

/** Stores a session as after an hour asleep: with an expired access token. */
function keepExpired({ kept }: AuthJsBrowser, changes: Partial<Session> = {}) {
  const expiresAt = Math.floor(Date.now() / 1000) - 60
  kept.set(sessionKey, JSON.stringify({ ...session, expires_at: expiresAt, ...changes }))
}

function unsigned(claims: object): string {
  const parts = [{ alg: 'HS256', typ: 'JWT' }, claims].map((part) => JSON.stringify(part))
  return [...parts, 'signature'].map((part) => Buffer.from(part).toString('base64url')).join('.')
}

const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds

describe('a session in the published client', () => {
  it.each([
    ['its own', () => browser.auth.refreshSession()],
    ['a given', () => elsewhere().refreshSession({ refresh_token: session.refresh_token })],
  ])('is refreshed with %s token', async (_, refresh) => {
    const { data, error } = await refresh()
    expect(error).toBeNull()
    expect(data.session).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: { email } })
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.session?.access_token).not.toBe(session.access_token)
  })

  it('is refreshed automatically when it expires', async () => {
    keepExpired(browser)
    const { data, error } = await browser.auth.getSession()
    expect(error).toBeNull()
    expect(data.session?.access_token).not.toBe(session.access_token)
    expect(browser.calls).toEqual(['POST /signup', 'POST /token'])
  })

  it('has one successor when two tabs refresh at the same time (AUTH-20)', async () => {
    const refresh = () => elsewhere().refreshSession({ refresh_token: session.refresh_token })
    const [one, two] = await Promise.all([refresh(), refresh()])
    expect([one.error, two.error]).toEqual([null, null])
    expect(one.data.session?.refresh_token).toBe(two.data.session?.refresh_token)
    expect(one.data.session?.refresh_token).not.toBe(session.refresh_token)
  })

  it('refreshes once for two simultaneous calls in one tab', async () => {
    keepExpired(browser)
    const [one, two] = await Promise.all([browser.auth.getSession(), browser.auth.getUser()])
    expect([one.error, two.error]).toEqual([null, null])
    expect(browser.calls.filter((call) => call === 'POST /token')).toHaveLength(1)
  })

  it('can be restored from its tokens, is kept, and can change data (AUTH-20)', async () => {
    const auth = elsewhere()
    const { data, error } = await auth.setSession(session)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
    expect((await auth.getSession()).data.session?.refresh_token).toBe(session.refresh_token)
    const changed = await auth.updateUser({ data: { hello: 'world' } })
    expect(changed.data.user?.user_metadata).toEqual({ hello: 'world' })
  })

  it('cannot be restored from an unknown refresh token', async () => {
    const message = 'Invalid Refresh Token: Refresh Token Not Found'
    const given = await elsewhere().refreshSession({ refresh_token: 'invalid-refresh-token' })
    expect(given.data.session).toBeNull()
    expect(given.error).toMatchObject({ status: 400, code: 'refresh_token_not_found', message })
    const ended = unsigned({ sub: 'x', exp: inSeconds(-60) })
    const taken = await elsewhere().setSession({
      access_token: ended,
      refresh_token: 'invalid-refresh-token',
    })
    expect(taken.data.session).toBeNull()
    expect(taken.error?.message).toBe(message)
  })

  it('is removed from the browser without an exception when the server does not know it (SESSION-9)', async () => {
    keepExpired(browser, { access_token: 'expired-token', refresh_token: 'expired-refresh-token' })
    const { data, error } = await browser.auth.getSession()
    expect(data.session).toBeNull()
    expect(error?.message).toContain('Invalid Refresh Token')
    expect(browser.kept.has(sessionKey)).toBe(false)
  })
})

describe('claims in the published client', () => {
  it('are verified with the published keys, without a request for the user (AUTH-3)', async () => {
    const { data, error } = await browser.auth.getClaims()
    expect(error).toBeNull()
    expect(browser.calls).toEqual(['POST /signup', 'GET /.well-known/jwks.json'])
    expect(data?.header.alg).toBe('ES256')
    expect(data?.claims).toMatchObject({
      sub: session.user.id,
      email,
      phone: '',
      aud: 'authenticated',
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: expect.any(Number) }],
      iss: expect.any(String),
      iat: expect.any(Number),
      exp: expect.any(Number),
      session_id: expect.any(String),
      jti: expect.any(String),
      app_metadata: expect.any(Object),
      user_metadata: {},
      is_anonymous: false,
    })
  })

  it('are refused when they were edited or are unsigned', async () => {
    const { data } = await browser.auth.getClaims()
    const [header, , signature] = session.access_token.split('.')
    const edited = Buffer.from(JSON.stringify({ ...data?.claims, role: 'service_role' }))
    const forged = await browser.auth.getClaims(`${header}.${edited.toString('base64url')}.${signature}`)
    expect(forged.data).toBeNull()
    expect(forged.error?.message).toBe('Invalid JWT signature')
    // The client cannot check a shared secret and asks the server.
    const shared = await browser.auth.getClaims(unsigned({ sub: session.user.id, exp: inSeconds(3600) }))
    expect(shared.data).toBeNull()
    expect(shared.error?.message).toContain('unable to parse or verify signature')
  })

  it('come from a refreshed token when the stored one has expired', async () => {
    keepExpired(browser)
    const { data, error } = await browser.auth.getClaims()
    expect(error).toBeNull()
    expect(data?.claims).toMatchObject({ sub: session.user.id, email })
    expect(browser.calls).toContain('POST /token')
  })
})

describe('signing out with the published client', () => {
  it('ends the session here and on the server, and notifies the listeners (AUTH-6)', async () => {
    const events: AuthChangeEvent[] = []
    browser.auth.onAuthStateChange((event) => {
      events.push(event)
    })
    expect((await browser.auth.signOut()).error).toBeNull()
    expect((await browser.auth.getSession()).data.session).toBeNull()
    expect((await browser.auth.getUser()).data.user).toBeNull()
    expect(events.at(-1)).toBe('SIGNED_OUT')
    const gone = await elsewhere().getUser(session.access_token)
    expect(gone.error?.name).toBe('AuthSessionMissingError')
  })

  it('with the scope `others` leaves this browser signed in (AUTH-16)', async () => {
    const other = elsewhere()
    await other.signInWithPassword({ email, password })
    expect((await browser.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await browser.auth.getUser()).error).toBeNull()
  })

  it('with the scope `local` leaves the others signed in', async () => {
    const other = elsewhere()
    await other.signInWithPassword({ email, password })
    expect((await browser.auth.signOut({ scope: 'local' })).error).toBeNull()
    expect((await elsewhere().getUser(session.access_token)).error?.name).toBe('AuthSessionMissingError')
    expect((await other.getUser()).error).toBeNull()
  })

  it('works for the holder of the token, and refuses an invalid one', async () => {
    const { admin } = elsewhere()
    expect((await admin.signOut('this-is-a-bad-token')).error?.message).toMatch(/^invalid JWT/)
    expect((await browser.auth.getUser()).error).toBeNull()
    expect((await admin.signOut(session.access_token)).error).toBeNull()
    expect((await browser.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('succeeds when the account is gone', async () => {
    await server.test.database.run(sql`DELETE FROM users WHERE email = ${email}`)
    expect((await browser.auth.signOut()).error).toBeNull()
    expect(browser.kept.has(sessionKey)).toBe(false)
  })
})
