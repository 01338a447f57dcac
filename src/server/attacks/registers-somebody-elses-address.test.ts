import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import {
  authForFile,
  createAuthCaller,
  registration,
  sessionIn,
  type TestSession,
  takeAddress,
  toSession,
} from '../testing/auth-caller.ts'
import { makeDraft } from '../testing/drafts.ts'
import { createVerification, enter, putJson, upload } from '../testing/people.ts'
import { pngPicture } from '../testing/sample-files.ts'

const strangers = 'The stranger 1'
const owners = 'The owner 22'

const { test, auth } = authForFile()
let email: string
beforeEach(() => {
  email = takeAddress(test, 'owner')
})

const registerAs = (secret: string, fullName: string, more: object = {}) =>
  auth.post('/signup', {
    email,
    password: secret,
    data: { ...registration, full_name: fullName },
    ...more,
  })
const toPerson = ({ accessToken, userId }: TestSession) => ({
  id: userId,
  email,
  headers: { authorization: `Bearer ${accessToken}` },
})
const newest = async (subject: string) => {
  const mail = (await auth.mails()).find((one) => one.to === email && one.subject === subject)
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}
const confirmation = 'Confirm your email address'
const repeated = 'Confirm your new registration'

async function expectShutOut(stranger: TestSession): Promise<void> {
  expect((await auth.user(stranger.accessToken)).status).toBe(403)
  expect((await auth.refresh(stranger.refreshToken)).body['code']).toBe('refresh_token_not_found')
  expect((await auth.signIn(email, strangers)).body['code']).toBe('invalid_credentials')
}

describe('a person who registered an address before its owner', () => {
  let stranger: TestSession
  beforeEach(async () => {
    stranger = sessionIn(await registerAs(strangers, 'A Stranger'))
  })

  it.each([
    ['its owner opens the confirmation and chooses a password', async () => newest(confirmation)],
    [
      'its owner recovers the account',
      async () => {
        await auth.post('/recover', { email })
        return newest('Reset your password')
      },
    ],
    [
      'its owner asks for a link to sign in',
      async () => {
        await auth.post('/otp', { email })
        return newest('Your login link')
      },
    ],
  ])('is signed out once %s (MAIL-4)', async (_, link) => {
    const used = await auth.press(await link(), { new_password: owners })
    expect(used.status).toBe(200)
    await expectShutOut(stranger)
    const owner = sessionIn(await auth.signIn(email, owners))
    expect(owner.userId).not.toBe(stranger.userId)
    const { body } = await auth.user(owner.accessToken)
    expect(body).toMatchObject({ email_confirmed_at: expect.any(String) })
    expect(body['user_metadata']).toEqual({ email_verified: true })
    expect((await auth.call('GET', '/api/profile', { token: owner.accessToken })).body).toMatchObject({
      fullName: '',
      dateOfBirth: null,
    })
  })

  it.each([
    ['signup', async () => newest(confirmation)],
    [
      'recovery',
      async () => {
        await auth.post('/recover', { email })
        return newest('Reset your password')
      },
    ],
  ])('is signed out once the published client proves the mailbox by %s alone', async (type, link) => {
    const token_hash = (await link()).searchParams
    const hash = token_hash.get('token') ?? token_hash.get('token_hash')
    const owner = sessionIn(await auth.post('/verify', { type, token_hash: hash }))
    await expectShutOut(stranger)
    expect(owner.userId).not.toBe(stranger.userId)
  })

  it('can’t be confirmed by pressing the button without their password or their browser', async () => {
    const link = await newest(confirmation)
    expect((await auth.press(link, {})).body['code']).toBe('current_password_required')
    const other = await auth.signUp(`other-${email}`)
    const refused = await auth.press(link, {}, other.accessToken)
    expect(refused.body['code']).toBe('current_password_required')
    expect((await auth.user(stranger.accessToken)).body).not.toHaveProperty('email_confirmed_at')
  })

  it('doesn’t get access to the owner’s uploads, and leaves the owner none of their own data', async () => {
    const person = toPerson(stranger)
    const { id } = await createVerification(test, person)
    const session = toSession(await auth.press(await newest(confirmation), { new_password: owners }))
    const owner = toPerson(session)
    const answer = await upload(test, owner, 'id', await pngPicture(), 'id.png')
    expect(answer.status).toBe(201)
    const document = ((await answer.json()) as { id: string }).id
    const ask = (path: string, headers: Record<string, string>) => test.app.request(path, { headers })
    expect((await ask(`/api/documents/${document}/url`, person.headers)).status).toBe(401)
    expect((await ask(`/api/verifications/${id}`, person.headers)).status).toBe(401)
    expect((await ask(`/api/verifications/${id}`, owner.headers)).status).toBe(404)
    const list = await ask('/api/verifications?type=age', owner.headers)
    expect(await list.json()).toMatchObject({ items: [] })
  })

  it('loses the links that they shared, with every file uploaded for them', async () => {
    const { id } = await createVerification(test, toPerson(stranger))
    const thirdParty = await enter(test, id)
    await auth.press(await newest(confirmation), { new_password: owners })
    await test.runJobs()
    const form = await test.app.request(`/api/public/verifications/${id}/form`, thirdParty)
    expect(form.status).toBeGreaterThanOrEqual(400)
    const row = await test.database.row(sql`
      SELECT status, (SELECT count(*) FROM documents WHERE user_id = ${stranger.userId} AND destroyed_at IS NULL) AS files
      FROM verifications WHERE id = ${id}`)
    expect(row).toEqual({ status: 'cancelled', files: 0 })
  })

  it('loses their drafts, which the owner doesn’t see (DRAFT-8)', async () => {
    const save = await putJson(test, '/api/drafts/person', makeDraft(), toPerson(stranger).headers)
    expect(save.status).toBe(200)
    const session = toSession(await auth.press(await newest(confirmation), { new_password: owners }))
    const found = await test.app.request('/api/drafts/person', toPerson(session))
    expect(await found.json()).toEqual({ draft: null })
    await test.runJobs()
    expect(
      await test.database.row(sql`SELECT kind FROM drafts WHERE user_id = ${stranger.userId}`),
    ).toBeNull()
  })

  it('can’t use a code, a flow or a requested address from before', async () => {
    const code_challenge = createHash('sha256').update('v'.repeat(43)).digest('base64url')
    const pkce = { code_challenge, code_challenge_method: 's256' }
    await auth.call('PUT', '/auth/v1/user', {
      token: stranger.accessToken,
      body: { email: `stranger-${email}`, current_password: strangers },
    })
    test.clock.advance(60_000)
    await auth.post('/otp', { email, ...pkce })
    await newest('Your login link')
    test.clock.advance(60_000)
    await auth.press(await newest(confirmation), { new_password: owners })
    const left = await test.database.row(sql`
      SELECT (SELECT count(*) FROM one_time_tokens WHERE user_id = ${stranger.userId}) AS tokens,
        (SELECT count(*) FROM flow_states WHERE user_id = ${stranger.userId}) AS flows,
        (SELECT count(*) FROM users WHERE new_email IS NOT NULL AND email = ${email}) AS wishes`)
    expect(left).toEqual({ tokens: 0, flows: 0, wishes: 0 })
    const mailed = async () => (await auth.mails()).filter(({ to }) => to === `stranger-${email}`).length
    const before = await mailed()
    await auth.post('/resend', { type: 'email_change', email })
    expect(await mailed()).toBe(before)
  })

  describe('when the owner registers too', () => {
    beforeEach(async () => {
      expect((await registerAs(owners, 'The Owner')).status).toBe(422)
    })

    it('loses to the holder of the second password at the link that was mailed for it (SIGNUP-11)', async () => {
      const owner = toSession(await auth.press(await newest(repeated), { password: owners }))
      await expectShutOut(stranger)
      expect(owner.userId).not.toBe(stranger.userId)
      const profile = await auth.call('GET', '/api/profile', { token: owner.accessToken })
      expect(profile.body).toMatchObject({ fullName: 'The Owner', emailVerified: true })
      expect((await auth.signIn(email, owners)).status).toBe(200)
    })

    it('can’t void the owner’s link by having one sent again, or by registering again', async () => {
      const link = await newest(repeated)
      test.clock.advance(60_000)
      await auth.post('/resend', { type: 'signup', email })
      await registerAs('A third word 3', 'A Stranger')
      await test.runJobs()
      expect((await auth.look(link)).body).toMatchObject({ state: 'valid', repeated: true })
      toSession(await auth.press(link, { password: owners }))
      await expectShutOut(stranger)
      expect((await auth.signIn(email, 'A third word 3')).status).toBe(400)
    })

    it('isn’t confirmed when the owner presses a link that they had sent again', async () => {
      test.clock.advance(60_000)
      await auth.post('/resend', { type: 'signup', email })
      const link = await newest(confirmation)
      expect((await auth.press(link, {})).body['code']).toBe('current_password_required')
      expect((await auth.press(link, { password: owners })).body['code']).toBe('current_password_invalid')
      expect((await auth.press(link, { new_password: 'Chosen here 3' })).status).toBe(200)
      await expectShutOut(stranger)
    })

    it('can’t vouch with their own session at the second link', async () => {
      const refused = await auth.press(await newest(repeated), {}, stranger.accessToken)
      expect(refused.body['code']).toBe('current_password_required')
    })
  })
})

describe('a person who registers an address after its owner', () => {
  it('gets nothing: the owner enters the first password, at either link, and keeps everything', async () => {
    const owner = sessionIn(await registerAs(owners, 'The Owner'))
    await registerAs(strangers, 'A Stranger')
    await auth.press(await newest(repeated), { password: owners })
    expect((await auth.user(owner.accessToken)).body).toMatchObject({
      id: owner.userId,
      email_confirmed_at: expect.any(String),
      user_metadata: { full_name: 'The Owner' },
    })
    expect((await auth.signIn(email, strangers)).status).toBe(400)
  })

  it('doesn’t displace the flow of the owner’s own link', async () => {
    const verifier = 'o'.repeat(43)
    const code_challenge = createHash('sha256').update(verifier).digest('base64url')
    await registerAs(owners, 'The Owner', { code_challenge, code_challenge_method: 's256' })
    const link = await newest(confirmation)
    await registerAs(strangers, 'A Stranger', {
      code_challenge: 'x'.repeat(43),
      code_challenge_method: 's256',
    })
    const { body } = await auth.press(link, { password: owners })
    const auth_code = new URL(String(body['redirect_to'])).searchParams.get('code')
    sessionIn(await auth.post('/token?grant_type=pkce', { auth_code, code_verifier: verifier }))
  })

  it('of fifty concurrent presses of different links, one succeeds', async () => {
    await registerAs(owners, 'The Owner')
    await registerAs(strangers, 'A Stranger')
    const links = [await newest(confirmation), await newest(repeated)]
    const unlimited = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) =>
        unlimited.press(links[i % 2] ?? new URL('x:'), { password: i % 2 ? strangers : owners }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const bearing = await test.database.rows(sql`SELECT id FROM users WHERE email = ${email}`)
    expect(bearing).toHaveLength(1)
    const entries = await Promise.all([auth.signIn(email, owners), auth.signIn(email, strangers)])
    expect(entries.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})
