import { decodeJwt } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { authForFile, password, sessionIn, type TestSession, takeAddress } from '../../testing/auth-caller.ts'
import { createPasskeyCaller } from '../../testing/passkey-caller.ts'
import { type Authenticator, createAuthenticator } from '../../testing/software-authenticator.ts'
import { forgetChallengesJob } from '../stores/passkey-store.ts'

const { test, auth } = authForFile()
const passkeys = createPasskeyCaller(test)

let email: string
let session: TestSession
let authenticator: Authenticator
beforeEach(async () => {
  email = takeAddress(test, 'ann')
  await auth.signUp(email)
  await auth.confirm(email)
  session = sessionIn(await auth.signIn(email))
  authenticator = createAuthenticator()
})

const register = () => passkeys.register(session.accessToken, authenticator)
const minutes = (count: number) => test.clock.advance(count * 60 * 1000)
const subjects = async () => (await auth.mails()).filter(({ to }) => to === email).map((mail) => mail.subject)

describe('adding a passkey', () => {
  it('asks for a passkey of this site, stored on the device, with user verification (PASSKEY-1)', async () => {
    const begun = await auth.post('/passkeys/registration/options', {}, { token: session.accessToken })
    expect(begun.body).toMatchObject({
      challenge_id: expect.any(String),
      expires_at: Math.floor(test.clock.now().getTime() / 1000) + 300,
      options: {
        rp: { id: 'localhost', name: 'Assent' },
        user: { name: email },
        attestation: 'none',
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      },
    })
  })

  it('mails its owner and lists the passkey with its date (PASSKEY-1, PASSKEY-6)', async () => {
    const id = await register()
    expect((await passkeys.list(session.accessToken)).body).toEqual([
      { id, friendly_name: 'Passkey', created_at: test.clock.now().toISOString() },
    ])
    expect(await subjects()).toContain('A passkey was added')
  })

  it('needs a sign-in, or the current password, within ten minutes (PASSKEY-2)', async () => {
    minutes(11)
    const begin = () => auth.post('/passkeys/registration/options', {}, { token: session.accessToken })
    expect((await begin()).body['code']).toBe('reauthentication_needed')
    const prove = (current_password: string) =>
      auth.call('PUT', '/auth/v1/user', { token: session.accessToken, body: { current_password } })
    expect((await prove('not it')).body['code']).toBe('current_password_invalid')
    expect((await begin()).status).toBe(400)
    expect((await prove(password)).status).toBe(200)
    minutes(9)
    expect((await begin()).status).toBe(200)
    minutes(2)
    expect((await begin()).status).toBe(400)
  })

  it('refuses the twenty-first passkey (PASSKEY-2)', async () => {
    await test.database.run(sql`
      INSERT INTO passkeys (user_id, credential_id, public_key, sign_count, name, created_at)
      SELECT id, id || '-' || n, '', 0, 'Passkey', now() FROM users, generate_series(1, 20) n WHERE email = ${email}`)
    const begun = await auth.post('/passkeys/registration/options', {}, { token: session.accessToken })
    expect(begun.body['code']).toBe('too_many_passkeys')
  })

  it('accepts a mailed code instead of the password, once (PASSKEY-2)', async () => {
    minutes(11)
    await auth.call('GET', '/auth/v1/reauthenticate', { token: session.accessToken })
    const mail = (await auth.mails()).find(({ to }) => to === email)
    const nonce = /^\d{6}$/m.exec(mail?.text ?? '')?.[0] ?? ''
    const prove = () => auth.call('PUT', '/auth/v1/user', { token: session.accessToken, body: { nonce } })
    expect((await prove()).status).toBe(200)
    await register()
    expect((await prove()).body['code']).toBe('reauthentication_not_valid')
  })

  it('needs a confirmed address (PASSKEY-2)', async () => {
    const { accessToken } = await auth.signUp(takeAddress(test, 'new'))
    const begun = await auth.post('/passkeys/registration/options', {}, { token: accessToken })
    expect(begun.body['code']).toBe('email_not_confirmed')
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['whose user was not verified', { userVerified: false }],
  ])('is refused %s (PASSKEY-4)', async (_, signing) => {
    const answer = authenticator.create(await passkeys.beginRegistration(session.accessToken), signing)
    const { status, body } = await passkeys.finishRegistration(session.accessToken, answer)
    expect([status, body['code']]).toEqual([400, 'webauthn_verification_failed'])
    expect((await passkeys.list(session.accessToken)).body).toEqual([])
  })

  it('refuses a known passkey, and the challenge of another account (PASSKEY-4)', async () => {
    await register()
    const again = authenticator.create(await passkeys.beginRegistration(session.accessToken))
    const refused = await passkeys.finishRegistration(session.accessToken, again)
    expect(refused.body['code']).toBe('webauthn_credential_exists')
    const begun = await passkeys.beginRegistration(session.accessToken)
    const bob = takeAddress(test, 'bob')
    await auth.signUp(bob)
    const { accessToken } = await auth.confirm(bob)
    const taken = await passkeys.finishRegistration(accessToken, createAuthenticator().create(begun))
    expect(taken.body['code']).toBe('webauthn_challenge_not_found')
  })
})

describe('signing in with a passkey', () => {
  it('opens a session with the method `passkey` and aal2 (PASSKEY-3)', async () => {
    const id = await register()
    const answer = await passkeys.signIn(authenticator)
    expect(answer.status).toBe(200)
    const { accessToken, refreshToken, userId } = sessionIn(answer)
    expect(userId).toBe(session.userId)
    const claims = { aal: 'aal2', amr: [{ method: 'passkey' }] }
    expect(decodeJwt(accessToken)).toMatchObject(claims)
    expect(decodeJwt(sessionIn(await auth.refresh(refreshToken)).accessToken)).toMatchObject(claims)
    expect(decodeJwt(session.accessToken)).toMatchObject({ aal: 'aal1' })
    expect((await passkeys.list(accessToken)).body).toMatchObject([{ id, last_used_at: expect.any(String) }])
  })

  it('does not allow a new password without the current one (PASSKEY-3)', async () => {
    await register()
    const { accessToken: token } = sessionIn(await passkeys.signIn(authenticator))
    const body = { password: 'Another-horse 18' }
    const answer = await auth.call('PUT', '/auth/v1/user', { token, body })
    expect(answer.body['code']).toBe('current_password_required')
  })

  it.each([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another site', { rpId: 'evil.example' }],
    ['whose user was not verified', { userVerified: false }],
    ['with the counter of a cloned authenticator', { count: 1 }],
  ])('is refused %s (PASSKEY-4)', async (_, signing) => {
    await register()
    const { status, body } = await passkeys.signIn(authenticator, signing)
    expect([status, body['code']]).toEqual([400, 'webauthn_verification_failed'])
  })

  it('refuses another key with the same id, and a malformed answer (PASSKEY-4)', async () => {
    await register()
    const right = authenticator.get(await passkeys.beginSignIn())
    const wrong = createAuthenticator().get(await passkeys.beginSignIn())
    const forged = { ...wrong, credential: { ...wrong.credential, id: right.credential.id } }
    expect((await passkeys.finishSignIn(forged)).body['code']).toBe('webauthn_verification_failed')
    const empty = { ...right, credential: { ...right.credential, response: {} } }
    expect((await passkeys.finishSignIn(empty)).body['code']).toBe('webauthn_verification_failed')
    expect((await passkeys.finishSignIn({})).body['code']).toBe('validation_failed')
  })

  it('accepts a challenge once, even from two simultaneous answers, and for five minutes (PASSKEY-4)', async () => {
    await register()
    const begun = await passkeys.beginSignIn()
    const both = [authenticator.get(begun), authenticator.get(begun)]
    const answers = await Promise.all(both.map((answer) => passkeys.finishSignIn(answer)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const late = await passkeys.beginSignIn()
    minutes(5)
    const expired = await passkeys.finishSignIn(authenticator.get(late))
    expect(expired.body['code']).toBe('webauthn_challenge_expired')
    const unknown = { ...authenticator.get(late), challenge_id: 'no id' }
    expect((await passkeys.finishSignIn(unknown)).body['code']).toBe('webauthn_challenge_not_found')
  })

  it('refuses a banned person, and keeps a closed account (PASSKEY-5)', async () => {
    await register()
    const until = new Date(test.clock.now().getTime() + 60_000)
    await test.database.run(sql`UPDATE users SET banned_until = ${until} WHERE id = ${session.userId}`)
    expect((await passkeys.signIn(authenticator)).body['code']).toBe('user_banned')
    minutes(2)
    await test.database.run(sql`UPDATE users SET closes_at = ${until} WHERE id = ${session.userId}`)
    const { body } = await passkeys.signIn(authenticator)
    expect(body['user']).toMatchObject({ kept_at: expect.any(String) })
  })
})

describe('a passkey used in an open session', () => {
  it('raises the session to aal2, and allows adding another passkey (PASSKEY-10)', async () => {
    await register()
    minutes(11)
    const before = decodeJwt(session.accessToken)
    const answer = await passkeys.prove(authenticator, session.accessToken)
    const proven = sessionIn(answer)
    expect(decodeJwt(proven.accessToken)).toMatchObject({ aal: 'aal2', session_id: before['session_id'] })
    const begun = await auth.post('/passkeys/registration/options', {}, { token: proven.accessToken })
    expect(begun.status).toBe(200)
    expect((await auth.refresh(session.refreshToken)).body['code']).toBe('refresh_token_already_used')
  })

  it('opens a separate session if it belongs to another account (PASSKEY-10)', async () => {
    await register()
    const bob = takeAddress(test, 'bob')
    await auth.signUp(bob)
    const { accessToken } = await auth.confirm(bob)
    const opened = sessionIn(await passkeys.prove(authenticator, accessToken))
    expect(opened.userId).toBe(session.userId)
    expect(decodeJwt(opened.accessToken)['session_id']).not.toBe(decodeJwt(accessToken)['session_id'])
    expect((await auth.user(accessToken)).body).toMatchObject({ email: bob })
  })

  it('opens a new session if the current one has ended (PASSKEY-10)', async () => {
    await register()
    await auth.call('POST', '/auth/v1/logout?scope=local', { token: session.accessToken })
    const opened = sessionIn(await passkeys.prove(authenticator, session.accessToken))
    expect((await auth.user(opened.accessToken)).status).toBe(200)
  })
})

describe('removing a passkey', () => {
  it('ends the sessions that it opened except the current one, and mails its owner (PASSKEY-6)', async () => {
    const id = await register()
    const lost = sessionIn(await passkeys.signIn(authenticator))
    const here = sessionIn(await passkeys.signIn(authenticator))
    expect((await passkeys.remove(here.accessToken, id)).status).toBe(204)
    expect((await auth.user(lost.accessToken)).body['code']).toBe('session_not_found')
    expect((await auth.user(here.accessToken)).status).toBe(200)
    expect((await auth.user(session.accessToken)).status).toBe(200)
    expect((await passkeys.signIn(authenticator)).body['code']).toBe('webauthn_verification_failed')
    expect(await subjects()).toContain('A passkey was removed')
  })

  it('leaves the current session bound to its own passkey when it removes another one (PASSKEY-6)', async () => {
    const id = await register()
    const other = await passkeys.register(session.accessToken, createAuthenticator())
    const here = sessionIn(await passkeys.signIn(authenticator))
    expect((await passkeys.remove(here.accessToken, other)).status).toBe(204)
    expect((await passkeys.remove(session.accessToken, id)).status).toBe(204)
    expect((await auth.user(here.accessToken)).body['code']).toBe('session_not_found')
  })

  it('needs a fresh sign-in or proof (PASSKEY-6)', async () => {
    const id = await register()
    minutes(11)
    expect((await passkeys.remove(session.accessToken, id)).body['code']).toBe('reauthentication_needed')
    const proof = { token: session.accessToken, body: { current_password: password } }
    await auth.call('PUT', '/auth/v1/user', proof)
    expect((await passkeys.remove(session.accessToken, id)).status).toBe(204)
  })

  it('and renaming it work only for its own account (PASSKEY-7, SIGNUP-18)', async () => {
    const id = await register()
    const bob = takeAddress(test, 'bob')
    await auth.signUp(bob)
    const { accessToken } = await auth.confirm(bob)
    for (const unknown of [id, crypto.randomUUID(), 'no-id']) {
      expect((await passkeys.remove(accessToken, unknown)).status).toBe(404)
      expect((await passkeys.rename(accessToken, unknown, 'Mine')).status).toBe(404)
    }
    session = sessionIn(await auth.signIn(email))
    const named = await passkeys.rename(session.accessToken, id, ' My phone ')
    expect(named.body).toMatchObject({ id, friendly_name: 'My phone' })
    expect((await passkeys.rename(session.accessToken, id, ' ')).status).toBe(400)
    expect((await passkeys.rename(session.accessToken, id, 'x'.repeat(121))).status).toBe(400)
    for (const hidden of ['My\nphone', 'My\u202ephone', 'My\u200bphone'])
      expect((await passkeys.rename(session.accessToken, id, hidden)).status).toBe(400)
    expect((await passkeys.signIn(authenticator)).status).toBe(200)
  })
})

it('forgets challenges that were never answered (PASSKEY-4)', async () => {
  await passkeys.beginSignIn()
  const count = () => test.database.row(sql`SELECT count(*)::integer AS left FROM passkey_challenges`)
  expect(await count()).not.toEqual({ left: 0 })
  minutes(5)
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetChallengesJob, {}))
  await test.runJobs()
  expect(await count()).toEqual({ left: 0 })
})
