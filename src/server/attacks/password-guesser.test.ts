import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import guessableWords from '../../words/en/guessable-password.ts'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import { type AuthCaller, createAuthCaller, password, registration } from '../testing/auth-caller.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let auth: AuthCaller
let email: string
let people = 0
beforeAll(async () => {
  auth = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
})
beforeEach(() => {
  people += 1
  email = `lucky.owner${people}@example.org`
})

const register = (secret: string) => auth.post('/signup', { email, password: secret, data: registration })

describe('a guessable password', () => {
  it.each([
    ['aaaaaa', 'repeat', 'characters'],
    ['654321', 'common', 'pwned'],
    ['Password123', 'common', 'pwned'],
    ['17041990', 'date', 'characters'],
    ['annexample', 'personal', 'characters'],
    ['exampleton', 'personal', 'characters'],
    ['lucky.owner', 'personal', 'characters'],
    ['17.5.1990', 'personal', 'characters'],
    ['May1990', 'personal', 'characters'],
    ['700900123', 'personal', 'characters'],
    ['Assent2026', 'common', 'pwned'],
    ['ｐａｓｓｗｏｒｄ１', 'common', 'pwned'],
  ] as const)('can’t be registered: %s', async (secret, reason, wire) => {
    const answer = await register(secret)
    expect(answer.status).toBe(422)
    expect(answer.body).toEqual({
      code: 'weak_password',
      message: guessableWords[reason],
      weak_password: { reasons: [wire] },
    })
    expect(await test.database.rows(sql`SELECT 1 FROM users WHERE email = ${email}`)).toEqual([])
  })

  it('can’t be chosen in the settings, or after following a mailed link (PASSWORD-4)', async () => {
    await auth.signUp(email)
    const { accessToken } = await auth.confirm(email)
    const weak = { password: 'AnnExample1' }
    const put = (token: string, body: object) => auth.call('PUT', '/auth/v1/user', { token, body })
    const settings = await put(accessToken, { ...weak, current_password: password })
    expect(settings.body).toMatchObject({ code: 'weak_password', message: guessableWords.personal })
    await auth.post('/recover', { email })
    const token_hash = (await auth.mailedLink(email)).searchParams.get('token_hash')
    const reset = await auth.post('/verify', { type: 'recovery', token_hash })
    const chosen = await put(String(reset.body['access_token']), weak)
    expect(chosen.body).toMatchObject({ code: 'weak_password', message: guessableWords.personal })
    expect((await auth.signIn(email, weak.password)).status).toBe(400)
  })

  it.each([
    ['the old name', 'AnnExample1'],
    ['the new name', 'BrunhildNovak1'],
    ['the new birth date', '27November1951'],
    ['the new address', 'Wished.owner7'],
  ])('with %s can’t be chosen together with a change of it in the same request', async (_, secret) => {
    await auth.signUp(email)
    const { accessToken: token } = await auth.confirm(email)
    const answer = await auth.call('PUT', '/auth/v1/user', {
      token,
      body: {
        password: secret,
        current_password: password,
        email: `wished.owner${people}@example.org`,
        data: { full_name: 'Brunhild Novak', date_of_birth: '1951-11-27' },
      },
    })
    expect(answer.body).toMatchObject({ code: 'weak_password', message: guessableWords.personal })
    expect((await auth.user(token)).body['user_metadata']).toMatchObject({ full_name: 'Ann Example' })
  })

  it('doesn’t include six letters that are hard to guess, the specified minimum (PASSWORD-1)', async () => {
    expect((await register('kxqzvw')).status).toBe(200)
  })

  it('is reported only after a short password, malformed data or an age under 18 (ERROR-6)', async () => {
    expect((await register('aaaaa')).body['message']).toBe('Password should be at least 6 characters.')
    const young = { ...registration, date_of_birth: '2015-01-01' }
    const answer = await auth.post('/signup', { email, password: 'aaaaaa', data: young })
    expect(answer.body['code']).toBe('validation_failed')
  })

  it('gets an answer even at its longest and slowest', async () => {
    expect((await register('p@ssw0rd'.repeat(32))).body['code']).toBe('weak_password')
  })
})
