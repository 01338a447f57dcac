import { beforeEach, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { authForFile, sessionIn, type TestSession, takeAddress } from '../../testing/auth-caller.ts'
import { mintRefreshToken } from './session-answer.ts'
import { refreshSession } from './sign-in.ts'

const { test, auth } = authForFile()
let email: string
let session: TestSession
beforeEach(async () => {
  email = takeAddress(test, 'ann')
  session = await auth.signUp(email)
})

const refreshed = async (refreshToken: string) => sessionIn(await auth.refresh(refreshToken))
const findSessionId = ({ refreshToken }: TestSession) => refreshToken.split('.')[0] ?? ''

it('returns a new pair of tokens for the same session', async () => {
  test.clock.advance(3600 * 1000)
  expect((await auth.user(session.accessToken)).body['code']).toBe('bad_jwt')
  const next = await refreshed(session.refreshToken)
  expect(next.refreshToken).not.toBe(session.refreshToken)
  expect(findSessionId(next)).toBe(findSessionId(session))
  expect(next.userId).toBe(session.userId)
  expect((await auth.user(next.accessToken)).status).toBe(200)
})

it('accepts the previous token for ten seconds, in case an answer got lost, and returns the current one (SESSION-4)', async () => {
  const current = await refreshed(session.refreshToken)
  test.clock.advance(9_999)
  const again = await refreshed(session.refreshToken)
  expect(again.refreshToken).toBe(current.refreshToken)
  expect(again.accessToken).not.toBe(current.accessToken)
})

it('accepts older tokens that were rotated less than ten seconds ago', async () => {
  const second = await refreshed(session.refreshToken)
  const third = await refreshed(second.refreshToken)
  test.clock.advance(9_999)
  expect((await refreshed(session.refreshToken)).refreshToken).toBe(third.refreshToken)
})

it('ends the session for all holders of its tokens when an older token is reused later (SESSION-4)', async () => {
  const second = await refreshed(session.refreshToken)
  const third = await refreshed(second.refreshToken)
  test.clock.advance(10_000)
  const reused = await auth.refresh(session.refreshToken)
  expect(reused.status).toBe(400)
  expect(reused.body).toEqual({
    code: 'refresh_token_already_used',
    message: 'Invalid Refresh Token: Already Used',
  })
  expect((await auth.refresh(third.refreshToken)).body['code']).toBe('refresh_token_not_found')
  expect((await auth.user(third.accessToken)).body['code']).toBe('session_not_found')
  expect((await auth.signIn(email)).status).toBe(200)
})

it.each([
  ['nonsense', () => 'invalid-refresh-token'],
  ['the access token', () => session.accessToken],
  ['another counter under the same MAC', () => session.refreshToken.replace('.0.', '.1.')],
  [
    'an edited MAC',
    () => `${session.refreshToken.slice(0, -1)}${session.refreshToken.endsWith('A') ? 'B' : 'A'}`,
  ],
  ['a missing MAC', () => session.refreshToken.split('.').slice(0, 2).join('.')],
  ['more behind it', () => `${session.refreshToken}.x`],
  [
    'a session that does not exist',
    () => mintRefreshToken(test.platform.signing, { sessionId: crypto.randomUUID(), counter: 0 }),
  ],
  ['SQL', () => "' OR 1=1 --"],
])('refuses %s, and changes nothing (AUTH-11)', async (_, forge) => {
  const answer = await auth.refresh(forge())
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({
    code: 'refresh_token_not_found',
    message: 'Invalid Refresh Token: Refresh Token Not Found',
  })
  expect((await auth.user(session.accessToken)).status).toBe(200)
})

it('stores nothing from which a token could be made (SESSION-6)', async () => {
  const rows = await test.database.rows(sql`SELECT sessions::text AS row FROM sessions`)
  const [, , mac = ''] = session.refreshToken.split('.')
  expect(JSON.stringify(rows)).toContain(findSessionId(session))
  expect(JSON.stringify(rows)).not.toContain(mac)
})

it('refuses a counter that this session has not reached (AUTH-11)', async () => {
  const claim = { sessionId: findSessionId(session), counter: 7 }
  const answer = await auth.refresh(mintRefreshToken(test.platform.signing, claim))
  expect(answer.status).toBe(400)
  expect(answer.body['code']).toBe('validation_failed')
})

it("answers a missing token in OAuth's error format (AUTH-11)", async () => {
  const answer = await auth.post('/token?grant_type=refresh_token', {})
  expect(answer.status).toBe(400)
  expect(answer.body).toEqual({ error: 'invalid_request', error_description: 'refresh_token required' })
})

it('refuses a banned person', async () => {
  const { refreshToken } = await auth.signUp('banned@example.org')
  await test.database.run(
    sql`UPDATE users SET banned_until = '2999-01-01' WHERE email = 'banned@example.org'`,
  )
  const answer = await auth.refresh(refreshToken)
  expect(answer.status).toBe(400)
  expect(answer.body['code']).toBe('user_banned')
})

it('answers a conflict when the session stays locked for longer than its patience', async () => {
  const request = { refreshToken: session.refreshToken, device: { ip: 'unknown', userAgent: null } }
  await test.database.transaction(async (tx) => {
    await tx.row(sql`SELECT id FROM sessions WHERE id = ${findSessionId(session)} FOR UPDATE`)
    expect(await refreshSession(test.platform, { ...request, lockTimeoutMs: 20 })).toEqual({
      authRefused: 'conflict',
    })
  })
  expect((await auth.refresh(session.refreshToken)).status).toBe(200)
})
