import { beforeEach, expect, it } from 'vitest'
import type { Profile } from '../../contract/account.ts'
import { sql } from '../platform/database/index.ts'
import { createAuthCaller, registration } from '../testing/auth-caller.ts'
import {
  correctAddress,
  createVerification,
  type Person,
  postJson,
  readAnswer,
  readProblem,
  readRefusal,
  registerPaying,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { submitRead } from '../testing/reading-people.ts'
import { enterByCode, mailsTo, withdraw } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile({ emailCode: true })
let ada: Person
let third: string
let count = 0
beforeEach(async () => {
  test.clock.advance(24 * 60 * 60 * 1000)
  ada = await registerPaying(test)
  count += 1
  third = `sam.${count}@example.com`
})

/** Makes a link to the third party, whose address the creator typed in another spelling. */
async function invite(): Promise<string> {
  return (await createVerification(test, ada, { thirdPartyEmail: third.replace('sam', 'Sam') })).id
}

const enter = (id: string) => enterByCode(test, id, third, third.replace('sam', 'Sam'))

/** A third party who answered a new request with an ID that was read. */
async function answered(): Promise<ThirdParty> {
  const by = await enter(await invite())
  expect((await submitRead(test, by)).status).toBe(200)
  return by
}
const openAccount = (by: ThirdParty, of = by.verificationId, fields: object = registration) =>
  postJson(test, `/api/public/verifications/${of}/account`, fields, by.headers)
type Session = { access_token: string; refresh_token: string }
const show = (session: Session) =>
  readAnswer<Profile>(
    test.app.request('/api/profile', { headers: { authorization: `Bearer ${session.access_token}` } }),
  )

it('an account is made for the proven address after the submission, and signed in without a password (ONCE-11)', async () => {
  const by = await answered()
  const session = await readAnswer<Session>(openAccount(by), 201)
  expect(Object.keys(session)).toEqual(['access_token', 'refresh_token'])
  expect(await show(session)).toMatchObject({
    email: third,
    emailVerified: true,
    fullName: registration.full_name,
    dateOfBirth: registration.date_of_birth,
  })
  const row = await test.database.row(sql`
    SELECT password_hash, phone_number AS phone, user_metadata->>'email_verified' AS verified
    FROM users JOIN profiles ON profiles.id = users.id WHERE email = ${third}`)
  expect(row).toEqual({ passwordHash: null, phone: '+447700900123', verified: 'true' })
  const refused = await createAuthCaller(test).signIn(third)
  expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_credentials' } })
  await test.runJobs()
  const told = (await mailsTo(test, third)).filter(({ subject }) => subject === 'Your account is open')
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toMatch(/made with this email address .+ It has no password yet\.\s/)
  expect(told[0]?.text).toContain('/forgot-password')
})

it('an account is not made for an address that was only typed, with another link, or by the creator (ONCE-11)', async () => {
  const id = await invite()
  const by = await enter(id)
  const other = await invite()
  expect(await readRefusal(await openAccount(by, other))).toEqual([401, 'gate_token_invalid'])
  const creator = { verificationId: id, headers: ada.headers }
  expect(await readRefusal(await openAccount(creator))).toEqual([403, 'owner_cannot_submit'])
  await test.database.run(sql`UPDATE gate_passes SET email_proof = 'matched' WHERE verification_id = ${id}`)
  expect(await readRefusal(await openAccount(by))).toEqual([409, 'address_not_proven'])
})

it('an account is not made before the submission, with an ID that was not read, with another pass, or after a withdrawal (ONCE-11)', async () => {
  const early = await enter(await invite())
  expect(await readRefusal(await openAccount(early))).toEqual([409, 'account_needs_reading'])
  expect((await submitWhole(test, early)).status).toBe(200)
  expect(await readRefusal(await openAccount(early))).toEqual([409, 'account_needs_reading'])

  const id = await invite()
  const other = await enter(id)
  test.clock.advance(60_000)
  const by = await enter(id)
  expect((await submitRead(test, by)).status).toBe(200)
  expect(await readRefusal(await openAccount(other))).toEqual([409, 'account_needs_reading'])
  expect((await withdraw(test, id, ada)).status).toBe(200)
  expect(await readRefusal(await openAccount(by))).toEqual([409, 'account_needs_reading'])
  expect(await test.database.row(sql`SELECT FROM users WHERE email = ${third}`)).toBeNull()
})

it('an account is not made with a pass to an address that was corrected since (ONCE-11)', async () => {
  const id = await invite()
  const by = await enter(id)
  const corrected = await correctAddress(test, ada, id, `other.${third}`)
  expect(corrected.status).toBe(200)
  expect(await readRefusal(await openAccount(by))).toEqual([401, 'gate_token_invalid'])
})

it('an account needs the same data as a registration, with the same messages (ONCE-11, SIGNUP-4)', async () => {
  const by = await answered()
  const faulty = { ...registration, date_of_birth: '2015-01-01', address: '', sex: 'none' }
  const problem = await readProblem(await openAccount(by, by.verificationId, faulty))
  expect(problem.errors?.map(({ path }) => path)).toEqual(['date_of_birth', 'address', 'sex'])
  const noNumber = { ...registration, phone_number: '+999 12345678' }
  expect((await readProblem(await openAccount(by, by.verificationId, noNumber))).errors).toEqual([
    { path: 'phone_number', message: 'Please enter a valid phone number' },
  ])
})

it('one account is made for simultaneous requests, and none if one exists (ONCE-11)', async () => {
  const by = await answered()
  const many = await Promise.all(Array.from({ length: 20 }, () => openAccount(by)))
  expect(many.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)])
  const taken = many.find(({ status }) => status === 409) as Response
  const { code, detail } = await readProblem(taken)
  expect(code).toBe('account_exists')
  // It may be the person's own account, if the answer got lost.
  expect(detail).toContain('Without a password, choose “Forgot your password?” there')
})

it('an account replaces an unproven registration of the address (ONCE-11)', async () => {
  const squatter = await createAuthCaller(test).signUp(third)
  const by = await answered()
  const session = await readAnswer<Session>(openAccount(by), 201)
  expect(await show(session)).toMatchObject({ fullName: registration.full_name })
  const stale = { authorization: `Bearer ${squatter.accessToken}` }
  expect((await test.app.request('/api/profile', { headers: stale })).status).toBe(401)
})

it('an account is not made if that of the address is banned or being erased (ONCE-11)', async () => {
  await createAuthCaller(test).signUp(third)
  const by = await answered()
  for (const [banned, erasing] of [
    ['2099-01-01', null],
    [null, '2020-01-01'],
  ]) {
    await test.database.run(sql`
      UPDATE users SET banned_until = ${banned}::timestamptz, closes_at = ${erasing}::timestamptz,
        erasing_at = ${erasing}::timestamptz
      WHERE email = ${third}`)
    expect(await readRefusal(await openAccount(by))).toEqual([409, 'account_exists'])
  }
})

it('a first password needs more than a session once the code is an hour old (ONCE-11, PASSWORD-10)', async () => {
  const session = await readAnswer<Session>(openAccount(await answered()), 201)
  const auth = createAuthCaller(test)
  test.clock.advance(61 * 60 * 1000)
  const { body } = await auth.refresh(session.refresh_token)
  const token = (body as Session).access_token
  const setPassword = (proof: object) =>
    auth.call('PUT', '/auth/v1/user', { token, body: { password: 'Another-horse 18', ...proof } })
  expect((await setPassword({})).body['code']).toBe('current_password_required')
  expect((await setPassword({ current_password: '' })).body['code']).toBe('current_password_invalid')
  expect((await auth.call('GET', '/auth/v1/reauthenticate', { token })).status).toBe(200)
  await test.runJobs()
  const codes = (await mailsTo(test, third)).filter(({ subject }) => subject === 'Your confirmation code')
  const nonce = /^\d{6}$/m.exec(codes.at(-1)?.text ?? '')?.[0]
  expect((await setPassword({ nonce })).status).toBe(200)
})
