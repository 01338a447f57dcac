import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { type AuthCaller, createAuthCaller, registration } from '../testing/auth-caller.ts'
import { testAppForFile } from '../testing/test-app.ts'

const known = 'ann@example.org'
const unknown = 'unknown@example.org'

const test = testAppForFile()
let auth: AuthCaller
beforeAll(async () => {
  auth = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
  await auth.signUp(known)
  await auth.mails()
})

describe('a person who wants to know whether an address has an account', () => {
  it.each([
    ['/otp', { create_user: false }],
    ['/otp', { create_user: true }],
    ['/otp', { create_user: false, code_challenge: 'x'.repeat(43), code_challenge_method: 's256' }],
    ['/recover', {}],
    ['/resend', { type: 'signup' }],
    ['/resend', { type: 'email_change' }],
  ])('learns nothing from %s with %j (MAIL-10, AUTH-14)', async (path, body) => {
    const [one, other] = [
      await auth.post(path, { ...body, email: known }),
      await auth.post(path, { ...body, email: unknown }),
    ]
    expect([one.status, one.body]).toEqual([other.status, other.body])
  })

  it('is answered by /otp without a query for accounts, so that the timing reveals nothing either', async () => {
    let queries = 0
    const counted = new Proxy(test.database, {
      get(target, name) {
        const value = Reflect.get(target, name)
        if (typeof value !== 'function') return value
        return (...args: unknown[]) => {
          queries += 1
          return Reflect.apply(value, target, args)
        }
      },
    })
    const app = createApp({ ...test.platform, database: counted, rateLimits: noRateLimits })
    const caller = createAuthCaller(test, app)
    queries = 0
    await caller.post('/otp', { email: known, create_user: false })
    await caller.post('/otp', { email: unknown, create_user: false })
    expect(queries).toBe(0)
  })

  it('can’t cause a mail to an account with create_user false', async () => {
    const before = (await auth.mails()).length
    await test.database.run(sql`DELETE FROM rate_limits`)
    await auth.post('/otp', { email: known, create_user: false })
    expect(await auth.mails()).toHaveLength(before)
  })
})

describe('a person who uses the two calls that reveal it', () => {
  let served: AuthCaller
  beforeAll(async () => {
    await test.database.run(sql`UPDATE users SET email_confirmed_at = now() WHERE email = ${known}`)
    const settings = { ...test.platform.settings, trustProxy: true }
    served = createAuthCaller(test, createApp({ ...test.platform, settings }))
  })
  let networks = 0
  beforeEach(() => {
    networks += 1
    test.clock.advance(25 * 60 * 60 * 1000)
  })
  const site = () => `2001:db8:${networks.toString(16)}`
  const signUp = async (email: string, ip = `${site()}:1::7`) => {
    const body = { email, password: 'Correct-horse 17', data: registration }
    const {
      status,
      body: told,
      headers,
    } = await served.post('/signup', body, { headers: { 'x-forwarded-for': ip } })
    return {
      code: status === 200 ? 'account' : told['code'],
      message: told['message'],
      after: headers.get('retry-after'),
    }
  }

  const reports = async () =>
    (await auth.mails()).filter(
      ({ subject, to }) => to === known && subject === 'Your email address was entered again',
    )

  it('learns about three known addresses in an hour, then gets the same answer for known and unknown ones, with a retry time (MAIL-22)', async () => {
    for (let n = 0; n < 3; n += 1) {
      expect((await signUp(`new-${networks}-${n}@example.org`)).code).toBe('account')
      expect((await signUp(known)).code).toBe('user_already_exists')
    }
    const paused = [await signUp(known), await signUp(`never-${networks}@example.org`)]
    expect(paused[0]).toEqual(paused[1])
    expect(paused[0]?.code).toBe('over_request_rate_limit')
    expect(Number(paused[0]?.after)).toBeGreaterThan(3500)
    expect(Number(paused[0]?.after)).toBeLessThanOrEqual(3600)
    expect((await signUp(`elsewhere-${networks}@example.org`, '192.0.2.99')).code).toBe('account')
    test.clock.advance(60 * 60 * 1000)
    expect((await signUp(`never-${networks}@example.org`)).code).toBe('account')
  })

  it('learns no more from a whole /48 with twenty concurrent requests (MAIL-22)', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signUp(known, `${site()}:${(n + 1).toString(16)}::7`)),
    )
    const codes = answers.map(({ code }) => code)
    expect(codes.filter((code) => code === 'user_already_exists')).toHaveLength(3)
    expect(codes.filter((code) => code === 'over_request_rate_limit')).toHaveLength(17)
  })

  it('learns no more by changing an address, which is reported to its owner too (MAIL-22, MAIL-23)', async () => {
    const headers = { 'x-forwarded-for': `${site()}:1::7` }
    const eve = `eve-${networks}@example.org`
    await auth.signUp(eve)
    const { accessToken: token } = await auth.confirm(eve)
    const change = async (email: string) => {
      const body = { email, current_password: 'Correct-horse 17' }
      return (await served.call('PUT', '/auth/v1/user', { token, body, headers })).body['code']
    }
    const before = (await reports()).length
    for (let n = 0; n < 3; n += 1) expect(await change(known)).toBe('email_exists')
    expect(await reports()).toHaveLength(before + 1)
    expect([await change(known), await change(unknown)]).toEqual([
      'over_request_rate_limit',
      'over_request_rate_limit',
    ])
    expect((await signUp(unknown)).code).toBe('over_request_rate_limit')
  })

  it('is reported to the owner, once a day, but not without their address (MAIL-23)', async () => {
    const before = (await reports()).length
    await Promise.all(Array.from({ length: 3 }, () => signUp(known)))
    expect(await reports()).toHaveLength(before + 1)
    test.clock.advance(25 * 60 * 60 * 1000)
    await signUp(known)
    const [mail] = await reports()
    expect(await reports()).toHaveLength(before + 2)
    expect(mail?.text).toContain('Your account hasn’t changed')
    expect((await signUp(`quiet-${networks}@example.org`)).code).toBe('account')
    expect(await reports()).toHaveLength(before + 2)
    test.clock.advance(25 * 60 * 60 * 1000)
    await signUp(known)
    await test.database.run(sql`UPDATE users SET email = NULL WHERE email = ${known}`)
    await test.runJobs()
    const last = sql`SELECT task, outcome FROM mails ORDER BY number DESC LIMIT 1`
    expect(await test.database.row(last)).toEqual({ task: 'mail-known-address', outcome: 'not_needed' })
  })
})
