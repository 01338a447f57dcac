import { afterEach, beforeEach, expect, it } from 'vitest'
import { sql } from '../../platform/database/index.ts'
import { linkIn } from '../../testing/auth-caller.ts'
import {
  createVerification,
  fromAnywhere,
  type Person,
  postJson,
  register,
  requestPass,
} from '../../testing/people.ts'
import { openMailedApp } from '../../testing/smtp-server.ts'
import { openForFile } from '../../testing/test-app.ts'

const test = openForFile(() => openMailedApp())
let ann: Person
beforeEach(async () => {
  test.clock.advance(2 * 60 * 60 * 1000)
  ann = await register(test)
  await test.send()
  test.server.received.length = 0
})
afterEach(() => {
  test.server.refusal = null
})

const post = (path: string, body: unknown, headers?: Record<string, string>) =>
  postJson(test, `/auth/v1${path}`, body, headers, fromAnywhere())

/** Requests a mailed link, which any caller can, and makes the mail server refuse it. */
async function answerMail(code: number, text: string, email = ann.email) {
  test.clock.advance(60_000)
  await post('/recover', { email })
  test.server.refusal = { at: 'rcpt', code, text }
  await test.send()
  test.server.refusal = null
}
const refuseAddress = (email?: string) => answerMail(550, '5.1.1 No such user', email)

/** Runs `happening` while the next mail is handed over, which the server then refuses. */
async function refuseAfter(happening: () => Promise<unknown>) {
  const { send } = test.mailer
  const answers: string[] = []
  test.mailer.send = async (mail, options) => {
    await happening()
    test.server.refusal = { at: 'rcpt', code: 550, text: '5.1.1 No such user' }
    const answer = await send(mail, options)
    answers.push(answer)
    return answer
  }
  await test.send()
  test.mailer.send = send
  expect(answers).toEqual(['no_such_mailbox'])
}

const read = async (id = ann.id) =>
  (await test.database.row<{ confirmedAt: Date; refusedAt: Date | null }>(sql`
    SELECT email_confirmed_at AS confirmed_at, email_refused_at AS refused_at FROM users WHERE id = ${id}`)) ?? {
    confirmedAt: null,
    refusedAt: null,
  }

/** Whether the account's own pages show the address as confirmed. */
async function isShownConfirmed(): Promise<boolean> {
  const profile = await test.app.request('/api/profile', ann)
  const user = await test.app.request('/auth/v1/user', ann)
  const { emailVerified } = (await profile.json()) as { emailVerified: boolean }
  expect('email_confirmed_at' in ((await user.json()) as object)).toBe(emailVerified)
  return emailVerified
}

async function pressNewestLink(): Promise<number> {
  const raw = test.server.received.at(-1)?.raw.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? ''
  const link = new URL(/https?:\/\/[^\s"<]+token[^\s"<]+/.exec(raw)?.[0] ?? '')
  return (await post('/links/use', linkIn(link), ann.headers)).status
}

it('an address is unconfirmed from the refusal by a mail server until a mailed link confirms it again (MAIL-77)', async () => {
  const { confirmedAt } = await read()
  await refuseAddress()
  expect(await read()).toEqual({ confirmedAt, refusedAt: test.clock.now() })
  expect(await isShownConfirmed()).toBe(false)
  test.clock.advance(60_000)
  const again = () => post('/resend', { type: 'signup', email: ann.email }, ann.headers)
  expect(await (await again()).json()).toMatchObject({ queued: true })
  await test.send()
  expect(await isShownConfirmed()).toBe(false)
  expect(await pressNewestLink()).toBe(200)
  expect(await read()).toEqual({ confirmedAt: test.clock.now(), refusedAt: null })
  expect(await isShownConfirmed()).toBe(true)
  expect(await (await again()).json()).toEqual({ queued: false, confirmed: true })
})

it('a refused address stops new invitations, but earlier third parties keep their access (MAIL-77)', async () => {
  const before = await createVerification(test, ann)
  await test.send()
  await refuseAddress()
  test.server.received.length = 0
  const asked = { thirdPartyEmail: 'new@example.com', type: 'person' } as const
  const after = await createVerification(test, ann, asked)
  await test.send()
  expect(test.server.received).toEqual([])
  const shown = await test.app.request(`/api/verifications/${after.id}`, ann)
  expect(await shown.json()).toMatchObject({ invitation: { state: 'unconfirmed' } })
  test.platform.settings.emailCode = true
  const answer = await requestPass(test, before.id, 'sam@example.com')
  test.platform.settings.emailCode = false
  expect(await answer.json()).toMatchObject({ codeSent: true })
})

it.each([
  [451, '4.1.1 Try later'],
  [452, '4.2.2 Mailbox full'],
  [550, '5.7.1 Relaying denied'],
  [550, '5.2.1 Mailbox disabled for a while'],
  [550, 'Not today'],
])('an address stays confirmed when a mail server answers %i %s (MAIL-77)', async (code, text) => {
  const before = await read()
  await answerMail(code, text)
  expect(await read()).toEqual(before)
  expect(await isShownConfirmed()).toBe(true)
})

it('many refusals at once mark only the refused address, once (MAIL-77)', async () => {
  const others = await Promise.all(Array.from({ length: 3 }, () => register(test)))
  await test.send()
  for (const other of others) await createVerification(test, other, { thirdPartyEmail: ann.email })
  await refuseAddress(ann.email.toUpperCase())
  expect(await read()).toMatchObject({ refusedAt: test.clock.now() })
  for (const other of others) expect(await read(other.id)).toMatchObject({ refusedAt: null })
})

it("an address confirmed while the mail server still processes a mail isn't marked as refused (MAIL-77)", async () => {
  test.clock.advance(60_000)
  await post('/recover', { email: ann.email })
  await test.send()
  test.clock.advance(60_000)
  await post('/otp', { email: ann.email })
  await refuseAfter(async () => {
    test.clock.advance(1000)
    expect(await pressNewestLink()).toBe(200)
  })
  expect(await read()).toEqual({ confirmedAt: test.clock.now(), refusedAt: null })
})

it("a refused mail to an account's former address doesn't mark the new one (MAIL-77)", async () => {
  const old = ann.email
  test.clock.advance(60_000)
  await post('/recover', { email: old })
  const { confirmedAt } = await read()
  await refuseAfter(() =>
    test.database.run(sql`UPDATE users SET email = ${`new-${old}`} WHERE id = ${ann.id}`),
  )
  expect(await read()).toEqual({ confirmedAt, refusedAt: null })
})
