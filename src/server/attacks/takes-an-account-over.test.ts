import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  authForFile,
  linkIn,
  password,
  registration,
  sessionIn,
  type TestSession,
  takeAddress,
} from '../testing/auth-caller.ts'
import { createPasskeyCaller } from '../testing/passkey-caller.ts'
import { from, postJson } from '../testing/people.ts'
import { createAuthenticator } from '../testing/software-authenticator.ts'

const { test, auth } = authForFile()
const passkeys = createPasskeyCaller(test)
const minuteMs = 60_000
const another = 'Another-horse 18'

let email: string
let session: TestSession
beforeEach(async () => {
  email = takeAddress(test, 'ann')
  await auth.signUp(email)
  session = await auth.confirmAndLogIn(email)
})

const signIn = async () => sessionIn(await auth.signIn(email))
const refresh = async ({ refreshToken }: TestSession) => sessionIn(await auth.refresh(refreshToken))
const update = (body: object, { accessToken: token } = session) =>
  auth.call('PUT', '/auth/v1/user', { token, body })
const askCode = ({ accessToken: token } = session) => auth.call('GET', '/auth/v1/reauthenticate', { token })
async function readCode(): Promise<string> {
  const texts = (await auth.mails()).filter(({ to }) => to === email).map(({ text }) => text)
  return texts.map((text) => /^\d{6}$/m.exec(text)?.[0]).find(Boolean) ?? ''
}
const codeOf = (secret: string) =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: test.clock.now().getTime() })
async function beginApp({ accessToken: token } = session): Promise<{ id: string; secret: string }> {
  const { body } = await auth.post('/factors', { factor_type: 'totp' }, { token })
  return { id: String(body['id']), secret: (body['totp'] as { secret: string }).secret }
}
const enterCode = (app: { id: string; secret: string }, { accessToken: token } = session) =>
  auth.post(`/factors/${app.id}/verify`, { code: codeOf(app.secret) }, { token })

describe('another person’s address', () => {
  it('isn’t taken over by the link to an earlier one if no more links are mailed to it (SETTINGS-8)', async () => {
    const second = `second-${email}`
    const victim = `victim-${email}`
    expect((await update({ email: second, current_password: password })).body).toMatchObject({
      new_email: second,
    })
    const kept = await auth.mailedLink(second)
    const [local, domain] = victim.split('@')
    for (let n = 0; n < 12; n += 1) {
      test.clock.advance(minuteMs + 1000)
      await auth.post('/signup', { email: `${local}+${n}@${domain}`, password, data: registration })
    }
    const wish = await update({ email: victim, current_password: password, data: { note: 'none' } })
    expect([wish.status, wish.body['code']]).toEqual([429, 'over_email_send_rate_limit'])
    const { body } = await auth.user(session.accessToken)
    expect(body).toMatchObject({ email, new_email: second })
    expect(body['user_metadata']).not.toHaveProperty('note')
    await auth.press(kept, {})
    await auth.press(await auth.mailedLink(email), {})
    expect((await auth.user(session.accessToken)).body['email']).toBe(second)
  })

  it('voids the links to the address requested before (SETTINGS-8)', async () => {
    await update({ email: `second-${email}`, current_password: password })
    const earlier = [await auth.mailedLink(`second-${email}`), await auth.mailedLink(email)]
    test.clock.advance(minuteMs + 1000)
    expect((await update({ email: `third-${email}`, current_password: password })).status).toBe(200)
    for (const link of earlier) {
      expect((await auth.look(link)).body['state']).toBe('void')
      expect((await auth.press(link, {})).body['code']).toBe('otp_expired')
    }
  })

  it('can be confirmed even if a stranger has the links sent again (SETTINGS-8)', async () => {
    await update({ email: `second-${email}`, current_password: password })
    await auth.press(await auth.mailedLink(`second-${email}`), {})
    test.clock.advance(minuteMs + 1000)
    await auth.post('/resend', { type: 'email_change', email })
    expect((await auth.press(await auth.mailedLink(email), {})).body['outcome']).toBe('done')
  })
})

describe('a mailed code', () => {
  it.each([
    ['the password', async () => session],
    [
      'a passkey',
      async () => {
        const key = createAuthenticator()
        await passkeys.register(session.accessToken, key)
        return sessionIn(await passkeys.signIn(key))
      },
    ],
  ])(
    'allows no new password in a session that %s opened, if it was entered for something else (PASSWORD-10, PASSKEY-3)',
    async (_, open) => {
      const opened = await open()
      await askCode(opened)
      expect((await update({ nonce: await readCode() }, opened)).status).toBe(200)
      test.clock.advance(30 * minuteMs)
      const later = await refresh(opened)
      expect((await update({ password: another }, later)).body['code']).toBe('current_password_required')
      expect((await auth.signIn(email, another)).status).toBe(400)
    },
  )

  it('is one proof with two concurrent uses (AUTH-17)', async () => {
    const other = await signIn()
    await askCode()
    const nonce = await readCode()
    const answers = await Promise.all([
      update({ nonce }, other),
      update({ nonce, email: `next-${email}` }),
      ...Array.from({ length: 10 }, () => update({ nonce }, other)),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('is mailed to its owner, however many mails strangers requested (AUTH-17)', async () => {
    for (let n = 0; n < 4; n += 1) {
      for (const [path, body] of [
        ['/recover', { email }],
        ['/otp', { email }],
        ['/resend', { type: 'signup', email }],
        ['/resend', { type: 'email_change', email }],
      ] as const)
        await auth.post(path, body)
      test.clock.advance(minuteMs + 1000)
    }
    expect((await askCode()).status).toBe(200)
    expect((await update({ email: `next-${email}`, current_password: password })).status).toBe(200)
  })
})

describe('a password alone, if there is an authenticator app,', () => {
  it('can’t have a code mailed or end another session (TWOSTEP-4, AUTH-16)', async () => {
    session = sessionIn(await enterCode(await beginApp()))
    const weak = await signIn()
    expect((await askCode(weak)).body['code']).toBe('insufficient_aal')
    const { accessToken: token } = weak
    expect((await auth.call('POST', '/auth/v1/logout?scope=global', { token })).status).toBe(204)
    expect((await auth.user(token)).status).toBe(403)
    expect((await auth.user(session.accessToken)).status).toBe(200)
    expect((await askCode()).status).toBe(200)
  })
})

describe('a passkey that its owner removed', () => {
  it('leaves no session whose second step it was (PASSKEY-6)', async () => {
    const key = createAuthenticator()
    const id = await passkeys.register(session.accessToken, key)
    const raised = sessionIn(await passkeys.prove(key, session.accessToken))
    const owner = await signIn()
    expect((await passkeys.remove(owner.accessToken, id)).status).toBe(204)
    expect((await auth.user(raised.accessToken)).status).toBe(403)
    expect((await auth.refresh(raised.refreshToken)).status).toBe(400)
  })
})

describe('an authenticator app whose secret another person read', () => {
  it('can’t be confirmed later by a session without a fresh proof (TWOSTEP-2)', async () => {
    const app = await beginApp()
    const other = await signIn()
    test.clock.advance(11 * minuteMs)
    expect((await enterCode(app, await refresh(other))).body['code']).toBe('reauthentication_needed')
    expect((await enterCode(app, await signIn())).status).toBe(200)
  })
})

describe('the mail about a new device', () => {
  const phone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1'
  const call = (path: string, body: object, ip: string) =>
    postJson(test, `/auth/v1${path}`, body, { 'user-agent': phone }, from(ip))
  const logIn = (ip: string) => call('/token?grant_type=password', { email, password }, ip)
  const countMails = async () =>
    (await auth.mails()).filter(({ to, subject }) => to === email && subject === 'A login from a new device')
      .length

  it('is sent once for four concurrent logins from four networks (ACTIVITY-4)', async () => {
    await Promise.all(['62.31.4.4', '77.9.9.1', '81.2.69.7', '5.6.7.8'].map(logIn))
    expect(await countMails()).toBe(1)
  })

  it('is sent even if the device refreshed an older session before (ACTIVITY-4)', async () => {
    test.clock.advance(70 * minuteMs)
    await call('/token?grant_type=refresh_token', { refresh_token: session.refreshToken }, '62.31.4.4')
    await logIn('62.31.4.4')
    expect(await countMails()).toBe(1)
  })

  it('isn’t sent for a registration that begins with its link (ACTIVITY-4)', async () => {
    email = takeAddress(test, 'rep')
    await auth.signUp(email)
    test.clock.advance(3 * minuteMs)
    await auth.post('/signup', { email, password: another, data: registration })
    await auth.post('/links/use', { ...linkIn(await auth.mailedLink(email)), password: another })
    expect(await countMails()).toBe(0)
  })
})
