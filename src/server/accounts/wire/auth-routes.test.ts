import { describe, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import type { Database } from '../../platform/database/index.ts'
import { createAuthCaller, password } from '../../testing/auth-caller.ts'
import { postJson } from '../../testing/people.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)

const wrong = { email: 'unknown@example.org', password: 'wrong password' }
const ask = (
  headers: Record<string, string>,
  body: unknown = wrong,
  path = '/auth/v1/token?grant_type=password',
) => postJson(test, path, body, headers)

describe('an error', () => {
  it('has code and message for a client that sends the version, which is echoed (AUTH-4)', async () => {
    const response = await ask({ 'X-Supabase-Api-Version': '2024-01-01' })
    expect(response.headers.get('x-supabase-api-version')).toBe('2024-01-01')
    expect(response.headers.get('x-sb-error-code')).toBe('invalid_credentials')
    expect(await response.json()).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
  })

  it('has the same format for a later version', async () => {
    expect(await (await ask({ 'X-Supabase-Api-Version': '2025-06-01' })).json()).toHaveProperty('message')
  })

  it.each([{}, { 'X-Supabase-Api-Version': '2023-12-31' }, { 'X-Supabase-Api-Version': 'latest' }])(
    'has the old format for %j, without the header (AUTH-4)',
    async (headers) => {
      const response = await ask(headers as Record<string, string>)
      expect(response.status).toBe(400)
      expect(response.headers.get('x-supabase-api-version')).toBeNull()
      expect(await response.json()).toEqual({
        code: 400,
        error_code: 'invalid_credentials',
        msg: 'Invalid login credentials',
      })
    },
  )

  it('contains the reasons why a password is weak in both formats (AUTH-4)', async () => {
    const weak = { email: 'ann@example.org', password: '12345' }
    for (const headers of [{ 'X-Supabase-Api-Version': '2024-01-01' }, {}]) {
      const response = await ask(headers as Record<string, string>, weak, '/auth/v1/signup')
      expect(await response.json()).toMatchObject({ weak_password: { reasons: ['length'] } })
    }
  })

  it('in the server is 500, and neither the answer nor the log reveals its details', async () => {
    const lines: unknown[] = []
    const broken: Database = {
      ...test.database,
      row: () => Promise.reject(new Error('secret ann@example.org')),
    }
    const logger = { ...test.platform.logger, error: (...line: unknown[]) => lines.push(line) }
    const caller = createAuthCaller(test, createApp({ ...test.platform, database: broken, logger }))
    const answer = await caller.signIn('ann@example.org')
    expect(answer.status).toBe(500)
    expect(answer.body).toEqual({
      code: 'unexpected_failure',
      message: 'Unexpected failure, please check server logs for more information',
    })
    expect(lines).toHaveLength(1)
    expect(JSON.stringify(lines)).not.toMatch(/secret|ann@/)
  })
})

it.each([
  '/auth/v1',
  '/auth/v1/',
  '/auth/v1/admin/users',
  '/auth/v1/authorize',
  '/auth/v1/sso',
  '/auth/v1/token/x',
])('answers 404 as JSON to %s for every method (AUTH-7)', async (path) => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const answer = await auth.call(method, path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('content-type')).toMatch(/json/)
  }
})

it('keeps every answer out of caches (AUTH-7)', async () => {
  for (const path of ['/auth/v1/user', '/auth/v1/settings', '/auth/v1/health', '/auth/v1/verify']) {
    expect((await auth.call('GET', path)).headers.get('cache-control')).toBe('no-store')
  }
  const session = await auth.post('/signup', { email: 'ann@example.org', password })
  expect(session.headers.get('cache-control')).toBe('no-store')
})

it('reports its health and its settings (AUTH-8)', async () => {
  expect((await auth.call('GET', '/auth/v1/health')).status).toBe(200)
  expect((await auth.call('GET', '/auth/v1/settings')).body).toMatchObject({
    external: { email: true, phone: false, anonymous_users: false },
    disable_signup: false,
    mailer_autoconfirm: false,
  })
})

it.each([
  ['/signup', 30],
  ['/recover', 30],
  ['/resend', 30],
  ['/otp', 30],
  ['/verify', 30],
  ['/links/use', 30],
  ['/links/look', 60],
  ['/passkeys/authentication/options', 60],
  ['/passkeys/authentication/verify', 30],
  ['/token?grant_type=refresh_token', 150],
] as const)(
  'limits %s from one address to this number of calls in five minutes: %i (AUTH-19)',
  async (path, points) => {
    test.clock.advance(60 * 60 * 1000)
    for (let i = 0; i < points; i++) expect((await auth.post(path, {})).status).toBeLessThan(429)
    const refused = await auth.post(path, {})
    expect(refused.status).toBe(429)
    expect(refused.body).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached. Please try again in 5 minutes.',
    })
    expect(refused.headers.get('retry-after')).toBe('300')
    test.clock.advance(5 * 60 * 1000)
    expect((await auth.post(path, {})).status).toBeLessThan(429)
  },
)
