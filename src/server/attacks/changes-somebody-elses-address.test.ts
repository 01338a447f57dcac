import { beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { createAuthCaller, password, type TestSession } from '../testing/auth-caller.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const auth = createAuthCaller(test)
let email: string
let thief: string
let session: TestSession
let number = 0
beforeEach(async () => {
  test.clock.advance(2 * 60 * 60 * 1000)
  email = `owner${++number}@example.org`
  thief = `thief${number}@example.org`
  await auth.signUp(email)
  session = await auth.confirmAndLogIn(email)
})

const change = (more: object) =>
  auth.call('PUT', '/auth/v1/user', { token: session.accessToken, body: { email: thief, ...more } })
const mailsTo = async (address: string) => (await auth.mails()).filter(({ to }) => to === address)
const pending = () =>
  test.database.row(sql`
    SELECT new_email AS wished, (SELECT count(*) FROM one_time_tokens WHERE user_id = users.id) AS tokens
    FROM users WHERE email = ${email}`)

it.each([
  [{}, 400, 'current_password_required'],
  [{ current_password: 'a guess' }, 400, 'current_password_invalid'],
  [{ nonce: '123456' }, 422, 'reauthentication_not_valid'],
])('a stolen session alone can’t change the address: %j (SETTINGS-8)', async (proof, status, code) => {
  const refused = await change(proof)
  expect(refused.status).toBe(status)
  expect(refused.body['code']).toBe(code)
  expect(await mailsTo(thief)).toEqual([])
  expect(await pending()).toEqual({ wished: null, tokens: 0 })
})

it('a stolen session can’t be used to learn which addresses have an account', async () => {
  const known = await auth.signUp(`known-${email}`)
  expect(known.userId).toBeTruthy()
  const ask = (wished: string) =>
    auth.call('PUT', '/auth/v1/user', { token: session.accessToken, body: { email: wished } })
  expect((await ask(`known-${email}`)).body).toEqual((await ask(`unknown-${email}`)).body)
})

it('a session of a mailed link isn’t a fresh proof for another address', async () => {
  await auth.post('/otp', { email })
  const link = await auth.mailedLink(email)
  const { body } = await auth.press(link, {})
  const { access_token } = body['session'] as { access_token: string }
  const refused = await auth.call('PUT', '/auth/v1/user', { token: access_token, body: { email: thief } })
  expect(refused.body['code']).toBe('current_password_required')
})

it('a mailed code is a fresh proof once', async () => {
  await auth.call('GET', '/auth/v1/reauthenticate', { token: session.accessToken })
  const nonce = /^\d{6}$/m.exec((await mailsTo(email))[0]?.text ?? '')?.[0]
  expect((await change({ nonce })).status).toBe(200)
  test.clock.advance(60_000)
  const again = await auth.call('PUT', '/auth/v1/user', {
    token: session.accessToken,
    body: { email: `other-${thief}`, nonce },
  })
  expect(again.body['code']).toBe('reauthentication_not_valid')
})

it.each([
  [
    'recovers the account',
    async () => {
      await auth.post('/recover', { email })
      await auth.press(await auth.mailedLink(email), { new_password: 'A brand new 1' })
    },
  ],
  [
    'recovers it with the published client',
    async () => {
      await auth.post('/recover', { email })
      const token_hash = (await auth.mailedLink(email)).searchParams.get('token_hash')
      await auth.post('/verify', { type: 'recovery', token_hash })
    },
  ],
  [
    'chooses a new password',
    async () => {
      const body = { password: 'A brand new 1', current_password: password }
      await auth.call('PUT', '/auth/v1/user', { token: session.accessToken, body })
    },
  ],
  [
    'signs in by a mailed link',
    async () => {
      await auth.post('/otp', { email })
      await auth.press(await auth.mailedLink(email), {})
    },
  ],
])('a pending change is void after the owner %s, and can’t be revived', async (_, act) => {
  expect((await change({ current_password: password })).status).toBe(200)
  const links = [await auth.mailedLink(email), await auth.mailedLink(thief)]
  await auth.press(links[1] ?? new URL('x:'), {})
  test.clock.advance(60_000)
  await act()
  expect(await pending()).toMatchObject({ wished: null, tokens: 0 })
  const mailsBefore = (await mailsTo(thief)).length
  test.clock.advance(60_000)
  await auth.post('/resend', { type: 'email_change', email })
  expect(await mailsTo(thief)).toHaveLength(mailsBefore)
  for (const link of links) expect((await auth.press(link, {})).body['code']).toBe('otp_expired')
  expect(await pending()).toMatchObject({ wished: null })
})

it('a mailbox that has used up its mails keeps its links', async () => {
  // An unconfirmed address has no separate allowance of mails.
  email = `unconfirmed-${email}`
  await auth.signUp(email)
  const link = await auth.mailedLink(email)
  const [name, domain] = email.split('@')
  for (let tag = 0; tag < 12; tag += 1) await auth.signUp(`${name}+${tag}@${domain}`)
  test.clock.advance(60_000)
  const mails = (await mailsTo(email)).length
  await auth.post('/resend', { type: 'signup', email })
  expect(await mailsTo(email)).toHaveLength(mails)
  expect((await auth.look(link)).body['state']).toBe('valid')
})

it('a used link doesn’t reveal the new address to the old mailbox', async () => {
  await auth.post('/otp', { email })
  const link = await auth.mailedLink(email)
  await auth.press(link, {})
  expect((await auth.look(link)).body).toMatchObject({ state: 'used', email })
  const moved = `moved-${email}`
  await test.database.run(sql`UPDATE users SET email = ${moved} WHERE email = ${email}`)
  expect(JSON.stringify((await auth.look(link)).body)).not.toContain(moved)
})
