import { beforeEach, describe, expect, it } from 'vitest'
import type { SecurityActivity } from '../../../contract/account.ts'
import { sql } from '../../platform/database/index.ts'
import { authForFile, password, sessionIn, takeAddress } from '../../testing/auth-caller.ts'
import { createPasskeyCaller } from '../../testing/passkey-caller.ts'
import { from } from '../../testing/people.ts'
import { createAuthenticator } from '../../testing/software-authenticator.ts'
import { forgetSessionsJob } from '../stores/session-store.ts'
import { forgetActivityJob } from './activity.ts'

const { test, auth } = authForFile()
const hours = (count: number) => test.clock.advance(count * 60 * 60 * 1000)

const chrome = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0.0.0 Safari/537.36'
const iPhone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'

let email: string
beforeEach(() => {
  email = takeAddress(test, 'ann')
})

async function call(path: string, body: unknown, { device = chrome, ip = '81.2.69.7', token = '' } = {}) {
  const headers = {
    'content-type': 'application/json',
    'x-supabase-api-version': '2024-01-01',
    'user-agent': device,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const init = { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await test.app.request(`/auth/v1${path}`, init, from(ip))
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as Record<string, unknown>,
  }
}

const signIn = (options: { device?: string; ip?: string } = {}, secret = password) =>
  call('/token?grant_type=password', { email, password: secret }, options)

async function list(): Promise<SecurityActivity> {
  const { accessToken: token } = sessionIn(await signIn())
  const { body } = await auth.call('GET', '/api/security-activity', { token })
  return body as unknown as SecurityActivity
}

const countMails = async () =>
  (await auth.mails()).filter(({ to, subject }) => to === email && subject === 'A login from a new device')
    .length

describe('security activity', () => {
  it('lists logins and refusals with the kind of device and a coarse network, newest first (ACTIVITY-1)', async () => {
    await auth.signUp(email)
    await signIn({ device: iPhone, ip: '2a00:1450:1:2::3' }, 'Not-it-17')
    test.clock.advance(1000)
    expect(await list()).toMatchObject([
      { event: 'signed_in', method: 'password', device: 'Chrome on Windows', network: '81.2.69.0/24' },
      {
        event: 'sign_in_refused',
        method: 'invalid_credentials',
        device: 'Safari on iPhone',
        network: '2a00:1450:1::/48',
      },
      { event: 'signed_in', method: 'registration', network: '' },
    ])
  })

  it('counts equal events within an hour in one row, also simultaneous ones (ACTIVITY-2)', async () => {
    await auth.signUp(email)
    await Promise.all(Array.from({ length: 8 }, () => signIn({ ip: '81.2.69.9' }, 'Not-it-17')))
    const refused = (await list()).filter(({ event }) => event === 'sign_in_refused')
    expect(refused).toMatchObject([{ times: 8, network: '81.2.69.0/24' }])
    hours(1)
    await signIn({}, 'Not-it-17')
    expect((await list()).filter(({ event }) => event === 'sign_in_refused')).toHaveLength(2)
  })

  it("keeps the tries of strangers from displacing the person's own events (ACTIVITY-2)", async () => {
    const { userId } = await auth.signUp(email)
    await test.database.run(sql`
      INSERT INTO security_activity (user_id, event, method, device, network, hour, at, is_new_device)
      SELECT ${userId}, 'sign_in_refused', 'invalid_credentials', '', n::text, 0, now() + n * interval '1 second', false
      FROM generate_series(1, 300) n`)
    const events = (await list()).map(({ event }) => event)
    expect(events.filter((event) => event === 'signed_in')).toHaveLength(2)
    expect(events.filter((event) => event === 'sign_in_refused')).toHaveLength(100)
  })

  it('lists security changes, but only for the account itself (ACTIVITY-1)', async () => {
    await auth.signUp(email)
    const { accessToken: token } = await auth.confirm(email)
    const passkeys = createPasskeyCaller(test)
    const id = await passkeys.register(token, createAuthenticator())
    await passkeys.remove(token, id)
    const body = { password: 'Another-horse 18', current_password: password }
    await auth.call('PUT', '/auth/v1/user', { token, body: { current_password: 'wrong' } })
    await auth.call('PUT', '/auth/v1/user', { token, body })
    await auth.call('POST', '/api/data-exports', { token })
    const { body: seen } = await auth.call('GET', '/api/security-activity', { token })
    const events = (seen as unknown as SecurityActivity).map(({ event }) => event)
    expect(events.slice(0, 5)).toEqual(
      expect.arrayContaining([
        'copy_asked',
        'password_changed',
        'proof_refused',
        'passkey_removed',
        'passkey_added',
      ]),
    )
    const other = await auth.signUp(takeAddress(test, 'bob'))
    const { body: others } = await auth.call('GET', '/api/security-activity', { token: other.accessToken })
    expect(others).toMatchObject([{ event: 'signed_in' }])
  })

  it('is kept for 90 days (ACTIVITY-3)', async () => {
    const { userId } = await auth.signUp(email)
    const count = () =>
      test.database.row(sql`SELECT count(*)::int AS kept FROM security_activity WHERE user_id = ${userId}`)
    hours(90 * 24 - 1)
    await forgetActivityJob.run(test.platform, {})
    expect(await count()).toEqual({ kept: 1 })
    hours(1)
    await forgetActivityJob.run(test.platform, {})
    expect(await count()).toEqual({ kept: 0 })
  })
})

describe('a login from a new device', () => {
  it('is marked and mailed once, but not for a registration (ACTIVITY-4)', async () => {
    await auth.signUp(email)
    expect(await countMails()).toBe(0)
    await Promise.all([1, 2, 3].map(() => signIn({ device: iPhone, ip: '62.31.4.4' })))
    expect(await countMails()).toBe(1)
    const mail = (await auth.mails()).find(({ subject }) => subject === 'A login from a new device')
    expect(mail?.text).toContain('Safari on iPhone')
    expect(mail?.text).toContain('62.31.4.0/24')
    expect(mail?.text).not.toContain('62.31.4.4')
    hours(2)
    await signIn({ device: iPhone, ip: '77.9.9.1' })
    expect(await countMails()).toBe(1)
    expect(
      (await list()).filter(({ device, isNewDevice }) => isNewDevice && device === 'Safari on iPhone'),
    ).toHaveLength(1)
  })

  it('is not new if another session has the same kind of device, even without stored events (ACTIVITY-4)', async () => {
    await auth.signUp(email)
    await signIn({ device: iPhone })
    hours(2)
    await test.database.run(sql`DELETE FROM security_activity`)
    await signIn({ device: iPhone })
    expect(await countMails()).toBe(1)
    await signIn({ device: chrome })
    expect(await countMails()).toBe(2)
  })

  it('is mailed without a network where none is known (ACTIVITY-4)', async () => {
    await auth.signUp(email)
    await signIn({ device: iPhone, ip: '' })
    const mail = (await auth.mails()).find(({ subject }) => subject === 'A login from a new device')
    expect(mail?.text).toContain('Safari on iPhone')
    expect(mail?.text).not.toContain('The network was')
  })

  it('is new again after 90 days without that device, also for an unused account (ACTIVITY-4)', async () => {
    await auth.signUp(email)
    await signIn({ device: iPhone })
    hours(60 * 24)
    await signIn()
    hours(31 * 24)
    await forgetActivityJob.run(test.platform, {})
    await signIn({ device: iPhone })
    expect(await countMails()).toBe(3)
    hours(91 * 24)
    await forgetActivityJob.run(test.platform, {})
    await forgetSessionsJob.run(test.platform, {})
    await signIn({ device: chrome })
    expect(await countMails()).toBe(4)
  })
})

it('gives a refused login for an unknown address the same answer, and stores nothing (ACTIVITY-5)', async () => {
  const count = () => test.database.row(sql`SELECT count(*)::int AS kept FROM security_activity`)
  const before = await count()
  const answer = await call('/token?grant_type=password', { email: takeAddress(test, 'nemo'), password })
  expect([answer.status, answer.body['code']]).toEqual([400, 'invalid_credentials'])
  expect(await count()).toEqual(before)
})
