import { decodeJwt } from 'jose'
import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { inArabicDigits } from '../../testing/arabic-digits.ts'
import {
  authForFile,
  createAuthCaller,
  password,
  registration,
  sessionIn,
  type TestSession,
  takeAddress,
  toSession,
} from '../../testing/auth-caller.ts'
import { createPasskeyCaller } from '../../testing/passkey-caller.ts'
import { from, newAddress } from '../../testing/people.ts'
import { createAuthenticator } from '../../testing/software-authenticator.ts'
import { removeLostAppsJob } from './authenticator-app.ts'

const { test, auth } = authForFile()
const passkeys = createPasskeyCaller(test)
const minutes = (count: number) => test.clock.advance(count * 60 * 1000)
const days = (count: number) => minutes(count * 24 * 60)

let email: string
let session: TestSession
beforeEach(async () => {
  email = takeAddress(test, 'ann')
  await auth.signUp(email)
  await auth.confirm(email)
  session = await signIn()
})

const signIn = async () => sessionIn(await auth.signIn(email))
const post = (path: string, token: string, body: object = {}) => auth.post(`/factors${path}`, body, { token })
const subjects = async () => (await auth.mails()).filter(({ to }) => to === email).map((mail) => mail.subject)
const readHistory = (token: string) => auth.call('GET', '/api/verifications', { token })

type App = { id: string; secret: string }

async function begin(token = session.accessToken): Promise<App> {
  const { status, body } = await post('', token, { factor_type: 'totp' })
  expect(status).toBe(200)
  const { id, totp } = body as { id: string; totp: { secret: string; uri: string; qr_code: string } }
  expect(totp.uri).toContain(`secret=${totp.secret}`)
  expect(totp.qr_code).toMatch(/^<svg/)
  return { id, secret: totp.secret }
}

/** The code of an app, offset from now by `steps` of 30 s. */
function codeOf({ secret }: App, steps = 0): string {
  const timestamp = test.clock.now().getTime() + steps * 30_000
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp })
}

const enter = (app: App, token: string, code = codeOf(app)) => post(`/${app.id}/verify`, token, { code })

/** Calls the auth service from a client address. */
const callFrom = (address: string) =>
  createAuthCaller(test, {
    request: (path: string, init: RequestInit) => test.app.request(path, init, from(address)),
  } as typeof test.app)
const enterFrom = (address: string, app: App, token: string, code = codeOf(app)) =>
  callFrom(address).post(`/factors/${app.id}/verify`, { code }, { token })

/** Sets up an app and confirms it half a minute ago. */
async function setUp(): Promise<App> {
  const app = await begin()
  session = sessionIn(await enter(app, session.accessToken))
  test.clock.advance(30_000)
  return app
}

async function makeCodes(): Promise<string[]> {
  const { body } = await post('/recovery-codes', session.accessToken)
  return body['codes'] as string[]
}

describe('setting up an authenticator app', () => {
  it('requires nothing before its first code, which raises the session to aal2 and mails its owner (TWOSTEP-1)', async () => {
    const app = await begin()
    expect((await readHistory((await signIn()).accessToken)).status).toBe(200)
    const { status, body } = await post(`/${app.id}/challenge`, session.accessToken)
    expect([status, body]).toEqual([200, expect.objectContaining({ type: 'totp' })])
    const answer = await enter(app, session.accessToken)
    const { accessToken } = sessionIn(answer)
    expect(decodeJwt(accessToken)).toMatchObject({
      aal: 'aal2',
      session_id: decodeJwt(session.accessToken)['session_id'],
    })
    expect((await readHistory(accessToken)).status).toBe(200)
    expect(await subjects()).toContain('An authenticator app was set up')
    const user = await auth.user(accessToken)
    expect(user.body['factors']).toMatchObject([{ id: app.id, factor_type: 'totp', status: 'verified' }])
  })

  it('signs out the devices that entered no code (TWOSTEP-1)', async () => {
    const other = await signIn()
    await setUp()
    expect((await auth.user(other.accessToken)).body['code']).toBe('session_not_found')
    expect((await auth.user(session.accessToken)).status).toBe(200)
  })

  it('needs a confirmed address, and a fresh sign-in or proof (TWOSTEP-2)', async () => {
    minutes(11)
    expect((await post('', session.accessToken, { factor_type: 'totp' })).body['code']).toBe(
      'reauthentication_needed',
    )
    expect((await post('', session.accessToken, { factor_type: 'phone' })).body['code']).toBe(
      'validation_failed',
    )
    const { accessToken } = await auth.signUp(takeAddress(test, 'bob'))
    expect((await post('', accessToken, { factor_type: 'totp' })).body['code']).toBe('email_not_confirmed')
  })

  it('replaces an unconfirmed app, but never a confirmed one (TWOSTEP-2)', async () => {
    const first = await begin()
    const second = await begin()
    expect((await enter(first, session.accessToken)).status).toBe(404)
    session = sessionIn(await enter(second, session.accessToken))
    const third = await post('', session.accessToken, { factor_type: 'totp' })
    expect(third.body['code']).toBe('too_many_enrolled_mfa_factors')
  })

  it('stores the secret encrypted, and bound to its row (TWOSTEP-3)', async () => {
    const app = await begin()
    const row = await test.database.row<{ sealed: Buffer }>(
      sql`SELECT sealed_secret AS sealed FROM authenticator_apps WHERE id = ${app.id}`,
    )
    const sealed = row?.sealed ?? Buffer.alloc(0)
    expect(sealed.includes(Buffer.from(Secret.fromBase32(app.secret).bytes))).toBe(false)
    const { encryption } = test.platform
    await expect(encryption.open(sealed, { purpose: 'authenticator-app', id: 'another' })).rejects.toThrow()
  })
})

describe('a login to an account with an authenticator app', () => {
  it('allows nothing except entering a code (TWOSTEP-4)', async () => {
    const app = await setUp()
    const { accessToken: token } = await signIn()
    expect(decodeJwt(token)).toMatchObject({ aal: 'aal1' })
    const history = await readHistory(token)
    expect([history.status, history.body['code']]).toEqual([403, 'second_step_required'])
    const refused = [
      await auth.call('PUT', '/auth/v1/user', {
        token,
        body: { password: 'Another-horse 18', current_password: password },
      }),
      await auth.call('PUT', '/auth/v1/user', {
        token,
        body: { email: 'new@example.org', current_password: password },
      }),
      await auth.call('PUT', '/auth/v1/user', { token, body: { current_password: password } }),
      await auth.call('POST', '/auth/v1/passkeys/registration/options', { token, body: {} }),
      await passkeys.list(token),
      await post('', token, { factor_type: 'totp' }),
      await post('/recovery-codes', token),
      await auth.call('DELETE', `/auth/v1/factors/${app.id}`, { token }),
    ]
    expect(refused.map(({ body }) => body['code'])).toEqual(refused.map(() => 'insufficient_aal'))
    const raised = sessionIn(await enter(app, token))
    expect((await readHistory(raised.accessToken)).status).toBe(200)
    expect((await readHistory(sessionIn(await auth.refresh(raised.refreshToken)).accessToken)).status).toBe(
      200,
    )
  })

  it('counts as signed out for endpoints that require an account (TWOSTEP-4)', async () => {
    await setUp()
    const { accessToken: token } = await signIn()
    const { body } = await auth.call('POST', '/api/feedback', { token, body: { rating: 5 } })
    expect(body['code']).toBe('second_step_required')
    // Also where a caller without a session gets a text of its own.
    const checkout = await auth.call('POST', '/functions/v1/create-checkout-session', { token, body: {} })
    expect([checkout.status, checkout.body['code']]).toEqual([403, 'second_step_required'])
  })

  it('does not give aal2 to earlier refresh tokens (TWOSTEP-4)', async () => {
    const app = await setUp()
    const stolen = await signIn()
    sessionIn(await enter(app, stolen.accessToken))
    expect((await auth.refresh(stolen.refreshToken)).body['code']).toBe('refresh_token_already_used')
  })

  it('gains nothing for an access token issued before the code (TWOSTEP-4)', async () => {
    const app = await setUp()
    const before = await signIn()
    const raised = sessionIn(await enter(app, before.accessToken))
    expect((await readHistory(before.accessToken)).body['code']).toBe('second_step_required')
    const made = await post('/recovery-codes', before.accessToken)
    expect(made.body['code']).toBe('insufficient_aal')
    expect((await readHistory(raised.accessToken)).status).toBe(200)
  })

  it('needs no code after a passkey (TWOSTEP-4)', async () => {
    const authenticator = createAuthenticator()
    await passkeys.register(session.accessToken, authenticator)
    await setUp()
    const { accessToken } = sessionIn(await passkeys.signIn(authenticator))
    expect((await readHistory(accessToken)).status).toBe(200)
  })
})

describe('a code', () => {
  it('is valid in its half minute and the ones before and after it, and in no other (TWOSTEP-5)', async () => {
    const app = await setUp()
    minutes(5)
    const { accessToken } = await signIn()
    for (const steps of [-2, 2])
      expect((await enter(app, accessToken, codeOf(app, steps))).body['code']).toBe('mfa_verification_failed')
    for (const wrong of ['', '12345', '1234567', 'abcdef'])
      expect((await enter(app, accessToken, wrong)).body['code']).toBe('mfa_verification_failed')
    expect((await enter(app, accessToken, codeOf(app, -1))).status).toBe(200)
    expect((await enter(app, accessToken, codeOf(app, 1).replace(/^.../, '$& '))).status).toBe(200)
  })

  it('is valid in the digits of an Arabic keyboard (WORDS-2)', async () => {
    const app = await setUp()
    minutes(5)
    const { accessToken } = await signIn()
    expect((await enter(app, accessToken, inArabicDigits(codeOf(app)))).status).toBe(200)
  })

  it('is valid once, even for fifteen simultaneous tries, and voids all earlier ones (TWOSTEP-5)', async () => {
    const app = await setUp()
    const other = await signIn()
    const answers = await Promise.all(Array.from({ length: 15 }, () => enter(app, other.accessToken)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const { accessToken } = await signIn()
    for (const steps of [0, -1]) expect((await enter(app, accessToken, codeOf(app, steps))).status).toBe(422)
  })

  it('from another account’s app is refused (TWOSTEP-5)', async () => {
    const app = await setUp()
    const other = takeAddress(test, 'mallory')
    const { accessToken } = await auth.signUp(other)
    expect((await enter(app, accessToken)).status).toBe(404)
    expect((await auth.call('DELETE', `/auth/v1/factors/${app.id}`, { token: accessToken })).status).toBe(404)
    expect((await post('/recovery-codes/verify', accessToken, { code: '0aaaaaaaaa' })).status).toBe(422)
  })

  it('can be tried 20 times in six hours by all networks unknown to the account together, also at once (TWOSTEP-6)', async () => {
    const app = await setUp()
    const { accessToken } = await signIn()
    const tries = await Promise.all(
      Array.from({ length: 50 }, () => enterFrom(newAddress(), app, accessToken, '12345')),
    )
    const statuses = tries.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(20).fill(422), ...Array(30).fill(429)])
    const stranger = newAddress()
    const theirs = sessionIn(await callFrom(stranger).signIn(email)).accessToken
    expect((await enterFrom(stranger, app, theirs, codeOf(app))).status).toBe(429)
    minutes(6 * 60)
    expect((await enterFrom(stranger, app, (await signIn()).accessToken, codeOf(app))).status).toBe(200)
  })

  it('can be tried 20 times in a network with a session that has the second step, also after strangers’ tries (TWOSTEP-6)', async () => {
    const app = await setUp()
    const { accessToken } = await signIn()
    for (let n = 0; n < 20; n += 1) await enterFrom(newAddress(), app, accessToken, '12345')
    const own = await Promise.all(Array.from({ length: 19 }, () => enter(app, accessToken, '12345')))
    expect(new Set(own.map(({ status }) => status))).toEqual(new Set([422]))
    expect((await enter(app, accessToken)).status).toBe(200)
    test.clock.advance(30_000)
    const again = (await signIn()).accessToken
    const more = await Promise.all(Array.from({ length: 20 }, () => enter(app, again, '12345')))
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([422]))
    expect((await enter(app, again)).status).toBe(429)
  })

  it('can be tried where a mailed link was used within the hour, also after strangers’ tries (TWOSTEP-6)', async () => {
    const app = await setUp()
    const { accessToken } = await signIn()
    for (let n = 0; n < 20; n += 1) await enterFrom(newAddress(), app, accessToken, '12345')
    const train = newAddress()
    expect((await enterFrom(train, app, accessToken)).status).toBe(429)
    minutes(2)
    await auth.post('/otp', { email, create_user: true })
    const link = await auth.mailedLink(email)
    const opened = toSession(await callFrom(train).press(link, {}))
    expect((await enterFrom(train, app, opened.accessToken, '12345')).status).toBe(422)
    expect((await enterFrom(train, app, opened.accessToken)).status).toBe(200)
  })

  it('leaves the tries at recovery codes alone, which have a count of their own (TWOSTEP-6)', async () => {
    const app = await setUp()
    const [code = ''] = await makeCodes()
    const { accessToken } = await signIn()
    for (let n = 0; n < 21; n += 1) await enterFrom(newAddress(), app, accessToken, '12345')
    const tryCode = (typed: string) =>
      callFrom(newAddress()).post('/factors/recovery-codes/verify', { code: typed }, { token: accessToken })
    const tries = await Promise.all(Array.from({ length: 19 }, () => tryCode('0aaaaaaaaa')))
    expect(new Set(tries.map(({ status }) => status))).toEqual(new Set([422]))
    expect((await tryCode(code)).status).toBe(200)
  })

  it('is reported by email once after five wrong ones, also fifty at once (TWOSTEP-13)', async () => {
    const app = await setUp()
    const { accessToken } = await signIn()
    const told = async () =>
      (await subjects()).filter((subject) => subject === 'Five wrong codes at your login').length
    for (let n = 0; n < 4; n += 1) await enter(app, accessToken, '12345')
    expect(await told()).toBe(0)
    await Promise.all(Array.from({ length: 50 }, () => enterFrom(newAddress(), app, accessToken, '12345')))
    expect(await told()).toBe(1)
  })

  it('comes before everything that the person typed about themselves (TWOSTEP-12)', async () => {
    const app = await setUp()
    const signedIn = await auth.signIn(email)
    const { accessToken, refreshToken, userId } = sessionIn(signedIn)
    const known = { sub: userId, email, email_verified: true }
    const refreshed = await auth.refresh(refreshToken)
    const users = [signedIn.body['user'], refreshed.body['user'], (await auth.user(accessToken)).body]
    for (const user of users) {
      expect(user).toMatchObject({ factors: [{ id: app.id, status: 'verified' }] })
      const { user_metadata, identities } = user as { user_metadata: object; identities: object[] }
      expect(user_metadata).toEqual(known)
      expect(identities).toEqual([expect.objectContaining({ identity_data: known })])
      for (const typed of Object.values(registration)) expect(JSON.stringify(user)).not.toContain(typed)
    }
    const raised = await enter(app, sessionIn(refreshed).accessToken)
    expect(raised.body['user']).toMatchObject({ user_metadata: registration })
    expect((await auth.user(sessionIn(raised).accessToken)).body).toMatchObject({
      user_metadata: registration,
    })
  })
})

describe('recovery codes', () => {
  it('are ten, shown once, and stored only as slow hashes (TWOSTEP-7)', async () => {
    await setUp()
    const codes = await makeCodes()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^[0-9a-z]{5}-[0-9a-z]{5}$/)
    const row = await test.database.row<{ hashes: string[] }>(
      sql`SELECT recovery_hashes AS hashes FROM authenticator_apps
        JOIN users ON users.id = user_id WHERE email = ${email}`,
    )
    expect(row?.hashes.every((hash) => hash.startsWith('$argon2id$'))).toBe(true)
    const status = await auth.call('GET', '/auth/v1/factors/recovery-codes', { token: session.accessToken })
    // Names a passkey only if the account has one.
    expect(status.body).toMatchObject({ total: 10, remaining: 10, has_passkey: false })
    expect(JSON.stringify(status.body)).not.toContain(codes[0])
  })

  it('replace the app’s code once each, and mail its owner (TWOSTEP-7)', async () => {
    await setUp()
    const [first = '', second = ''] = await makeCodes()
    const { accessToken } = await signIn()
    const typed = ` ${first.toUpperCase().replace('-', ' ')} `
    const both = await Promise.all(
      [1, 2].map(() => post('/recovery-codes/verify', accessToken, { code: typed })),
    )
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const raised = sessionIn(both.find(({ status }) => status === 200) ?? (both[0] as never))
    expect(decodeJwt(raised.accessToken)).toMatchObject({ aal: 'aal2' })
    expect((await readHistory(raised.accessToken)).status).toBe(200)
    expect(await subjects()).toContain('A recovery code was used')
    // No removal was stopped.
    expect(await subjects()).not.toContain('Your authenticator app stays')
    const again = await signIn()
    expect((await post('/recovery-codes/verify', again.accessToken, { code: first })).status).toBe(422)
    expect((await post('/recovery-codes/verify', again.accessToken, { code: second })).status).toBe(200)
  })

  it('are void when new ones are made (TWOSTEP-7)', async () => {
    await setUp()
    const [old = ''] = await makeCodes()
    await makeCodes()
    const { accessToken } = await signIn()
    expect((await post('/recovery-codes/verify', accessToken, { code: old })).status).toBe(422)
    const activity = await auth.call('GET', '/api/security-activity', { token: session.accessToken })
    expect(activity.body).toContainEqual(expect.objectContaining({ event: 'recovery_codes_made' }))
  })
})

describe('removing an authenticator app', () => {
  it('ends the second step and the recovery codes, and mails its owner (TWOSTEP-8)', async () => {
    const app = await setUp()
    const removed = await auth.call('DELETE', `/auth/v1/factors/${app.id}`, { token: session.accessToken })
    expect([removed.status, removed.body]).toEqual([200, { id: app.id }])
    expect((await readHistory((await signIn()).accessToken)).status).toBe(200)
    expect(await subjects()).toContain('Your authenticator app was removed')
  })

  it('and making new recovery codes need a fresh sign-in or proof (TWOSTEP-8)', async () => {
    const app = await setUp()
    minutes(11)
    const token = session.accessToken
    const remove = () => auth.call('DELETE', `/auth/v1/factors/${app.id}`, { token })
    expect((await remove()).body['code']).toBe('reauthentication_needed')
    expect((await post('/recovery-codes', token)).body['code']).toBe('reauthentication_needed')
    await auth.call('PUT', '/auth/v1/user', { token, body: { current_password: password } })
    expect((await post('/recovery-codes', token)).status).toBe(200)
    expect((await remove()).status).toBe(200)
  })
})

describe('a person who lost the app and the recovery codes', () => {
  const remove = () => removeLostAppsJob.run(test.platform, {})

  it('gets it removed after three days, with a mail before and after (TWOSTEP-9)', async () => {
    await setUp()
    const lost = await signIn()
    const begun = await post('/removal', lost.accessToken)
    expect(begun.body['removal_due_at']).toBe(
      new Date(test.clock.now().getTime() + 3 * 86_400_000).toISOString(),
    )
    expect(await subjects()).toContain('Your authenticator app will be removed')
    days(2)
    expect((await post('/removal', (await signIn()).accessToken)).body).toEqual(begun.body)
    minutes(24 * 60 - 1)
    await remove()
    expect((await readHistory((await signIn()).accessToken)).status).toBe(403)
    minutes(1)
    await remove()
    expect((await readHistory((await signIn()).accessToken)).status).toBe(200)
    expect(await subjects()).toContain('Your authenticator app was removed')
  })

  it('needs a fresh sign-in to begin (TWOSTEP-9)', async () => {
    await setUp()
    const { accessToken } = await signIn()
    minutes(11)
    expect((await post('/removal', accessToken)).body['code']).toBe('reauthentication_needed')
  })

  it.each(['a press', 'a code', 'a recovery code', 'a passkey'])(
    'is stopped by %s (TWOSTEP-9)',
    async (way) => {
      const authenticator = createAuthenticator()
      await passkeys.register(session.accessToken, authenticator)
      const app = await setUp()
      const [recoveryCode = ''] = await makeCodes()
      const thief = await signIn()
      await post('/removal', thief.accessToken)
      minutes(1)
      if (way === 'a press')
        await auth.call('DELETE', '/auth/v1/factors/removal', { token: (await signIn()).accessToken })
      if (way === 'a code') await enter(app, (await signIn()).accessToken)
      if (way === 'a recovery code')
        await post('/recovery-codes/verify', (await signIn()).accessToken, { code: recoveryCode })
      if (way === 'a passkey') await passkeys.signIn(authenticator)
      expect(await subjects()).toContain('Your authenticator app stays')
      days(4)
      await remove()
      expect((await readHistory((await signIn()).accessToken)).status).toBe(403)
    },
  )
})
