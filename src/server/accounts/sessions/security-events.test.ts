import { beforeEach, expect, it } from 'vitest'
import { fillAddress } from '../../../contract/address.ts'
import { createApp } from '../../app.ts'
import { createLogger } from '../../platform/logging/index.ts'
import { type AuthCaller, createAuthCaller, password, sessionIn } from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const newPassword = 'Brand new 1 horse'

const test = testAppForFile()
let auth: AuthCaller
let lines: string[]
let email: string
let userId: string
beforeEach(async () => {
  test.clock.advance(60 * 60 * 1000)
  const logger = createLogger('info', { write: (line: string) => void lines.push(line) })
  auth = createAuthCaller(test, createApp({ ...test.platform, logger }))
  lines = []
  email = `ann${test.clock.now().getTime()}@example.org`
  await auth.signUp(email)
  userId = (await auth.confirm(email)).userId
  lines = []
})

const parseLines = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>)

/** The security events that were logged, without time, level and request. */
function logged() {
  return parseLines().flatMap(({ event, msg, level, time, requestId, ...fields }) =>
    event === undefined ? [] : [{ event, ...fields }],
  )
}

/** Expects neither typed data nor secrets in the log. */
function expectNothingPrivate(...secrets: string[]) {
  const text = lines.join('')
  for (const secret of [email, password, newPassword, ...secrets]) expect(text).not.toContain(secret)
}

it('a sign-in is logged with the account and the session (SIGNIN-10)', async () => {
  const session = sessionIn(await auth.signIn(email))
  const sessionId = session.refreshToken.split('.')[0]
  expect(logged()).toEqual([{ event: 'signed_in', userId, sessionId, method: 'password' }])
  expectNothingPrivate(session.accessToken, session.refreshToken)
})

it("a security event has the id of its request's log line, and a refused request its code (RUN-47)", async () => {
  const refused = await auth.signIn(email, 'wrong password')
  await auth.signIn(email)
  const [event, line, ...ofSuccess] = parseLines()
  const requestId = refused.headers.get('x-request-id')
  expect(event).toMatchObject({ event: 'sign_in_refused', userId, requestId })
  const code = 'invalid_credentials'
  expect(line).toMatchObject({ msg: 'request', route: '/auth/v1/token', status: 400, requestId, code })
  expect(ofSuccess).toMatchObject([{ event: 'signed_in' }, { msg: 'request', status: 200 }])
  expect(ofSuccess[1]).not.toHaveProperty('code')
  expect(ofSuccess[1]).not.toHaveProperty('userId')
  expect(ofSuccess[1]?.['requestId']).toBe(ofSuccess[0]?.['requestId'])
})

it('a refused request is logged with its code and the account of its token (RUN-47)', async () => {
  const { accessToken: token } = sessionIn(await auth.signIn(email))
  const someone = fillAddress('DELETE /api/sessions/:id', { id: '7f3a0000-0000-4000-8000-000000000000' })
  lines = []
  await auth.call('GET', '/api/profile')
  await auth.call('GET', '/api/profile', { token: `${token}x` })
  await auth.call('GET', '/api/profile', { token })
  await auth.call('DELETE', someone, { token })
  await auth.call('PATCH', '/api/profile', { token, body: { full_name: ['Ada Hidden'] } })
  await auth.call('PUT', '/auth/v1/user', { token, body: { password: 'short' } })
  await auth.call('POST', '/auth/v1/token?grant_type=refresh_token', { body: {} })
  await auth.call('POST', '/auth/v1/logout?scope=local', { token })
  await auth.call('GET', '/api/profile', { token })
  expect(
    parseLines().flatMap(({ msg, status, code, userId }) =>
      msg === 'request' ? [[status, code, userId]] : [],
    ),
  ).toEqual([
    [401, 'authentication_required', undefined],
    [401, 'authentication_required', undefined],
    [200, undefined, undefined],
    [404, 'not_found', userId],
    [400, 'validation_failed', userId],
    [422, 'weak_password', userId],
    [400, 'invalid_request', undefined],
    [204, undefined, undefined],
    [401, 'authentication_required', userId],
  ])
  expectNothingPrivate(token, 'Ada Hidden', '7f3a0000', 'short')
})

it('an exceeded rate limit is logged with its code (RUN-47)', async () => {
  const ask = () => auth.call('POST', '/api/my-data/code', { body: { email: 'tim@example.org' } })
  let answer = await ask()
  for (let asked = 1; answer.status !== 429 && asked < 100; asked += 1) answer = await ask()
  expect(parseLines().at(-1)).toMatchObject({ route: '/api/my-data/code', status: 429, code: 'rate_limited' })
  expectNothingPrivate('tim@example.org')
})

it('a registration is logged as a sign-in', async () => {
  const bob = await auth.signUp('bob@example.org')
  expect(logged()).toMatchObject([{ event: 'signed_in', userId: bob.userId, method: 'password' }])
  expectNothingPrivate('bob@example.org')
})

it('a refused sign-in is logged with the account, or without an id for an unknown address (SIGNIN-10)', async () => {
  await auth.signIn(email, 'wrong password')
  await auth.signIn('unknown@example.org', 'wrong password')
  const reason = 'invalid_credentials'
  expect(logged()).toEqual([
    { event: 'sign_in_refused', userId, reason },
    { event: 'sign_in_refused', reason },
  ])
  expectNothingPrivate('unknown@example.org', 'wrong password')
})

it('guesses that the rate limit refuses unchecked are logged too', async () => {
  for (let guess = 0; guess < 11; guess += 1) await auth.signIn(email, 'wrong password')
  expect(logged().at(-1)).toEqual({ event: 'sign_in_refused', userId, reason: 'over_request_rate_limit' })
})

it('a sign-out is logged with its scope, also for another device (SIGNIN-10)', async () => {
  const [here, there] = [sessionIn(await auth.signIn(email)), sessionIn(await auth.signIn(email))]
  const findSessionId = ({ refreshToken }: typeof here) => refreshToken.split('.')[0] ?? ''
  lines = []
  const token = here.accessToken
  await auth.call('DELETE', fillAddress('DELETE /api/sessions/:id', { id: findSessionId(there) }), { token })
  await auth.call('POST', '/auth/v1/logout?scope=local', { token })
  expect(logged()).toEqual([
    { event: 'signed_out', userId, sessionId: findSessionId(there), scope: 'device' },
    { event: 'signed_out', userId, sessionId: findSessionId(here), scope: 'local' },
  ])
  expectNothingPrivate(token)
})

it('a reused refresh token is logged (SIGNIN-10)', async () => {
  const session = sessionIn(await auth.signIn(email))
  await auth.refresh(session.refreshToken)
  test.clock.advance(10_000)
  lines = []
  await auth.refresh(session.refreshToken)
  expect(logged()).toMatchObject([{ event: 'refresh_token_reused', userId }])
  expectNothingPrivate(session.refreshToken)
})

it('a sign-in by a mailed link and a new password are logged', async () => {
  await auth.post('/recover', { email })
  const token_hash = (await auth.mailedLink(email)).searchParams.get('token_hash') ?? ''
  const { accessToken: token } = sessionIn(await auth.post('/verify', { type: 'recovery', token_hash }))
  await auth.call('PUT', '/auth/v1/user', { token, body: { password: newPassword } })
  expect(logged()).toMatchObject([
    { event: 'signed_in', userId, method: 'recovery' },
    { event: 'password_changed', userId },
  ])
  expectNothingPrivate(token, token_hash)
})

it('a password that is refused is not logged as changed', async () => {
  const { accessToken: token } = sessionIn(await auth.signIn(email))
  lines = []
  await auth.call('PUT', '/auth/v1/user', { token, body: { password: 'short' } })
  expect(logged()).toEqual([])
})

it('an address change is logged when it begins and when both mailboxes agreed, and so is a wrong code (SIGNIN-10)', async () => {
  const { accessToken: token } = sessionIn(await auth.signIn(email))
  lines = []
  const change = (proof: object) =>
    auth.call('PUT', '/auth/v1/user', { token, body: { email: 'moved@example.org', ...proof } })
  await change({ nonce: '000000' })
  await change({ current_password: password })
  for (const to of [email, 'moved@example.org']) await auth.press(await auth.mailedLink(to), {})
  expect(logged()).toEqual([
    { event: 'proof_refused', userId, reason: 'reauthentication_not_valid' },
    { event: 'address_change_begun', userId, sessionId: expect.any(String) },
    { event: 'address_changed', userId },
  ])
  expectNothingPrivate('moved@example.org', '000000')
})

it('closing an account is logged once, and so is a wrong password before it (SIGNIN-10)', async () => {
  const { accessToken: token } = sessionIn(await auth.signIn(email))
  lines = []
  const close = (body: object) => auth.call('POST', '/api/account/closing', { token, body })
  await close({ password: 'Wrong horse 1' })
  await close({ password })
  await close({ password })
  expect(logged()).toEqual([
    { event: 'proof_refused', userId, reason: 'current_password_invalid' },
    { event: 'account_closed', userId },
  ])
  expectNothingPrivate('Wrong horse 1')
})

it('a wrong code in a request for the data about an address is logged without the address (SIGNIN-10)', async () => {
  await auth.call('POST', '/api/my-data/code', { body: { email: 'sam@example.org' } })
  lines = []
  const answer = await auth.call('POST', '/api/my-data/code/entry', {
    body: { email: 'sam@example.org', code: '000000' },
  })
  expect(answer.status).toBe(422)
  expect(logged()).toEqual([{ event: 'code_refused', method: 'mailbox' }])
  expectNothingPrivate('sam@example.org')
})
