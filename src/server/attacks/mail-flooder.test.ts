import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { createAuthCaller, registration } from '../testing/auth-caller.ts'
import {
  confirmAddress,
  create,
  type Person,
  personCreation,
  postJson,
  registerUnconfirmed,
} from '../testing/people.ts'
import { mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const hourMs = 60 * 60 * 1000

const test = testAppForFile({ accessTokenLifeSeconds: 3 * 24 * 60 * 60 })
let stranger: string
let strangers = 0
beforeEach(async () => {
  strangers += 1
  stranger = `stranger${strangers}@example.com`
})

async function accounts(count: number, { confirmed }: { confirmed: boolean }): Promise<Person[]> {
  const people = await Promise.all(Array.from({ length: count }, () => registerUnconfirmed(test)))
  if (confirmed) for (const person of people) await confirmAddress(test.database, test.clock, person)
  for (const { id } of people) {
    await test.database.run(sql`
      INSERT INTO subscriptions (user_id, tier, status, created_at)
      VALUES (${id}, 'enterprise', 'active', ${test.clock.now()})`)
  }
  return people
}

async function invite(by: Person, address: string) {
  const answer = await create(test, by, { ...personCreation(test), thirdPartyEmail: address })
  expect(answer.status).toBe(201)
  return (await answer.json()) as { id: string; verificationLink: string; invitation: string }
}

const resend = (by: Person, id: string) =>
  postJson(test, `/api/verifications/${id}/invitation`, {}, by.headers)
const readCode = async (answer: Response) => ((await answer.json()) as { code: string }).code
async function invitations(address = stranger) {
  await test.runJobs()
  return (await mailsTo(test, address)).filter(
    ({ subject }) => subject === 'You’ve been asked for a verification',
  )
}
const ended = () => test.clock.advance(25 * hourMs)

describe('a person whose own address isn’t confirmed', () => {
  it('can’t have invitations mailed, is told why, and gets the link to share (MAIL-11, CREATE-17)', async () => {
    const [eve] = await accounts(1, { confirmed: false })
    if (!eve) throw new Error('registration failed')
    const made = await invite(eve, stranger)
    expect(made.invitation).toBe('unconfirmed')
    expect(made.verificationLink).toContain(made.id)
    const again = await resend(eve, made.id)
    expect([again.status, await readCode(again)]).toEqual([403, 'address_unconfirmed'])
    expect(await invitations()).toEqual([])
    expect(
      await test.database.rows(
        sql`SELECT 1 FROM audit_events WHERE verification_id = ${made.id} AND event = 'invited'`,
      ),
    ).toEqual([])
    await confirmAddress(test.database, test.clock, eve)
    expect((await resend(eve, made.id)).status).toBe(204)
    expect(await invitations()).toHaveLength(1)
  })

  it('can’t have a code mailed by entering the stranger’s address at the gate of their own link (MAIL-11)', async () => {
    test.platform.settings.emailCode = true
    try {
      const [eve] = await accounts(1, { confirmed: false })
      if (!eve) throw new Error('registration failed')
      const { id } = await invite(eve, stranger)
      const gate = () => postJson(test, `/api/public/verifications/${id}/gate`, { email: stranger })
      const refused = await gate()
      expect([refused.status, await readCode(refused)]).toEqual([409, 'creator_unconfirmed'])
      await test.runJobs()
      expect(await mailsTo(test, stranger)).toEqual([])
      await confirmAddress(test.database, test.clock, eve)
      expect((await gate()).status).toBe(200)
    } finally {
      test.platform.settings.emailCode = false
    }
  })

  it('can’t have a link mailed to a new address either (MAIL-11)', async () => {
    const auth = createAuthCaller(test)
    const { accessToken: token } = await auth.signUp(`eve${strangers}@example.org`)
    const answer = await auth.call('PUT', '/auth/v1/user', { token, body: { email: stranger } })
    expect([answer.status, answer.body['code']]).toEqual([422, 'email_not_confirmed'])
    await test.runJobs()
    expect(await mailsTo(test, stranger)).toEqual([])
  })
})

describe('a person who floods a stranger with invitations', () => {
  it('from 8 accounts with 32 concurrent requests gets five of them mailed (MAIL-12)', async () => {
    const eight = await accounts(8, { confirmed: true })
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => eight.map((eve) => invite(eve, stranger))).flat(),
    )
    const outcomes = answers.map(({ invitation }) => invitation)
    expect(outcomes.filter((outcome) => outcome === 'queued')).toHaveLength(5)
    expect(outcomes.filter((outcome) => outcome === 'limited')).toHaveLength(27)
    expect(await invitations()).toHaveLength(5)
  })

  it('from one account with 50 concurrent requests gets five of them mailed, and every link still works', async () => {
    const [eve] = await accounts(1, { confirmed: true })
    if (!eve) throw new Error('registration failed')
    const answers = await Promise.all(Array.from({ length: 50 }, () => invite(eve, stranger)))
    expect(answers.filter(({ invitation }) => invitation === 'queued')).toHaveLength(5)
    expect(await invitations()).toHaveLength(5)
    for (const { id } of answers.slice(-2)) {
      expect((await test.app.request(`/api/public/verifications/${id}`)).status).toBe(200)
    }
  })

  it('over a day gets ten of them mailed, by new links and by repeated requests', async () => {
    const [eve, mallory] = await accounts(2, { confirmed: true })
    if (!eve || !mallory) throw new Error('registration failed')
    for (let hour = 0; hour < 4; hour += 1) {
      for (let time = 0; time < 3; time += 1) {
        const { id } = await invite(eve, stranger)
        await resend(mallory, id)
        await resend(eve, id)
      }
      test.clock.advance(hourMs)
    }
    expect(await invitations()).toHaveLength(10)
    ended()
    expect((await invite(eve, stranger)).invitation).toBe('queued')
  })

  it('under other spellings of one mailbox is counted as one (MAIL-12)', async () => {
    const [eve] = await accounts(1, { confirmed: true })
    if (!eve) throw new Error('registration failed')
    const [local, domain] = stranger.split('@')
    const spellings = [
      stranger.toUpperCase(),
      `  ${stranger} `,
      `${local}+a@${domain}`,
      `${local}+b@${domain}`,
      `s.t.${local?.slice(2)}@${domain}`,
      stranger,
    ]
    const outcomes: string[] = []
    for (const spelling of spellings) outcomes.push((await invite(eve, spelling)).invitation)
    expect(outcomes).toEqual(['queued', 'queued', 'queued', 'queued', 'queued', 'limited'])
  })

  it('learns only that the mailbox is over its limit: the answer is the same for known and unknown addresses', async () => {
    const [eve, ann] = await accounts(2, { confirmed: true })
    if (!eve || !ann) throw new Error('registration failed')
    const unknown = await invite(eve, stranger)
    const known = await invite(eve, ann.email)
    expect(Object.keys(known)).toEqual(Object.keys(unknown))
    expect(known.invitation).toBe(unknown.invitation)
    for (let time = 0; time < 5; time += 1) await invite(ann, stranger)
    const { id } = await invite(eve, stranger)
    const refused = await resend(eve, id)
    expect(await readCode(refused.clone())).toBe('mailbox_full_of_invitations')
    expect(refused.headers.get('retry-after')).toBeNull()
    expect(await refused.text()).not.toContain(stranger)
  })

  it('leaves no address in the counters', async () => {
    const [eve] = await accounts(1, { confirmed: true })
    if (!eve) throw new Error('registration failed')
    await invite(eve, stranger)
    const rows = await test.database.rows(sql`SELECT key FROM rate_limits`)
    expect(JSON.stringify(rows)).not.toContain(stranger.split('@')[0])
    expect(JSON.stringify(rows)).toContain('invitation-mailbox')
  })

  it('uses up none of the stranger’s share with refused creations', async () => {
    const [eve, ann] = await accounts(2, { confirmed: true })
    if (!eve || !ann) throw new Error('registration failed')
    await test.database.run(sql`DELETE FROM subscriptions WHERE user_id = ${eve.id}`)
    const wish = { ...personCreation(test), thirdPartyEmail: stranger }
    let status = 201
    for (let time = 0; time < 10 && status === 201; time += 1) status = (await create(test, eve, wish)).status
    expect(status).toBe(402)
    const sent = (await invitations()).length
    for (let time = 0; time < 10; time += 1) expect((await create(test, eve, wish)).status).toBe(402)
    expect(sent).toBeLessThan(5)
    expect((await invite(ann, stranger)).invitation).toBe('queued')
  })
})

describe('a person who repeatedly registers a stranger’s address', () => {
  it('under 30 spellings doesn’t block the mails of an account that its owner has confirmed', async () => {
    const auth = createAuthCaller(test)
    await auth.signUp(stranger)
    await auth.confirm(stranger)
    test.clock.advance(2 * hourMs)
    const [local, domain] = stranger.split('@')
    for (let time = 0; time < 30; time += 1) {
      const email =
        time % 2
          ? `${local}+${time}@${domain}`
          : `s.${'t.'.repeat(time % 3)}${local?.slice(1)}+${time}@${domain}`
      await auth.post('/signup', { email, password: 'Correct-horse 17', data: registration })
    }
    for (const [path, subject] of [
      ['/recover', 'Reset your password'],
      ['/otp', 'Your login link'],
    ] as const) {
      await auth.post(path, { email: stranger })
      const mail = (await auth.mails()).find(({ to }) => to === stranger)
      expect(mail?.subject).toBe(subject)
      test.clock.advance(hourMs / 4)
    }
  })

  it('under 30 spellings has ten links mailed in an hour (MAIL-12)', async () => {
    const app = createApp({ ...test.platform })
    const auth = createAuthCaller(test, app)
    const [local, domain] = stranger.split('@')
    for (let time = 0; time < 30; time += 1) {
      const email = `${local}+${time}@${domain}`
      await auth.post('/signup', { email, password: 'Correct-horse 17', data: registration })
    }
    await test.runJobs()
    const mails = (await test.platform.mailer.outbox?.listNewest(500)) ?? []
    expect(mails.filter(({ to }) => to.startsWith(`${local}+`))).toHaveLength(10)
  })
})

describe('a person who floods a stranger in every way together', () => {
  it('has twelve mails sent in a day, and the stranger’s own codes still arrive and stay valid (MAIL-12)', async () => {
    const eight = await accounts(8, { confirmed: true })
    const auth = createAuthCaller(test)
    const [local, domain] = stranger.split('@')
    for (let hour = 0; hour < 3; hour += 1) {
      for (const eve of eight) await invite(eve, stranger)
      for (let time = 0; time < 12; time += 1) {
        const email = `${local}+${hour}-${time}@${domain}`
        await auth.post('/signup', { email, password: 'Correct-horse 17', data: registration })
      }
      test.clock.advance(hourMs)
    }
    await test.runJobs()
    const all = async () =>
      ((await test.platform.mailer.outbox?.listNewest(500)) ?? []).filter(({ to }) =>
        to.startsWith(local ?? '?'),
      )
    expect(await all()).toHaveLength(12)

    const ask = () => postJson(test, '/api/my-data/code', { email: stranger })
    const statuses: number[] = []
    for (let time = 0; time < 6; time += 1) statuses.push((await ask()).status)
    expect(statuses).toEqual(Array(6).fill(202))
    await test.runJobs()
    const mail = (await mailsTo(test, stranger)).at(-1)
    const code = /\b\d{6,8}\b/.exec(mail?.text ?? '')?.[0]
    const entry = await postJson(test, '/api/my-data/code/entry', { email: stranger, code })
    expect(entry.status).toBe(200)
  })
})

it('a person who uses up a day’s requests for new passwords leaves the owner one an hour, which is valid until the next (MAIL-72)', async () => {
  const [ann] = await accounts(1, { confirmed: true })
  if (!ann) throw new Error('registration failed')
  const auth = createAuthCaller(test)
  const countMailed = async () => {
    await auth.post('/recover', { email: ann.email })
    await test.runJobs()
    return (await mailsTo(test, ann.email)).filter(({ text }) => text.includes('/reset-password')).length
  }
  const day = { name: 'asked-mailbox-day', points: 30, seconds: 24 * 60 * 60 }
  for (let n = 0; n < 30; n += 1) await test.platform.rateLimits.consume(day, `own ${ann.email}`)
  expect(await countMailed()).toBe(1)
  test.clock.advance(60 * 1000)
  expect(await countMailed()).toBe(1)
  test.clock.advance(59 * 60 * 1000)
  expect(await countMailed()).toBe(2)
})

it('a person who asks for mails that are not sent leaves the owner those for a new password (MAIL-72)', async () => {
  const [ann] = await accounts(1, { confirmed: true })
  if (!ann) throw new Error('registration failed')
  const auth = createAuthCaller(test)
  await test.runJobs()
  const before = (await mailsTo(test, ann.email)).length
  for (let minute = 0; minute < 12; minute += 1) {
    for (const type of ['signup', 'email_change']) await auth.post('/resend', { type, email: ann.email })
    test.clock.advance(61 * 1000)
  }
  await test.runJobs()
  expect(await mailsTo(test, ann.email)).toHaveLength(before)
  await auth.post('/recover', { email: ann.email })
  await test.runJobs()
  expect(await mailsTo(test, ann.email)).toHaveLength(before + 1)
})
