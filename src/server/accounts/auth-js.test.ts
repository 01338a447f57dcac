import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { AuthApiError, type AuthChangeEvent, AuthClient, AuthWeakPasswordError } from '@supabase/auth-js'
import type { Hono } from 'hono'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import type { AppEnv } from '../http/app-env.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { createAuthCaller, password, registration } from '../testing/auth-caller.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

// The unchanged client over a real socket. It looks at the real time, so the server's clock shows it too.
let test: TestApp
let server: ReturnType<typeof serve>
let url: string
let email: string
let number = 0
beforeAll(async () => {
  test = await createTestApp()
  const app: Hono<AppEnv> = createApp({ ...test.platform, rateLimits: noRateLimits })
  server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/auth/v1`
})
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve))
  await test.close()
})
beforeEach(() => {
  test.clock.set(new Date())
  email = `person${++number}@example.org`
})

/** A browser of its own: nothing is kept between two of them. */
function client(flowType: 'implicit' | 'pkce' = 'implicit') {
  const kept = new Map<string, string>()
  return new AuthClient({
    url,
    flowType,
    autoRefreshToken: false,
    persistSession: true,
    storage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
  })
}

async function signedUp(flowType: 'implicit' | 'pkce' = 'implicit') {
  const auth = client(flowType)
  const { data, error } = await auth.signUp({ email, password, options: { data: registration } })
  expect(error).toBeNull()
  if (!data.session) throw new Error('sign-up gave no session')
  return { auth, session: data.session }
}

const tokenIn = (link: URL) => link.searchParams.get('token') ?? link.searchParams.get('token_hash') ?? ''

describe('the published client', () => {
  it('signs up into a session of an unconfirmed address', async () => {
    const { auth, session } = await signedUp()
    expect(session.user).toMatchObject({ email, phone: '', user_metadata: registration })
    expect(session.user.email_confirmed_at).toBeUndefined()
    expect((await auth.getSession()).data.session?.access_token).toBe(session.access_token)
    expect((await auth.getUser()).data.user?.id).toBe(session.user.id)
  })

  it('signs in and out, and is told of both', async () => {
    await signedUp()
    const auth = client()
    const events: AuthChangeEvent[] = []
    auth.onAuthStateChange((event) => {
      events.push(event)
    })
    const { data, error } = await auth.signInWithPassword({ email, password })
    expect(error).toBeNull()
    expect(data.weakPassword ?? null).toBeNull()
    expect((await auth.signOut()).error).toBeNull()
    expect((await auth.getSession()).data.session).toBeNull()
    expect(events.filter((event) => event !== 'INITIAL_SESSION')).toEqual(['SIGNED_IN', 'SIGNED_OUT'])
    const gone = await client().getUser(data.session?.access_token)
    expect(gone.error?.name).toBe('AuthSessionMissingError')
  })

  it('understands refusals', async () => {
    const { error: unknown } = await client().signInWithPassword({ email, password })
    expect(unknown).toBeInstanceOf(AuthApiError)
    expect(unknown).toMatchObject({
      status: 400,
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    const { error: weak } = await client().signUp({ email, password: '12345' })
    expect(weak).toBeInstanceOf(AuthWeakPasswordError)
    expect((weak as AuthWeakPasswordError).reasons).toEqual(['length'])
    await signedUp()
    const { error: twice } = await client().signUp({ email, password: 'Another one 1' })
    expect(twice).toMatchObject({ status: 422, code: 'user_already_exists' })
    const data = { ...registration, date_of_birth: new Date().toISOString().slice(0, 10) }
    const { error: young } = await client().signUp({ email: `young-${email}`, password, options: { data } })
    expect(young).toMatchObject({ status: 422, message: 'You must be at least 18 years old' })
  })

  it('refreshes', async () => {
    const { auth, session } = await signedUp()
    const { data, error } = await auth.refreshSession()
    expect(error).toBeNull()
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
    expect(data.session?.access_token).not.toBe(session.access_token)
    const bad = await client().refreshSession({ refresh_token: 'invalid' })
    expect(bad.error?.message).toBe('Invalid Refresh Token: Refresh Token Not Found')
  })

  it('takes a session over from its tokens', async () => {
    const { session } = await signedUp()
    const { data, error } = await client().setSession(session)
    expect(error).toBeNull()
    expect(data.user?.email).toBe(email)
  })

  it('verifies claims with the published keys', async () => {
    const { auth, session } = await signedUp()
    const { data, error } = await auth.getClaims()
    expect(error).toBeNull()
    expect(data?.header.alg).toBe('ES256')
    expect(data?.claims).toMatchObject({ sub: session.user.id, email, aal: 'aal1', role: 'authenticated' })
    const [header, , signature] = session.access_token.split('.')
    const edited = Buffer.from(JSON.stringify({ ...data?.claims, role: 'service_role' })).toString(
      'base64url',
    )
    expect((await auth.getClaims(`${header}.${edited}.${signature}`)).error).not.toBeNull()
  })

  it('updates the user', async () => {
    const { auth } = await signedUp()
    const { data, error } = await auth.updateUser({ data: { hello: 'world' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toMatchObject({ hello: 'world' })
    const changed = await auth.updateUser({ password: 'Brand new 1 horse', current_password: password })
    expect(changed.error).toBeNull()
    expect((await client().signInWithPassword({ email, password: 'Brand new 1 horse' })).error).toBeNull()
    const refused = await auth.updateUser({ password: 'short', current_password: 'Brand new 1 horse' })
    expect(refused.error).toBeInstanceOf(AuthWeakPasswordError)
  })

  it('resets a password by the mailed link', async () => {
    await signedUp()
    const redirectTo = 'http://localhost:3000/reset-password'
    expect((await client().resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const link = await createAuthCaller(test).mailedLink(email)
    const auth = client()
    const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(link) })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect((await auth.updateUser({ password: 'Brand new 1 horse' })).error).toBeNull()
    const again = await client().verifyOtp({ type: 'recovery', token_hash: tokenIn(link) })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  it('does not learn from recovery or resending who has an account', async () => {
    expect(await client().resetPasswordForEmail(email)).toMatchObject({ data: {}, error: null })
    expect((await client().resend({ type: 'signup', email })).error).toBeNull()
    expect((await client().signInWithOtp({ email })).error).toBeNull()
  })

  it('exchanges the code of a PKCE link', async () => {
    const { auth } = await signedUp('pkce')
    const target = await createAuthCaller(test).open(await createAuthCaller(test).mailedLink(email))
    const { data, error } = await auth.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
  })

  it('reauthenticates, changes the address and signs other devices out', async () => {
    const { auth } = await signedUp()
    const caller = createAuthCaller(test)
    await caller.open(await caller.mailedLink(email))
    expect((await auth.reauthenticate()).error).toBeNull()
    expect((await auth.updateUser({ email: `new-${email}` })).data.user?.new_email).toBe(`new-${email}`)
    const other = client()
    await other.signInWithPassword({ email, password })
    expect((await auth.signOut({ scope: 'others' })).error).toBeNull()
    expect((await other.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await auth.getUser()).error).toBeNull()
  })
})
