import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { dayMs } from '../platform/clock/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { type AuthCaller, createAuthCaller, sessionIn, type TestSession } from '../testing/auth-caller.ts'
import { testAppForFile } from '../testing/test-app.ts'

const secondMs = 1000

const test = testAppForFile({ accessTokenLifeSeconds: 24 * 60 * 60 })
let auth: AuthCaller
let stolen: TestSession
beforeAll(async () => {
  auth = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
  await auth.signUp('ann@example.org')
})
beforeEach(async () => {
  stolen = sessionIn(await auth.signIn('ann@example.org'))
})

const refreshed = async (token: string) => sessionIn(await auth.refresh(token))
const readCode = async (token: string) => (await auth.refresh(token)).body['code']

describe('a person with a copy of a refresh token', () => {
  it('is noticed after the owner has used it, and the session ends for both (SESSION-4)', async () => {
    const owner = await refreshed(stolen.refreshToken)
    test.clock.advance(10 * secondMs)
    expect(await readCode(stolen.refreshToken)).toBe('refresh_token_already_used')
    expect(await readCode(owner.refreshToken)).toBe('refresh_token_not_found')
    expect((await auth.user(owner.accessToken)).body['code']).toBe('session_not_found')
  })

  it('can’t keep the window open by returning every nine seconds', async () => {
    const owner = await refreshed(stolen.refreshToken)
    test.clock.advance(9 * secondMs)
    expect((await refreshed(stolen.refreshToken)).refreshToken).toBe(owner.refreshToken)
    test.clock.advance(9 * secondMs)
    expect(await readCode(stolen.refreshToken)).toBe('refresh_token_already_used')
  })

  it('can’t use an old copy just after the owner’s own refresh', async () => {
    const second = await refreshed(stolen.refreshToken)
    test.clock.advance(dayMs / 24)
    await refreshed(second.refreshToken)
    expect(await readCode(stolen.refreshToken)).toBe('refresh_token_already_used')
  })

  it('gets the owner’s own successor, and no second one, with 50 concurrent requests', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => auth.refresh(stolen.refreshToken)))
    const successors = new Set(answers.map((answer) => sessionIn(answer).refreshToken))
    expect(successors.size).toBe(1)
    test.clock.advance(10 * secondMs)
    expect(await readCode(stolen.refreshToken)).toBe('refresh_token_already_used')
  })

  it('gets nothing from 50 concurrent uses after the window', async () => {
    await refreshed(stolen.refreshToken)
    test.clock.advance(10 * secondMs)
    const answers = await Promise.all(Array.from({ length: 50 }, () => auth.refresh(stolen.refreshToken)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([400]))
  })

  it('who keeps refreshing it is signed out 30 days after the sign-in, however active the session was (SESSION-5)', async () => {
    let current = stolen
    for (let day = 1; day < 30; day += 1) {
      test.clock.advance(dayMs)
      current = await refreshed(current.refreshToken)
    }
    test.clock.advance(dayMs - secondMs)
    const last = await auth.refresh(current.refreshToken)
    expect(last.body['expires_in']).toBe(1)
    const { accessToken, refreshToken } = sessionIn(last)
    expect((await auth.user(accessToken)).status).toBe(200)
    test.clock.advance(secondMs)
    expect((await auth.user(accessToken)).status).toBe(403)
    expect(await readCode(refreshToken)).toBe('session_expired')
    expect(await readCode(refreshToken)).toBe('refresh_token_not_found')
  })

  it('can’t use an access token beyond the life of its session either', async () => {
    test.clock.advance(30 * dayMs - secondMs)
    const device = { ip: 'unknown', userAgent: null }
    const user = (await auth.user((await refreshed(stolen.refreshToken)).accessToken)).body
    const claims = {
      sub: String(user['id']),
      session_id: stolen.refreshToken.split('.')[0] ?? '',
      aal: 'aal1',
      amr: [],
      ...device,
    }
    const long = await test.platform.signing.signAccessToken(claims as never, test.clock.now(), 3600)
    expect((await auth.user(long)).status).toBe(200)
    test.clock.advance(secondMs)
    const answer = await auth.user(long)
    expect([answer.status, answer.body['code']]).toEqual([403, 'session_expired'])
    const api = await test.app.request('/api/profile', { headers: { authorization: `Bearer ${long}` } })
    expect(api.status).toBe(401)
  })
})
