import { beforeEach, describe, expect, it } from 'vitest'
import { inArabicDigits } from '../../testing/arabic-digits.ts'
import {
  createAuthCaller,
  password,
  registration,
  sessionIn,
  type TestSession,
} from '../../testing/auth-caller.ts'
import { testAppForFile } from '../../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
let email: string
let session: TestSession
let number = 0
beforeEach(async () => {
  test.clock.advance(2 * 60 * 60 * 1000)
  email = `person${++number}@example.org`
  session = await auth.signUp(email)
})

const update = (body: unknown, token = session.accessToken) =>
  auth.call('PUT', '/auth/v1/user', { token, body })
const newPassword = 'Another-horse 18'
const mailsTo = async (address: string) => (await auth.mails()).filter(({ to }) => to === address)

async function confirm() {
  session = await auth.confirmAndLogIn(email)
}

describe('metadata', () => {
  it('is merged, and null removes a member (AUTH-13)', async () => {
    const { status, body } = await update({ data: { hello: 'world', address: null } })
    expect(status).toBe(200)
    const { address: _, ...rest } = registration
    expect(body['user_metadata']).toEqual({ ...rest, hello: 'world' })
  })

  it('renames the profile with its full_name, and changes nothing else in the profile', async () => {
    await update({ data: { full_name: 'New Name', date_of_birth: '2015-01-01' } })
    const { body } = await auth.call('GET', '/api/profile', { token: session.accessToken })
    expect(body).toMatchObject({ fullName: 'New Name', dateOfBirth: registration.date_of_birth })
  })

  it('refuses metadata of more than 6 kB', async () => {
    expect((await update({ data: { a: 'x'.repeat(5000) } })).status).toBe(200)
    const { status } = await update({ data: { b: 'x'.repeat(5000) } })
    expect(status).toBe(400)
    const { body } = await auth.user(session.accessToken)
    expect(body['user_metadata']).not.toHaveProperty('b')
  })
})

it('does not let a person change read-only members (PRODUCT-5, AUTH-13)', async () => {
  const before = (await auth.user(session.accessToken)).body
  const refused = await update({ app_metadata: { roles: ['admin'] }, data: { x: 1 } })
  expect(refused.status).toBe(403)
  expect(refused.body['code']).toBe('not_admin')
  const { status } = await update({
    id: crypto.randomUUID(),
    role: 'service_role',
    email_confirmed_at: '2020-01-01T00:00:00Z',
    confirmed_at: '2020-01-01T00:00:00Z',
    banned_until: null,
    created_at: '1999-01-01T00:00:00Z',
    user_metadata: { x: 1 },
  })
  expect(status).toBe(200)
  const { updated_at: _, ...after } = (await auth.user(session.accessToken)).body
  expect(before).toMatchObject(after)
  expect(after).not.toHaveProperty('email_confirmed_at')
})

describe('a new password', () => {
  it('ends the other sessions, keeps this one, and mails its owner (PASSWORD-11)', async () => {
    const other = sessionIn(await auth.signIn(email))
    const { status } = await update({ password: newPassword, current_password: password })
    expect(status).toBe(200)
    expect((await auth.user(session.accessToken)).status).toBe(200)
    expect((await auth.refresh(session.refreshToken)).status).toBe(200)
    expect((await auth.user(other.accessToken)).body['code']).toBe('session_not_found')
    expect((await auth.signIn(email)).body['code']).toBe('invalid_credentials')
    expect((await auth.signIn(email, newPassword)).status).toBe(200)
    const [notice] = await mailsTo(email)
    expect(notice?.subject).toBe('Your password was changed')
    expect(notice?.text).toContain('http://localhost:3000/forgot-password')
  })

  it('voids mailed links (PASSWORD-11)', async () => {
    const link = await auth.mailedLink(email)
    await update({ password: newPassword, current_password: password })
    expect((await auth.press(link)).body['code']).toBe('otp_expired')
  })

  it.each([
    [{ password: newPassword }, 400, 'current_password_required'],
    [{ password: newPassword, current_password: 'not it' }, 400, 'current_password_invalid'],
    [{ password: newPassword, current_password: '' }, 400, 'current_password_invalid'],
    [{ password: newPassword, nonce: '123456' }, 422, 'reauthentication_not_valid'],
    [{ password, current_password: password }, 422, 'same_password'],
    [{ password: 'short', current_password: password }, 422, 'weak_password'],
    [{ password: 'x'.repeat(15_000), current_password: password }, 400, 'validation_failed'],
  ])('is refused for %j', async (body, status, code) => {
    const answer = await update(body)
    expect(answer.status).toBe(status)
    expect(answer.body['code']).toBe(code)
    expect((await auth.signIn(email)).status).toBe(200)
    expect((await mailsTo(email)).map(({ subject }) => subject)).not.toContain('Your password was changed')
  })

  it('is refused with the specified messages and every reason when it is too weak (PASSWORD-2)', async () => {
    const { body } = await update({ password: 'short', current_password: password })
    expect(body).toMatchObject({
      message:
        'Password must be at least 8 characters. Password must contain at least one uppercase letter. Password must contain at least one number.',
      weak_password: { reasons: ['length', 'characters'] },
    })
    const common = await update({ password: 'Password123', current_password: password })
    expect(common.body).toMatchObject({ weak_password: { reasons: ['pwned'] } })
  })

  it('cannot be set by guessing the current one', async () => {
    for (let i = 0; i < 10; i++) await update({ password: newPassword, current_password: `guess ${i}` })
    const blocked = await update({ password: newPassword, current_password: password })
    expect(blocked.status).toBe(429)
  })

  it('is set only once by two simultaneous requests', async () => {
    const answers = await Promise.all(
      ['First-horse 1', 'Second-horse 2'].map((wished) =>
        update({ password: wished, current_password: password }),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

describe('a mailed code', () => {
  /** Confirms the address, and returns the code that was mailed to it. */
  async function askForCode(): Promise<string> {
    await confirm()
    const asked = await auth.call('GET', '/auth/v1/reauthenticate', { token: session.accessToken })
    expect(asked.status).toBe(200)
    return /^\d{6}$/m.exec((await mailsTo(email))[0]?.text ?? '')?.[0] ?? ''
  }

  it('counts in the digits of an Arabic keyboard (WORDS-2)', async () => {
    const code = await askForCode()
    expect((await update({ password: newPassword, nonce: inArabicDigits(code) })).status).toBe(200)
  })

  it('replaces the current password, once (AUTH-17)', async () => {
    const code = await askForCode()
    expect((await update({ password: newPassword, nonce: code })).status).toBe(200)
    const again = await update({ password: 'A third-horse 3', nonce: code })
    expect(again.body['code']).toBe('reauthentication_not_valid')
  })

  it('expires after ten minutes (AUTH-17)', async () => {
    const code = await askForCode()
    test.clock.advance(10 * 60 * 1000)
    expect((await update({ password: newPassword, nonce: code })).body['code']).toBe(
      'reauthentication_not_valid',
    )
  })

  it('allows five tries, including parallel ones (AUTH-17)', async () => {
    const code = await askForCode()
    const wrong = code === '000000' ? '000001' : '000000'
    // At most two at once: an account can have no more passwords waiting for the estimator, and a refusal there doesn't
    // count as a try.
    const tryWrong = () => update({ password: newPassword, nonce: wrong })
    for (let pair = 0; pair < 3; pair += 1) await Promise.all([tryWrong(), tryWrong()])
    expect((await update({ password: newPassword, nonce: code })).body['code']).toBe(
      'reauthentication_not_valid',
    )
    expect((await auth.signIn(email)).status).toBe(200)
  })

  it('is refused for an unconfirmed address, for a signed-out caller, and twice within a minute', async () => {
    const unconfirmed = await auth.call('GET', '/auth/v1/reauthenticate', { token: session.accessToken })
    expect(unconfirmed.status).toBe(422)
    expect((await auth.call('GET', '/auth/v1/reauthenticate')).status).toBe(401)
    await confirm()
    const ask = () => auth.call('GET', '/auth/v1/reauthenticate', { token: session.accessToken })
    expect((await ask()).status).toBe(200)
    test.clock.advance(20_000)
    const soon = await ask()
    expect(soon.status).toBe(429)
    expect(soon.body).toEqual({
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this in 40 seconds.',
    })
  })
})

describe('a new address', () => {
  const links = async (next: string) => ({
    old: await auth.mailedLink(email),
    next: await auth.mailedLink(next),
  })

  it('takes effect once the links to both addresses were used (SETTINGS-8)', async () => {
    await confirm()
    const next = `new-${email}`
    const asked = await update({ email: next.toUpperCase(), current_password: password })
    expect(asked.status).toBe(200)
    expect(asked.body).toMatchObject({ email, new_email: next })
    const mailed = await links(next)
    expect((await auth.look(mailed.next)).body).toMatchObject({
      kind: 'email_change_new',
      email: next,
      from_email: email,
      new_email: next,
      asks: 'press',
    })
    expect((await auth.press(mailed.next, {})).body).toEqual({ outcome: 'first-half' })
    expect((await auth.user(session.accessToken)).body['email']).toBe(email)
    expect((await auth.press(mailed.old, {})).body).toMatchObject({ outcome: 'done' })
    const { body } = await auth.user(session.accessToken)
    expect(body['email']).toBe(next)
    expect(body).not.toHaveProperty('new_email')
    expect((await auth.signIn(next)).status).toBe(200)
    expect((await auth.signIn(email)).status).toBe(400)
  })

  it('does not take effect when one link is used twice, nor through POST with one half', async () => {
    await confirm()
    const next = `new-${email}`
    await update({ email: next, current_password: password })
    const token = (await links(next)).next.searchParams.get('token')
    const half = await auth.post('/verify', { type: 'email_change', token_hash: token })
    expect(half.status).toBe(200)
    expect(half.body).toMatchObject({
      code: '200',
      msg: expect.stringContaining('Confirmation link accepted'),
    })
    expect((await auth.post('/verify', { type: 'email_change', token_hash: token })).status).toBe(403)
    expect((await auth.user(session.accessToken)).body['email']).toBe(email)
  })

  it('starts over when it is requested again, and continues with new links when they are resent (SETTINGS-8)', async () => {
    await confirm()
    const next = `new-${email}`
    await update({ email: next, current_password: password })
    const first = await links(next)
    await auth.press(first.next, {})
    test.clock.advance(60_000)
    await update({ email: next, current_password: password })
    const second = await links(next)
    expect((await auth.press(first.old, {})).body['code']).toBe('otp_expired')
    await auth.press(second.old, {})
    expect((await auth.user(session.accessToken)).body['email']).toBe(email)
    test.clock.advance(60_000)
    await auth.post('/resend', { type: 'email_change', email })
    const third = await links(next)
    expect((await auth.press(second.next, {})).body['code']).toBe('otp_expired')
    await auth.press(third.next, {})
    expect((await auth.user(session.accessToken)).body['email']).toBe(next)
  })

  it('is refused when another person has it, or confirms it first', async () => {
    await confirm()
    const taken = `taken-${email}`
    await auth.signUp(taken)
    await auth.confirm(taken)
    const refused = await update({ email: taken, current_password: password })
    expect(refused.status).toBe(422)
    expect(refused.body['code']).toBe('email_exists')
    const free = `free-${email}`
    test.clock.advance(60_000)
    await update({ email: free, current_password: password })
    const mailed = await links(free)
    await auth.press(mailed.old, {})
    await auth.signUp(free)
    await auth.confirm(free)
    expect((await auth.press(mailed.next, {})).body['code']).toBe('email_exists')
    expect((await auth.user(session.accessToken)).body['email']).toBe(email)
  })

  it.each(['not an address', 'a@b.example\r\nBcc: c@d.example'])(
    'is refused if it is malformed: %j',
    async (wished) => {
      const answer = await update({ email: wished })
      expect(answer.status).toBe(400)
      expect(answer.body['message']).toBe('Unable to validate email address: invalid format')
    },
  )
})
