import { Secret, TOTP } from 'otpauth'
import { beforeEach, describe, expect, it } from 'vitest'
import words from '../../words/en/account-mails.ts'
import { sql } from '../platform/database/index.ts'
import { speakIn } from '../platform/language/index.ts'
import { createAuthCaller, password, sessionIn, takeAddress } from '../testing/auth-caller.ts'
import { postJson, putJson, readingIn, readRefusal } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const callIn = (language: string | null) => createAuthCaller(test, readingIn(test, language).app)
const auth = callIn(null)

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0'

let email: string
beforeEach(() => {
  email = takeAddress(test, 'ann')
})

async function readLanguage(): Promise<string | null | undefined> {
  const row = await test.database.row<{ language: string | null }>(
    sql`SELECT language FROM users WHERE email = ${email}`,
  )
  return row?.language
}

const newestMail = async () => (await auth.mails()).find(({ to }) => to === email)

describe('the language of an account', () => {
  it('is that of the registration, or the one that a later login or renewed session brings as a choice (WORDS-6)', async () => {
    await callIn('ar').signUp(email)
    expect(await readLanguage()).toBe('ar')
    const session = sessionIn(await callIn('de').signIn(email))
    expect(await readLanguage()).toBe('de')
    await callIn('ar').refresh(session.refreshToken)
    expect(await readLanguage()).toBe('ar')
  })

  it('is that of the browser only until there is one (WORDS-6)', async () => {
    await auth.signUp(email)
    expect(await readLanguage()).toBe(null)
    const signInAccepting = async (language: string) => {
      const path = '/auth/v1/token?grant_type=password'
      const answer = await postJson(test, path, { email, password }, { 'accept-language': language })
      expect(answer.status).toBe(200)
      return readLanguage()
    }
    expect(await signInAccepting('ar')).toBe('ar')
    expect(await signInAccepting('de, ja')).toBe('ar')
    expect(await signInAccepting('ja')).toBe('ar')
  })

  it('stays where a request names none, or one that does not exist (WORDS-6)', async () => {
    await callIn('ar').signUp(email)
    for (const language of [null, 'xx', 'constructor']) {
      await callIn(language).signIn(email)
      expect(await readLanguage(), String(language)).toBe('ar')
    }
  })

  it('stays after a refused login (WORDS-6)', async () => {
    await callIn('ar').signUp(email)
    expect((await callIn('de').signIn(email, 'Not-it-17')).status).toBe(400)
    expect(await readLanguage()).toBe('ar')
  })

  it('stays until the second step of an account that has one, because a thief may know the password (WORDS-6)', async () => {
    await callIn('ar').signUp(email)
    await auth.confirm(email)
    const { accessToken: token } = sessionIn(await callIn('ar').signIn(email))
    const { body } = await auth.post('/factors', { factor_type: 'totp' }, { token })
    const { id, totp } = body as { id: string; totp: { secret: string } }
    const makeCode = () =>
      TOTP.generate({ secret: Secret.fromBase32(totp.secret), timestamp: test.clock.now().getTime() })
    await auth.post(`/factors/${id}/verify`, { code: makeCode() }, { token })
    test.clock.advance(60_000)

    const half = sessionIn(await callIn('de').signIn(email))
    await callIn('de').refresh(half.refreshToken)
    expect(await readLanguage()).toBe('ar')
    await callIn('de').post(`/factors/${id}/verify`, { code: makeCode() }, { token: half.accessToken })
    expect(await readLanguage()).toBe('de')
  })

  it('is chosen by its person alone (WORDS-6)', async () => {
    const { accessToken: token } = await callIn('ar').signUp(email)
    const headers = { authorization: `Bearer ${token}` }
    expect((await putJson(test, '/api/language', { language: 'de' }, headers)).status).toBe(204)
    expect(await readLanguage()).toBe('de')
    const refused = await putJson(test, '/api/language', { language: 'ar' })
    expect(await readRefusal(refused)).toEqual([401, 'authentication_required'])
    expect(await readLanguage()).toBe('de')
  })

  it('cannot be one that does not exist (WORDS-5)', async () => {
    const { accessToken: token } = await callIn('ar').signUp(email)
    for (const language of ['xx', 'DE', 'constructor', '', null, ['de']]) {
      const refused = await putJson(test, '/api/language', { language }, { authorization: `Bearer ${token}` })
      expect(await readRefusal(refused)).toEqual([400, 'validation_failed'])
      expect(await readLanguage(), String(language)).toBe('ar')
    }
  })
})

describe('a mail to an account', () => {
  it('speaks its language, also where a stranger asked for it in another one (WORDS-6)', async () => {
    await callIn('ar').signUp(email)
    expect((await newestMail())?.html).toContain('<html lang="ar" dir="rtl">')
    await auth.confirm(email)
    await callIn('de').post('/recover', { email })
    const mail = await newestMail()
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.subject).toBe(speakIn('ar', () => words.recovery.subject))
  })

  it('about a new device speaks the language from before that login (WORDS-6)', async () => {
    await callIn('ar').signUp(email)
    await auth.confirm(email)
    const headers = { 'user-agent': firefox }
    await callIn('de').post('/token?grant_type=password', { email, password }, { headers })
    expect(await readLanguage()).toBe('de')
    const mail = await newestMail()
    expect(mail?.subject).toBe(speakIn('ar', () => words.newDevice.subject))
    expect(mail?.html).toContain('<html lang="ar" dir="rtl">')
    expect(mail?.text).toContain('Firefox')
  })
})

it('names a device alike in every language, so that a known one is not new (ACTIVITY-4)', async () => {
  const { accessToken: token } = await auth.signUp(email)
  const other = await auth.signIn(email)
  const { body: sessions } = await auth.call('GET', '/api/sessions', { token })
  const first = (sessions as unknown as { id: string; current: boolean }[]).find(({ current }) => current)
  const headers = { 'user-agent': firefox }
  const call = { token: sessionIn(other).accessToken, headers }
  expect((await callIn('ar').call('DELETE', `/api/sessions/${first?.id}`, call)).status).toBe(204)
  const { body } = await auth.call('GET', '/api/security-activity', call)
  expect(body).toContainEqual(expect.objectContaining({ event: 'signed_out', device: 'Firefox on Linux' }))
})
