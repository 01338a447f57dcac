import { beforeEach, describe, expect, it } from 'vitest'
import type { ClosingView } from '../../contract/privacy.ts'
import type { VerificationList } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob } from '../privacy/index.ts'
import { createAuthCaller, registration, type TestSession, toSession } from '../testing/auth-caller.ts'
import { readStatus } from '../testing/kept.ts'
import { createPasskeyCaller } from '../testing/passkey-caller.ts'
import {
  createVerification,
  type Person,
  postJson,
  putJson,
  readAnswer,
  readRefusal,
  registerPaying,
} from '../testing/people.ts'
import { madeCopy, mailedDigits, send, unzipCopy } from '../testing/privacy-calls.ts'
import { submitRead } from '../testing/reading-people.ts'
import { enterByCode, fetchFile, fetchRecord, mailsTo, setHold, withdraw } from '../testing/records.ts'
import { createAuthenticator } from '../testing/software-authenticator.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile({ emailCode: true })
const auth = createAuthCaller(test)
const passkeys = createPasskeyCaller(test)
const hourMs = 60 * 60 * 1000
const another = 'Another-horse 18'

let ada: Person
let owner: string
/** A record that the owner of the mailbox made earlier, without an account. */
let earlier: string
/** The request whose six digits the owner gave away. */
let phished: string
let count = 0
beforeEach(async () => {
  test.clock.advance(24 * hourMs)
  ada = await registerPaying(test, 'annual')
  count += 1
  owner = `sam.${count}@example.com`
  earlier = await answer()
  test.clock.advance(10 * 60_000)
})

type Session = { access_token: string; refresh_token: string }

/** Answers a new request to the mailbox with the six digits that were mailed to it. Returns the record. */
async function answer(): Promise<string> {
  const { id } = await createVerification(test, ada, { thirdPartyEmail: owner })
  expect((await submitRead(test, await enterByCode(test, id, owner))).status).toBe(200)
  return id
}

/** The session that the holder of the six digits opens after an answer. */
async function openAccount(): Promise<Person & { token: string; refreshToken: string }> {
  const { id } = await createVerification(test, ada, { thirdPartyEmail: owner })
  phished = id
  const by = await enterByCode(test, id, owner)
  test.clock.advance(1000)
  expect((await submitRead(test, by)).status).toBe(200)
  const path = `/api/public/verifications/${id}/account`
  const session = await readAnswer<Session>(postJson(test, path, registration, by.headers), 201)
  const user = await test.database.row<{ id: string }>(sql`SELECT id FROM users WHERE email = ${owner}`)
  const token = session.access_token
  const headers = { authorization: `Bearer ${token}` }
  return { id: user?.id ?? '', email: owner, headers, token, refreshToken: session.refresh_token }
}

const list = async (by: Person) =>
  readAnswer<VerificationList>(Promise.resolve(test.app.request('/api/verifications', by)))
const listIds = async (by: Person) => (await list(by)).items.map(({ id }) => id)
const limitOf = () => test.database.row(sql`SELECT limited_to FROM users WHERE email = ${owner}`)

/** Mails the owner a link to log in, or one for a new password, and returns it. */
async function mailLink(by: 'otp' | 'recover'): Promise<URL> {
  expect((await auth.post(`/${by}`, { email: owner, create_user: true })).status).toBe(200)
  await test.runJobs()
  const texts = (await mailsTo(test, owner)).map(({ text }) => text).join('\n')
  const page = by === 'otp' ? '/auth/v1/verify' : '/reset-password'
  return new URL(new RegExp(`https?://\\S+${page}\\?\\S+`).exec(texts)?.[0] ?? '')
}

describe('the holder of six digits that another person was mailed', () => {
  it('opens no record but that of this request, and learns nothing about others (ONCE-12)', async () => {
    const thief = await openAccount()
    expect(await list(thief)).toMatchObject({ counts: { all: 1 }, isLimited: true })
    expect(await listIds(thief)).toEqual([phished])
    expect((await fetchRecord(test, phished, thief)).status).toBe(200)
    const unknown = '00000000-0000-4000-8000-000000000000'
    const tries: ((id: string) => Response | Promise<Response>)[] = [
      (id) => fetchRecord(test, id, thief),
      (id) => fetchFile(test, id, 'record.pdf', thief),
      (id) => test.app.request(`/api/records/${id}/pack`, thief),
      (id) => withdraw(test, id, thief),
      (id) => setHold(test, id, thief),
      (id) => postJson(test, `/api/records/${id}/code`, {}, thief.headers),
      (id) => postJson(test, `/api/records/${id}/code/entry`, { code: '12345678' }, thief.headers),
    ]
    for (const attempt of tries)
      expect(await readRefusal(await attempt(earlier))).toEqual(await readRefusal(await attempt(unknown)))
    const state = await test.database.row(sql`SELECT status FROM verifications WHERE id = ${earlier}`)
    expect(state).toEqual({ status: 'verified' })
  })

  it('gets no other record in a copy of the data, and keeps no other reading (ONCE-12)', async () => {
    const thief = await openAccount()
    const files = [...(await unzipCopy(test, await madeCopy(test, thief))).keys()].join('\n')
    expect(files).toContain(phished)
    expect(files).not.toContain(earlier)
    const keep = async (verificationId: string) => {
      const row = await test.database.row<{ id: string }>(sql`
        SELECT document_id AS id FROM document_readings WHERE verification_id = ${verificationId}`)
      const claims = { fullName: 'Sam O’Neill', dateOfBirth: null }
      return putJson(test, '/api/kept-proof', { documentId: row?.id, ...claims }, thief.headers)
    }
    expect(await readRefusal(await keep(earlier))).toEqual([422, 'kept_proof_unusable'])
    expect((await keep(phished)).status).toBe(200)
  })

  it('sees and declines no other open request when closing the account (ONCE-12, PRIVACY-26)', async () => {
    const thief = await openAccount()
    const { id: open } = await createVerification(test, ada, { thirdPartyEmail: owner })
    const closing = await readAnswer<ClosingView>(test.app.request('/api/account/closing', thief))
    expect(closing.asked).toEqual([])
    const declining = postJson(test, `/api/account/asked/${open}/decline`, {}, thief.headers)
    expect(await readRefusal(await declining)).toEqual([404, 'verification_not_found'])
    expect(await readStatus(test, open)).toBe('pending')
  })

  it('erases no other record with the account (ONCE-12)', async () => {
    const thief = await openAccount()
    const closing = test.app.request('/api/account/closing', thief)
    expect(await readAnswer<ClosingView>(closing)).toMatchObject({ records: 1 })
    const { id: open } = await createVerification(test, ada, { thirdPartyEmail: owner })
    await test.database.run(sql`UPDATE users SET closes_at = ${test.clock.now()} WHERE id = ${thief.id}`)
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
    await test.runJobs()
    const rows = await test.database.rows<{ id: string }>(sql`
      SELECT id, status, third_party_left_at IS NOT NULL AS has_left FROM verifications
      WHERE lower(third_party_email) = ${owner} ORDER BY created_at`)
    expect(rows).toEqual([
      { id: earlier, status: 'verified', hasLeft: false },
      { id: phished, status: 'verified', hasLeft: true },
      { id: open, status: 'pending', hasLeft: false },
    ])
  })

  it('loses sessions, passkeys, password and app once the owner uses a mailed link elsewhere (ONCE-12)', async () => {
    const thief = await openAccount()
    const key = createAuthenticator()
    await passkeys.register(thief.token, key)
    await auth.post('/factors', { factor_type: 'totp' }, { token: thief.token })
    await test.database.run(sql`
      UPDATE authenticator_apps SET confirmed_at = ${test.clock.now()} WHERE user_id = ${thief.id}`)
    await test.database.run(sql`
      UPDATE users SET password_hash = ${await test.platform.passwords.hash(another)} WHERE id = ${thief.id}`)
    const session: TestSession = toSession(await auth.press(await mailLink('otp'), {}))
    expect((await auth.user(thief.token)).status).toBe(403)
    expect((await auth.refresh(thief.refreshToken)).status).toBe(400)
    expect((await passkeys.signIn(key)).status).not.toBe(200)
    expect((await auth.signIn(owner, another)).body).toMatchObject({ code: 'invalid_credentials' })
    const own = { id: thief.id, email: owner, headers: { authorization: `Bearer ${session.accessToken}` } }
    expect(await list(own)).toMatchObject({ counts: { all: 2 }, isLimited: false })
    expect((await fetchRecord(test, earlier, own)).status).toBe(200)
    await test.runJobs()
    const told = (await mailsTo(test, owner)).map(({ subject }) => subject)
    expect(told).toEqual(
      expect.arrayContaining(['A passkey was removed', 'Your authenticator app was removed']),
    )
  })

  it('loses them too if the owner chooses a password, or types eight digits elsewhere (ONCE-12)', async () => {
    const own = async (accessToken: string) =>
      listIds({ id: '', email: owner, headers: { authorization: `Bearer ${accessToken}` } })
    const key = createAuthenticator()
    const thief = await openAccount()
    await passkeys.register(thief.token, key)
    expect((await auth.press(await mailLink('recover'), { new_password: another })).status).toBe(200)
    expect((await passkeys.signIn(key)).status).not.toBe(200)
    const signedIn = (await auth.signIn(owner, another)).body['access_token']
    expect(await own(String(signedIn))).toEqual([phished, earlier])

    owner = `other.${owner}`
    earlier = await answer()
    const second = await openAccount()
    await passkeys.register(second.token, key)
    await send(test, '/api/my-data/code', { email: owner })
    const code = await mailedDigits(test, owner)
    expect((await send(test, '/api/my-data/code/entry', { email: owner, code: '00000000' })).status).toBe(422)
    expect(await limitOf()).toEqual({ limitedTo: phished })
    expect((await send(test, '/api/my-data/code/entry', { email: owner, code })).status).toBe(200)
    expect((await auth.user(second.token)).status).toBe(403)
    expect((await passkeys.signIn(key)).status).not.toBe(200)
    expect(await limitOf()).toEqual({ limitedTo: null })
  })
})

describe('the person who opened the account and reads the mailbox', () => {
  it('gets every record, and keeps session and passkey, with a link used where they are logged in (ONCE-12)', async () => {
    const { id, headers, token } = await openAccount()
    const self = { id, email: owner, headers }
    const key = createAuthenticator()
    await passkeys.register(token, key)
    expect((await auth.press(await mailLink('otp'), {}, token)).body['outcome']).toBe('done')
    expect(await listIds(self)).toEqual([phished, earlier])
    expect((await fetchRecord(test, earlier, self)).status).toBe(200)
    expect((await passkeys.signIn(key)).status).toBe(200)
  })

  it('gets them with eight digits typed there too, for what is held or at a record (ONCE-12)', async () => {
    const self = await openAccount()
    await send(test, '/api/my-data/code', { email: owner })
    const entry = { email: owner, code: await mailedDigits(test, owner) }
    expect((await send(test, '/api/my-data/code/entry', entry, self.headers)).status).toBe(200)
    expect(await listIds(self)).toEqual([phished, earlier])

    await test.database.run(sql`UPDATE users SET limited_to = ${phished} WHERE id = ${self.id}`)
    await test.runJobs()
    const mails = (await mailsTo(test, owner)).map(({ text }) => text).join('\n')
    const link = new RegExp(`/records/${phished}#([\\w-]{43})`).exec(mails)?.[1] ?? ''
    const by = { authorization: `Bearer ${link}` }
    test.clock.advance(2 * 60_000)
    expect((await postJson(test, `/api/records/${phished}/code`, {}, by)).status).toBe(202)
    const json = { code: await mailedDigits(test, owner), accessToken: self.token }
    expect((await postJson(test, `/api/records/${phished}/code/entry`, json, by)).status).toBe(200)
    expect((await auth.user(self.token)).status).toBe(200)
    expect(await listIds(self)).toEqual([phished, earlier])
  })

  it('is limited until then, also with six digits typed in a session (ONCE-12)', async () => {
    const self = await openAccount()
    expect((await auth.call('GET', '/auth/v1/reauthenticate', { token: self.token })).status).toBe(200)
    await test.runJobs()
    const codes = (await mailsTo(test, owner)).filter(({ subject }) => subject === 'Your confirmation code')
    const nonce = /^\d{6}$/m.exec(codes.at(-1)?.text ?? '')?.[0]
    const password = { password: another, nonce }
    expect((await auth.call('PUT', '/auth/v1/user', { token: self.token, body: password })).status).toBe(200)
    expect(await listIds(self)).toEqual([phished])
  })
})
