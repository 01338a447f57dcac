import { beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { type AuthCaller, createAuthCaller } from '../testing/auth-caller.ts'
import { testAppForFile } from '../testing/test-app-for.ts'

const known = 'ann@example.org'
const unknown = 'nobody@example.org'

const test = testAppForFile()
let auth: AuthCaller
beforeAll(async () => {
  auth = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
  await auth.signUp(known)
  await auth.mails()
})

describe('somebody who wants to know whether an address has an account', () => {
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

  it('is answered by /otp without a look into the accounts, so that the time says nothing either', async () => {
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

  it('mails nobody by asking for an account that must be there', async () => {
    const before = (await auth.mails()).length
    await test.database.run(sql`DELETE FROM rate_limits`)
    await auth.post('/otp', { email: known, create_user: false })
    expect(await auth.mails()).toHaveLength(before)
  })
})
