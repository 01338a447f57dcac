import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import {
  authForFile,
  password,
  registration,
  sessionIn,
  takeAddress,
  toSession,
} from '../../testing/auth-caller.ts'

const { test, auth } = authForFile()
let email: string
beforeEach(() => {
  email = takeAddress(test, 'person')
})

const readFragment = (url: URL) => Object.fromEntries(new URLSearchParams(url.hash.slice(1)))
const readToken = (link: URL) => link.searchParams.get('token') ?? link.searchParams.get('token_hash') ?? ''
const mailsTo = async (address: string) => (await auth.mails()).filter(({ to }) => to === address)
const minute = 60_000

/** The data that a browser keeps while a PKCE link is pending. */
const verifier = 'a-verifier-of-at-least-43-characters-0123456789'
const pkce = {
  code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  code_challenge_method: 's256',
}
const exchange = (code: string, code_verifier = verifier) =>
  auth.post('/token?grant_type=pkce', { auth_code: code, code_verifier })

async function confirmed(address: string) {
  await auth.signUp(address)
  await auth.confirm(address)
  test.clock.advance(2 * 60 * minute)
}

const invalidLink = { code: 'otp_expired', message: 'Email link is invalid or has expired' }

describe('a mailed link', () => {
  it('opens a page of this site, keeps its token out of sight of servers, and changes nothing (MAIL-1, AUTH-15)', async () => {
    const session = await auth.signUp(email)
    const link = await auth.mailedLink(email)
    const page = await auth.open(link)
    expect(page.origin + page.pathname + page.search).toBe('http://localhost:3000/confirm')
    expect(readFragment(page)).toEqual({
      token: readToken(link),
      type: 'signup',
      redirect_to: 'http://localhost:3000/dashboard',
    })
    expect((await auth.user(session.accessToken)).body).not.toHaveProperty('email_confirmed_at')
  })

  it('opens the page for a new password if it is a recovery link', async () => {
    const page = await auth.open(new URL('http://localhost:3000/auth/v1/verify?type=recovery&token=x'))
    expect(page.href).toBe('http://localhost:3000/reset-password?token_hash=x&type=recovery')
  })

  it('shows its effect and its address, and stays valid (MAIL-2)', async () => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    expect((await auth.look(link)).body).toEqual({
      state: 'valid',
      kind: 'signup',
      email,
      from_email: null,
      new_email: null,
      repeated: false,
      asks: 'password',
      unconfirmed: true,
    })
    expect((await auth.press(link)).status).toBe(200)
    expect((await auth.look(link)).body).toEqual({ state: 'used', kind: 'signup', email, confirmed: true })
    link.searchParams.set('token', 'unknown')
    expect((await auth.look(link)).body).toEqual({ state: 'void' })
  })
})

describe('the confirmation link', () => {
  it('confirms the address and signs in when the password of the registration is entered (MAIL-3)', async () => {
    const session = await auth.signUp(email)
    const { body } = await auth.press(await auth.mailedLink(email))
    expect(body).toMatchObject({ outcome: 'session', redirect_to: 'http://localhost:3000/dashboard' })
    const fresh = toSession({ status: 200, headers: new Headers(), body })
    expect((await auth.user(fresh.accessToken)).body).toMatchObject({
      id: session.userId,
      email_confirmed_at: test.clock.now().toISOString(),
      confirmed_at: test.clock.now().toISOString(),
      user_metadata: { ...registration, email_verified: true },
    })
    expect((await auth.user(session.accessToken)).status).toBe(200)
  })

  it('needs one press in a signed-in browser, and keeps that session (MAIL-3)', async () => {
    const session = await auth.signUp(email)
    const link = await auth.mailedLink(email)
    expect((await auth.look(link, session.accessToken)).body).toMatchObject({ asks: 'press' })
    const { status, body } = await auth.press(link, {}, session.accessToken)
    expect(status).toBe(200)
    expect(body).toEqual({ outcome: 'done', redirect_to: 'http://localhost:3000/dashboard' })
    expect((await auth.user(session.accessToken)).body).toMatchObject({
      id: session.userId,
      email_confirmed_at: expect.any(String),
    })
    expect((await auth.signIn(email)).status).toBe(200)
  })

  it.each([
    [{}, 400, 'current_password_required'],
    [{ password: 'not it' }, 400, 'current_password_invalid'],
    [{ new_password: 'short' }, 422, 'weak_password'],
    [{ new_password: password }, 422, 'same_password'],
  ])('refuses %j and stays valid', async (shown, status, code) => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    const refused = await auth.press(link, shown)
    expect(refused.status).toBe(status)
    expect(refused.body['code']).toBe(code)
    expect((await auth.press(link)).status).toBe(200)
  })

  it('signs in once when it is pressed twenty times at once (MAIL-5)', async () => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => auth.press(link)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('expires after 24 hours (MAIL-6)', async () => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    test.clock.advance(24 * 60 * minute)
    expect((await auth.press(link)).body).toEqual(invalidLink)
  })

  it('is replaced when a new one is sent (MAIL-6)', async () => {
    await auth.signUp(email)
    const first = await auth.mailedLink(email)
    expect(await auth.post('/resend', { type: 'signup', email })).toMatchObject({ status: 200, body: {} })
    const second = await auth.mailedLink(email)
    expect(readToken(second)).not.toBe(readToken(first))
    expect((await auth.press(first)).body).toEqual(invalidLink)
    expect((await auth.press(second)).status).toBe(200)
  })

  it.each(['recovery', 'magiclink'])(
    'of kind %s confirms a confirmed address again and changes nothing else in the account (MAIL-76)',
    async (kind) => {
      await confirmed(email)
      const read = () =>
        test.database.row<{ at: Date; metadata: object; hash: string }>(sql`
          SELECT email_confirmed_at AS at, user_metadata AS metadata, password_hash AS hash FROM users
          WHERE email = ${email}`)
      const before = await read()
      await auth.post(kind === 'recovery' ? '/recover' : '/otp', { email, create_user: true })
      const link = await auth.mailedLink(email)
      expect(await read()).toEqual(before)
      expect((await auth.press(link, {})).status).toBe(200)
      expect(await read()).toEqual({ ...before, at: test.clock.now() })
      expect(before?.at).not.toEqual(test.clock.now())
    },
  )

  it('is bound to its kind, and works once (MAIL-5)', async () => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    link.searchParams.set('type', 'recovery')
    expect((await auth.press(link)).body).toEqual(invalidLink)
    link.searchParams.set('type', 'signup')
    expect((await auth.press(link)).status).toBe(200)
    expect((await auth.press(link)).body).toEqual(invalidLink)
  })

  it('is stored as a hash only (MAIL-8)', async () => {
    await auth.signUp(email)
    const token = readToken(await auth.mailedLink(email))
    expect(token).toMatch(/^[\w-]{43}$/)
    const rows = await test.database.rows(sql`
      SELECT one_time_tokens::text AS row FROM one_time_tokens
      UNION ALL SELECT payload::text FROM graphile_worker._private_jobs`)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(JSON.stringify(rows)).toContain(createHash('sha256').update(token).digest('hex'))
  })
})

describe('the target of a link', () => {
  it.each([
    'https://evil.example/',
    'http://localhost:3000@evil.example/',
    'http://user:secret@localhost:3000/',
    '//evil.example/',
    'http:\\\\evil.example',
    'javascript:alert(1)',
    'blob:http://localhost:3000/page',
    'https://localhost:3000/',
    'http://localhost:3000.evil.example/',
    'ann@example.org',
    ' http://evil.example',
  ])('is never %j (MAIL-9)', async (redirectTo) => {
    await auth.post(`/signup?redirect_to=${encodeURIComponent(redirectTo)}`, { email, password })
    const link = await auth.mailedLink(email)
    expect(link.searchParams.get('redirect_to')).toBe('http://localhost:3000/dashboard')
    link.searchParams.set('redirect_to', redirectTo)
    expect(readFragment(await auth.open(link))['redirect_to']).toBe('http://localhost:3000/')
    expect((await auth.press(link)).body['redirect_to']).toBe('http://localhost:3000/dashboard')
  })

  it('is any address of this site, including its query (MAIL-9)', async () => {
    const own = 'http://localhost:3000/history?tab=age'
    await auth.post(`/signup?redirect_to=${encodeURIComponent(own)}`, { email, password })
    const link = await auth.mailedLink(email)
    expect(readFragment(await auth.open(link))['redirect_to']).toBe(own)
    expect((await auth.press(link)).body['redirect_to']).toBe(own)
  })

  it('defaults to the referring page if it is on this site, and to the site itself otherwise', async () => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    link.searchParams.delete('redirect_to')
    const path = link.pathname + link.search
    const foreign = await auth.call('GET', path, { headers: { Referer: 'https://mail.example/inbox' } })
    const wished = (location: string | null) => readFragment(new URL(location ?? ''))['redirect_to']
    expect(wished(foreign.headers.get('location'))).toBe('http://localhost:3000/')
    const own = await auth.call('GET', path, { headers: { Referer: 'http://localhost:3000/about' } })
    expect(wished(own.headers.get('location'))).toBe('http://localhost:3000/about')
  })
})

it.each(['/verify', '/verify?token=x', '/verify?type=signup', '/verify?token=x&type=constructor'])(
  'answers 400 to %s (AUTH-15)',
  async (path) => {
    const answer = await auth.call('GET', `/auth/v1${path}`)
    expect(answer.status).toBe(400)
    expect(answer.body['code']).toBe('validation_failed')
  },
)

describe('recovery', () => {
  it('mails a link to a page of this site, where the token opens a session that may set a password', async () => {
    await confirmed(email)
    const before = sessionIn(await auth.signIn(email))
    const wished = 'http://localhost:3000/reset-password'
    const asked = await auth.post(`/recover?redirect_to=${encodeURIComponent(wished)}`, { email })
    expect(asked).toMatchObject({ status: 200, body: {} })
    const link = await auth.mailedLink(email)
    expect(link.origin + link.pathname).toBe(wished)
    expect(link.searchParams.get('type')).toBe('recovery')

    const session = sessionIn(await auth.post('/verify', { type: 'recovery', token_hash: readToken(link) }))
    expect((await auth.signIn(email)).status).toBe(200)
    const changed = await auth.call('PUT', '/auth/v1/user', {
      token: session.accessToken,
      body: { password: 'A brand new 1' },
    })
    expect(changed.status).toBe(200)
    expect((await auth.signIn(email)).status).toBe(400)
    expect((await auth.signIn(email, 'A brand new 1')).status).toBe(200)
    expect((await auth.user(before.accessToken)).body['code']).toBe('session_not_found')
    expect((await auth.user(session.accessToken)).status).toBe(200)
  })

  it('expires after an hour, works once, and only the newest link is valid (MAIL-6)', async () => {
    await confirmed(email)
    await auth.post('/recover', { email })
    const first = readToken(await auth.mailedLink(email))
    test.clock.advance(minute)
    await auth.post('/recover', { email })
    const second = readToken(await auth.mailedLink(email))
    const use = (token_hash: string) => auth.post('/verify', { type: 'recovery', token_hash })
    const replaced = await use(first)
    expect(replaced.status).toBe(403)
    expect(replaced.body).toEqual({ code: 'otp_expired', message: 'Email link is invalid or has expired' })
    expect((await use(second)).status).toBe(200)
    expect((await use(second)).status).toBe(403)
    test.clock.advance(minute)
    await auth.post('/recover', { email })
    const third = readToken(await auth.mailedLink(email))
    test.clock.advance(60 * minute)
    expect((await use(third)).status).toBe(403)
  })

  it('sets the password on our page in one step without a session, and a refusal leaves the link valid (PASSWORD-10)', async () => {
    await confirmed(email)
    const before = sessionIn(await auth.signIn(email))
    await auth.post('/recover', { email })
    const link = await auth.mailedLink(email)
    for (const [new_password, code] of [
      ['short', 'weak_password'],
      [password, 'same_password'],
    ]) {
      expect((await auth.press(link, { new_password })).body['code']).toBe(code)
    }
    const set = await auth.press(link, { new_password: 'A brand new 1' })
    expect(set).toMatchObject({ status: 200, body: { outcome: 'done' } })
    expect((await auth.user(before.accessToken)).body['code']).toBe('session_not_found')
    expect((await auth.signIn(email, 'A brand new 1')).status).toBe(200)
    expect((await mailsTo(email))[0]?.subject).toBe('Your password was changed')
  })

  it('gives an unknown address the same answer after the same statements, and mails nothing (PASSWORD-7)', async () => {
    await confirmed(email)
    await auth.mails()
    const known = await auth.post('/recover', { email })
    const unknown = await auth.post('/recover', { email: 'unknown@example.org' })
    expect(unknown.status).toBe(known.status)
    expect(unknown.body).toEqual(known.body)
    const jobs = await test.database.rows(sql`SELECT task_identifier AS task FROM graphile_worker.jobs`)
    expect(jobs).toEqual([{ task: 'answer-mail-request' }, { task: 'answer-mail-request' }])
    expect(await mailsTo('unknown@example.org')).toEqual([])
    expect((await mailsTo(email))[0]?.subject).toBe('Reset your password')
  })

  it('gives the same answer within a minute of the last request, and mails nothing more (MAIL-10)', async () => {
    await confirmed(email)
    await auth.post('/recover', { email })
    test.clock.advance(59_000)
    expect(await auth.post('/recover', { email })).toMatchObject({ status: 200, body: {} })
    expect((await mailsTo(email)).filter(({ subject }) => subject === 'Reset your password')).toHaveLength(1)
    test.clock.advance(1_000)
    await auth.post('/recover', { email })
    expect((await mailsTo(email)).filter(({ subject }) => subject === 'Reset your password')).toHaveLength(2)
  })
})

describe('resending a mail', () => {
  it.each([
    ['a confirmed address', async () => confirmed(email), { type: 'signup' }],
    ['an unknown address', async () => {}, { type: 'signup' }],
    [
      'an account without a pending change',
      async () => void (await auth.signUp(email)),
      { type: 'email_change' },
    ],
  ])('answers 200 for %s and mails nothing (MAIL-10)', async (_, prepare, { type }) => {
    await prepare()
    const before = (await auth.mails()).length
    expect(await auth.post('/resend', { type, email })).toMatchObject({ status: 200, body: {} })
    expect(await auth.mails()).toHaveLength(before)
  })

  it.each([
    [{ type: 'signup' }, 400],
    [{ type: 'recovery', email: 'ann@example.org' }, 400],
    [{ email: 'ann@example.org' }, 400],
    [{ type: 'signup', email: 'ann@example.org\r\nBcc: eve@example.org' }, 400],
    [{ type: 'phone_change', phone: '+447700900123' }, 200],
  ])('%j is %i', async (body, status) => {
    expect((await auth.post('/resend', body)).status).toBe(status)
  })
})

const codeIn = (body: Record<string, unknown>) =>
  new URL(String(body['redirect_to'])).searchParams.get('code') ?? ''

describe('PKCE', () => {
  it('returns a code that only the requesting browser can exchange, once (AUTH-12)', async () => {
    await auth.post('/signup', { email, password, ...pkce })
    const link = await auth.mailedLink(email)
    expect(readToken(link)).toMatch(/^pkce_/)
    const { body } = await auth.press(link)
    expect(body).toEqual({
      outcome: 'code',
      redirect_to: expect.stringMatching(/\/dashboard\?code=[\w-]{43}$/),
    })
    const code = codeIn(body)
    const wrong = await exchange(code, `${verifier}x`)
    expect(wrong.status).toBe(400)
    expect(wrong.body['code']).toBe('bad_code_verifier')
    test.clock.advance(5 * minute - 1)
    const session = sessionIn(await exchange(code))
    expect((await auth.user(session.accessToken)).body).toMatchObject({
      email_confirmed_at: expect.any(String),
    })
    const claims = JSON.parse(Buffer.from(session.accessToken.split('.')[1] ?? '', 'base64url').toString())
    expect(claims.amr[0].method).toBe('email/signup')
    const again = await exchange(code)
    expect(again.status).toBe(404)
    expect(again.body['code']).toBe('flow_state_not_found')
  })

  it('expires its codes after five minutes (AUTH-12)', async () => {
    await auth.post('/signup', { email, password, ...pkce })
    const code = codeIn((await auth.press(await auth.mailedLink(email))).body)
    test.clock.advance(5 * minute)
    const answer = await exchange(code)
    expect(answer.status).toBe(422)
    expect(answer.body['code']).toBe('flow_state_expired')
  })

  it('voids its codes when the password changes', async () => {
    const { accessToken } = sessionIn(await auth.post('/signup', { email, password, ...pkce }))
    const code = codeIn((await auth.press(await auth.mailedLink(email))).body)
    const body = { password: 'A brand new 1', current_password: password }
    expect((await auth.call('PUT', '/auth/v1/user', { token: accessToken, body })).status).toBe(200)
    expect((await exchange(code)).body['code']).toBe('flow_state_not_found')
  })

  it('opens one session when a code is exchanged twenty times at once', async () => {
    await auth.post('/signup', { email, password, ...pkce })
    const code = codeIn((await auth.press(await auth.mailedLink(email))).body)
    const answers = await Promise.all(Array.from({ length: 20 }, () => exchange(code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it.each([{}, { auth_code: 'x' }, { code_verifier: 'x' }])('needs both members: %j', async (body) => {
    const answer = await auth.post('/token?grant_type=pkce', body)
    expect(answer.status).toBe(400)
    expect(answer.body['code']).toBe('validation_failed')
  })

  it('opens a session with the method `recovery` for a recovery link', async () => {
    await confirmed(email)
    await auth.post('/recover', { email, ...pkce })
    const link = await auth.mailedLink(email)
    const client = new URL(`http://localhost:3000/auth/v1/verify?type=recovery&token=${readToken(link)}`)
    expect((await auth.open(client)).pathname).toBe('/confirm')
    const session = sessionIn(await exchange(codeIn((await auth.press(client, {})).body)))
    const body = { password: 'A brand new 1' }
    expect((await auth.call('PUT', '/auth/v1/user', { token: session.accessToken, body })).status).toBe(200)
  })
})

describe('POST /verify', () => {
  it.each([
    ['its password', () => ({ shown: { password }, bearer: false })],
    ['its session', () => ({ shown: {}, bearer: true })],
  ])('keeps the registration when the request proves it with %s', async (_, how) => {
    const { shown, bearer } = how()
    const before = await auth.signUp(email)
    const token_hash = readToken(await auth.mailedLink(email))
    const options = bearer ? { token: before.accessToken } : {}
    const after = sessionIn(await auth.post('/verify', { type: 'signup', token_hash, ...shown }, options))
    expect(after.userId).toBe(before.userId)
    expect((await auth.user(before.accessToken)).status).toBe(200)
    expect((await auth.signIn(email)).status).toBe(200)
  })

  it('proves only the mailbox without a valid session: the address begins afresh', async () => {
    const before = await auth.signUp(email)
    const token_hash = readToken(await auth.mailedLink(email))
    const after = sessionIn(
      await auth.post('/verify', { type: 'signup', token_hash }, { token: 'a.public.key' }),
    )
    expect(after.userId).not.toBe(before.userId)
    expect((await auth.user(before.accessToken)).status).toBe(403)
  })

  it('accepts a token only with the address that it was mailed to (AUTH-15)', async () => {
    await auth.signUp(email)
    const token = readToken(await auth.mailedLink(email))
    const other = await auth.post('/verify', { type: 'signup', email: 'other@example.org', token })
    expect(other.status).toBe(403)
    expect(other.body).toEqual({ code: 'otp_expired', message: 'Token has expired or is invalid' })
    expect((await auth.post('/verify', { type: 'email', email, token })).status).toBe(200)
  })

  it.each([
    [{ type: 'signup' }, 400],
    [{ type: 'signup', token: 'x', token_hash: 'y' }, 400],
    [{ type: 'signup', token_hash: 'y', email: 'ann@example.org' }, 400],
    [{ type: 'signup', token: 'x' }, 400],
    [{ type: 'toString', token_hash: 'x' }, 400],
    [{ type: 'signup', token_hash: 'x' }, 403],
    [{ type: 'sms', phone: '+447700900123', token: '123456' }, 403],
    [{ type: 'email', email: 'test@example.org', token: 'invalid-token' }, 403],
  ])('%j is %i', async (body, status) => {
    expect((await auth.post('/verify', body)).status).toBe(status)
  })
})

describe('a magic link', () => {
  it('signs in to an existing account, and creates none (AUTH-14)', async () => {
    await confirmed(email)
    expect(await auth.post('/otp', { email, create_user: true })).toMatchObject({ status: 200, body: {} })
    const link = await auth.mailedLink(email)
    expect((await auth.look(link)).body).toMatchObject({ kind: 'magiclink', email, asks: 'press' })
    expect((await auth.press(link, {})).body).toMatchObject({ outcome: 'session' })
    expect(await auth.post('/otp', { email: 'new@example.org', create_user: true })).toMatchObject({
      status: 200,
    })
    expect(await mailsTo('new@example.org')).toEqual([])
  })
})

describe('a mail', () => {
  it('has a neutral subject, the complete link in its text and HTML, and one recipient (MAIL-13)', async () => {
    await auth.signUp(email, { data: { ...registration, full_name: '<b>Ann</b> & Co' } })
    const link = await auth.mailedLink(email)
    const [mail] = await mailsTo(email)
    expect(mail?.subject).toBe('Confirm your email address')
    expect(mail?.text).toContain(link.href)
    expect(mail?.html).toContain(link.href.replaceAll('&', '&amp;'))
    expect(mail?.to).toBe(email)
  })

  it('is not sent if its link is voided before the queue reaches it', async () => {
    await auth.signUp(email)
    await test.database.run(sql`DELETE FROM one_time_tokens WHERE email = ${email}`)
    expect(await mailsTo(email)).toEqual([])
  })
})
