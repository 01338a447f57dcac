import { AuthApiError, type AuthChangeEvent, AuthWeakPasswordError } from '@supabase/auth-js'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAuthCaller, password, registration } from '../../testing/auth-caller.ts'
import { type AuthJsServer, startAuthJsServer } from '../../testing/auth-js-server.ts'

let server: AuthJsServer
let email: string
let number = 0
beforeAll(async () => {
  server = await startAuthJsServer()
})
afterAll(() => server.close())
beforeEach(() => {
  server.test.clock.set(new Date())
  email = `person${++number}@example.org`
})

const client = (flowType?: 'pkce') => server.browser(flowType).auth

async function signedUp(flowType?: 'pkce') {
  const auth = client(flowType)
  const { data, error } = await auth.signUp({ email, password, options: { data: registration } })
  expect(error).toBeNull()
  if (!data.session) throw new Error('sign-up gave no session')
  return { auth, session: data.session }
}

/** Opens the newest mailed link, enters the password on its page, and returns the page's redirect target. */
async function pressMailedLink(): Promise<URL> {
  const caller = createAuthCaller(server.test)
  const { body } = await caller.press(await caller.mailedLink(email))
  return new URL(String(body['redirect_to']))
}

const tokenIn = (link: URL) => link.searchParams.get('token') ?? link.searchParams.get('token_hash') ?? ''

describe('signing up with the published client', () => {
  it('opens a session with an unconfirmed address, and notifies the listeners (AUTH-1)', async () => {
    const auth = client()
    const events: [AuthChangeEvent, string | undefined][] = []
    auth.onAuthStateChange((event, session) => {
      events.push([event, session?.access_token])
    })
    const { data, error } = await auth.signUp({ email, password, options: { data: registration } })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, phone: '', user_metadata: registration })
    expect(data.user?.email_confirmed_at).toBeUndefined()
    expect(events).toContainEqual(['SIGNED_IN', data.session?.access_token])
    expect((await auth.getSession()).data.session?.access_token).toBe(data.session?.access_token)
    expect((await auth.getUser()).data.user?.id).toBe(data.user?.id)
  })

  it('needs no registration data, and accepts a foreign redirect address without using it', async () => {
    const { data, error } = await client().signUp({
      email,
      password,
      options: { data: { nickname: 'Annie' }, emailRedirectTo: 'https://evil.example/' },
    })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect(data.user?.user_metadata).toEqual({ nickname: 'Annie' })
    expect((await pressMailedLink()).origin).toBe('http://localhost:3000')
  })

  it('gives the account one identity with its address (AUTH-2)', async () => {
    const { auth } = await signedUp()
    const { data, error } = await auth.getUserIdentities()
    expect(error).toBeNull()
    expect(data?.identities).toMatchObject([{ provider: 'email', identity_data: { email } }])
  })

  it("is refused with the client's messages and error classes (AUTH-5)", async () => {
    const { error: weak } = await client().signUp({ email, password: '12345' })
    expect(weak).toBeInstanceOf(AuthWeakPasswordError)
    expect((weak as AuthWeakPasswordError).reasons).toEqual(['length'])
    expect(weak?.message).toContain('Password should be at least 6 characters')
    expect((await client().signUp({ email, password: '' })).error).not.toBeNull()
    const { error: malformed } = await client().signUp({ email: 'a', password: '123456' })
    expect(malformed?.message).toContain('Unable to validate email address: invalid format')
    const data = { ...registration, date_of_birth: new Date().toISOString().slice(0, 10) }
    const { error: young } = await client().signUp({ email, password, options: { data } })
    expect(young).toMatchObject({ status: 422, message: 'You must be at least 18 years old' })
  })

  it('with a known address returns neither session nor user (AUTH-9)', async () => {
    await signedUp()
    const { data, error } = await client().signUp({ email, password })
    expect(data).toEqual({ user: null, session: null })
    expect(error).toMatchObject({
      status: 422,
      code: 'user_already_exists',
      message: 'User already registered',
    })
  })
})

describe('signing in with the published client', () => {
  it('works for an unconfirmed address, and shows when the mailed link confirmed it', async () => {
    await signedUp()
    const auth = client()
    const before = await auth.signInWithPassword({ email, password })
    expect(before.error).toBeNull()
    expect(before.data.weakPassword ?? null).toBeNull()
    expect(before.data.user?.email_confirmed_at).toBeUndefined()
    await pressMailedLink()

    const shown = {
      id: before.data.user?.id,
      aud: 'authenticated',
      email,
      phone: '',
      email_confirmed_at: expect.any(String),
      last_sign_in_at: expect.any(String),
      created_at: expect.any(String),
      updated_at: expect.any(String),
      app_metadata: { provider: 'email', providers: ['email'] },
    }
    const { data, error } = await auth.signInWithPassword({ email, password })
    expect(error).toBeNull()
    expect(data.session).toMatchObject({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: expect.any(Number),
      user: shown,
    })
    expect((await auth.getSession()).data.session?.user).toMatchObject(shown)
    expect((await auth.getUser()).data.user).toMatchObject(shown)
    expect((await auth.updateUser({ data: { hello: 'world' } })).data.user).toMatchObject({
      ...shown,
      user_metadata: { ...registration, hello: 'world' },
    })
  })

  it('is refused with a wrong password, and in the same way for an unknown address', async () => {
    await signedUp()
    const refusal = { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' }
    for (const address of [email, `unknown-${email}`]) {
      const { data, error } = await client().signInWithPassword({ email: address, password: 'wrong' })
      expect(data.session).toBeNull()
      expect(error).toBeInstanceOf(AuthApiError)
      expect(error).toMatchObject(refusal)
    }
  })
})

describe('changing data with the published client', () => {
  it('updates the metadata and the password, which must be strong enough (AUTH-13)', async () => {
    const { auth } = await signedUp()
    const { data, error } = await auth.updateUser({ data: { hello: 'world' } })
    expect(error).toBeNull()
    expect(data.user?.user_metadata).toEqual({ ...registration, hello: 'world' })
    const changed = await auth.updateUser({ password: 'Brand new 1 horse', current_password: password })
    expect(changed.error).toBeNull()
    expect((await client().signInWithPassword({ email, password: 'Brand new 1 horse' })).error).toBeNull()
    const refused = await auth.updateUser({ password: 'short', current_password: 'Brand new 1 horse' })
    expect(refused.error).toBeInstanceOf(AuthWeakPasswordError)
  })

  it.each([undefined, 'pkce'] as const)('leaves a new address pending at first (flow %s)', async (flow) => {
    const { auth } = await signedUp(flow)
    await pressMailedLink()
    const { data, error } = await auth.updateUser({ email: `new-${email}`, current_password: password })
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email, new_email: `new-${email}` })
    const malformed = await auth.updateUser({ email: 'invalid-email' })
    expect(malformed.error?.message).toBe('Unable to validate email address: invalid format')
  })

  it('can request a mailed code only for a confirmed address (AUTH-17)', async () => {
    const { auth } = await signedUp()
    expect((await auth.reauthenticate()).error).toMatchObject({ status: 422, code: 'email_not_confirmed' })
    await pressMailedLink()
    const { data, error } = await auth.reauthenticate()
    expect(error).toBeNull()
    expect(data).toEqual({ user: null, session: null })
  })
})

describe('mails requested with the published client', () => {
  it('reset a password with their link (AUTH-21)', async () => {
    await signedUp()
    const redirectTo = 'http://localhost:3000/reset-password'
    const asked = await client().resetPasswordForEmail(email, { redirectTo })
    expect(asked).toMatchObject({ data: {}, error: null })
    const link = await createAuthCaller(server.test).mailedLink(email)
    const auth = client()
    const { data, error } = await auth.verifyOtp({ type: 'recovery', token_hash: tokenIn(link) })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
    expect((await auth.updateUser({ password: 'Brand new 1 horse' })).error).toBeNull()
    const again = await client().verifyOtp({ type: 'recovery', token_hash: tokenIn(link) })
    expect(again.error).toMatchObject({ status: 403, code: 'otp_expired' })
  })

  it('are not refused for an unknown address (AUTH-14)', async () => {
    const nowhere = { data: {}, error: null }
    expect(await client().resetPasswordForEmail(email, { captchaToken: 'x' })).toEqual(nowhere)
    expect((await client().resend({ type: 'signup', email })).error).toBeNull()
    const emailRedirectTo = 'https://evil.example/'
    expect((await client().resend({ type: 'signup', email, options: { emailRedirectTo } })).error).toBeNull()
    const { data, error } = await client().signInWithOtp({ email, options: { data: { hello: 'world' } } })
    expect(error).toBeNull()
    expect(data).toMatchObject({ user: null, session: null })
  })

  it('are refused for a malformed address, and with `shouldCreateUser: false`', async () => {
    const malformed = await client().signInWithOtp({ email: 'invalid-email' })
    expect(malformed.error?.message).toBe('Unable to validate email address: invalid format')
    const existing = { email, options: { shouldCreateUser: false } }
    expect((await client('pkce').signInWithOtp(existing)).error).toMatchObject({
      status: 422,
      code: 'otp_disabled',
    })
  })

  it('need their secret: a wrong one gets the same refusal for known and unknown addresses', async () => {
    await signedUp()
    for (const address of [email, `unknown-${email}`]) {
      const { data, error } = await client().verifyOtp({ email: address, token: '123456', type: 'email' })
      expect(data).toEqual({ user: null, session: null })
      expect(error).toMatchObject({
        status: 403,
        code: 'otp_expired',
        message: 'Token has expired or is invalid',
      })
    }
  })

  it('contain a link whose code the requesting browser exchanges under PKCE (AUTH-21)', async () => {
    const { auth } = await signedUp('pkce')
    const code = (await pressMailedLink()).searchParams.get('code') ?? ''
    const { data, error } = await auth.exchangeCodeForSession(code)
    expect(error).toBeNull()
    expect(data.user?.email_confirmed_at).toEqual(expect.any(String))
  })
})
