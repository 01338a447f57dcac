import { beforeEach, describe, expect, it } from 'vitest'
import { authForFile, type TestSession, takeAddress } from '../../testing/auth-caller.ts'

const { test, auth } = authForFile()
let email: string
let ann: TestSession
beforeEach(async () => {
  email = takeAddress(test, 'ann')
  ann = await auth.signUp(email)
  await auth.mails()
})

const resend = (session: TestSession | null, address = email) =>
  auth.post('/resend', { type: 'signup', email: address }, session ? { token: session.accessToken } : {})
const mailed = async () => (await auth.mails()).filter(({ to }) => to === email).length

describe('a signed-in person who requests the confirmation mail again', () => {
  it('learns that it is queued, and afterwards when the next one is allowed (MAIL-20)', async () => {
    const first = await resend(ann)
    expect([first.status, first.body]).toEqual([200, { queued: true, next_in_seconds: 60 }])
    test.clock.advance(18_000)
    for (let again = 0; again < 3; again += 1) {
      const { status, body, headers } = await resend(ann)
      expect([status, body['code'], headers.get('retry-after')]).toEqual([
        429,
        'over_email_send_rate_limit',
        '42',
      ])
    }
    expect(await mailed()).toBe(2)
    test.clock.advance(42_000)
    expect((await resend(ann)).body).toMatchObject({ queued: true })
    expect(await mailed()).toBe(3)
  })

  it('gets one mail and nineteen refusals for twenty presses at once (MAIL-20)', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => resend(ann)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(19)
    expect(await mailed()).toBe(2)
  })

  it('learns how long the hourly limit lasts, and nothing is mailed (MAIL-20)', async () => {
    for (let mail = 0; mail < 9; mail += 1) {
      expect((await resend(ann)).status).toBe(200)
      test.clock.advance(60_000)
    }
    const before = await mailed()
    const { status, headers } = await resend(ann)
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(60)
    expect(await mailed()).toBe(before)
  })

  it('learns that there is nothing left to confirm (MAIL-20)', async () => {
    await auth.press(await auth.mailedLink(email))
    const before = await mailed()
    expect((await resend(ann)).body).toEqual({ queued: false, confirmed: true })
    expect(await mailed()).toBe(before)
    const change = await auth.post('/resend', { type: 'email_change', email }, { token: ann.accessToken })
    expect([change.status, change.body]).toEqual([200, {}])
  })
})

it('gives strangers, signed in or not, the same answer for every address (MAIL-10)', async () => {
  const eve = await auth.signUp('eve@example.org')
  for (const asker of [null, eve]) {
    const answers = []
    for (const address of [email, email, 'unknown@example.org', 'unknown@example.org']) {
      const { status, body, headers } = await resend(asker, address)
      answers.push([status, body, headers.get('retry-after')])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['[200,{},null]']))
  }
})
