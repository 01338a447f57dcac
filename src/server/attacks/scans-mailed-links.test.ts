import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { authForFile, password, sessionIn, takeAddress } from '../testing/auth-caller.ts'
import { createVerification, enter, register } from '../testing/people.ts'
import { completeRecord, mailedLink, mailsTo } from '../testing/records.ts'

const { test, auth } = authForFile()
let email: string
beforeEach(() => {
  email = takeAddress(test, 'scanned')
})

/** Everything that a link of an account could change. */
const accounts = () =>
  test.database.rows(sql`
    SELECT to_jsonb(users) AS row FROM users UNION ALL SELECT to_jsonb(profiles) FROM profiles
    UNION ALL SELECT to_jsonb(sessions) FROM sessions UNION ALL SELECT to_jsonb(flow_states) FROM flow_states
    UNION ALL SELECT to_jsonb(one_time_tokens) FROM one_time_tokens UNION ALL SELECT to_jsonb(used_links) FROM used_links
    ORDER BY 1`)

const verifications = () =>
  test.database.rows(sql`
    SELECT to_jsonb(verifications) AS row FROM verifications UNION ALL SELECT to_jsonb(audit_events) FROM audit_events
    ORDER BY 1`)

/** Fetches a URL, and every page it redirects to, as mail scanners do, ten times with each method. */
async function scan(link: URL): Promise<void> {
  for (const method of ['HEAD', 'GET']) {
    for (let i = 0; i < 10; i++) {
      const { headers } = await auth.call(method, link.pathname + link.search)
      const next = headers.get('location')
      if (next) await auth.call(method, new URL(next).pathname + new URL(next).search)
    }
  }
}

async function expectUntouched(link: URL): Promise<void> {
  const before = await accounts()
  await scan(link)
  expect(await accounts()).toEqual(before)
}

describe('a scanner that fetches every URL in a mail leaves usable', () => {
  it('the link that confirms a registration (MAIL-1)', async () => {
    await auth.signUp(email)
    const link = await auth.mailedLink(email)
    await expectUntouched(link)
    expect((await auth.press(link)).status).toBe(200)
  })

  it('the link of a repeated registration, without taking the account from its owner', async () => {
    const owner = await auth.signUp(email)
    await auth.post('/signup', { email, password: 'A stranger 1' })
    const link = await auth.mailedLink(email)
    await expectUntouched(link)
    expect((await auth.user(owner.accessToken)).status).toBe(200)
    expect((await auth.signIn(email, 'A stranger 1')).status).toBe(400)
    expect((await auth.press(link)).status).toBe(200)
    expect((await auth.user(owner.accessToken)).status).toBe(200)
  })

  it.each([
    ['recovery', '/recover', { new_password: 'A brand new 1' }],
    ['magic link', '/otp', {}],
  ])('the link of a %s', async (_, path, shown) => {
    await auth.signUp(email)
    await auth.confirm(email)
    test.clock.advance(60 * 60 * 1000)
    await auth.post(path, { email })
    const link = await auth.mailedLink(email)
    await expectUntouched(link)
    expect((await auth.press(link, shown)).status).toBe(200)
  })

  it('both halves of a change of address', async () => {
    await auth.signUp(email)
    const { accessToken } = await auth.confirm(email)
    const body = { email: `new-${email}`, current_password: password }
    await auth.call('PUT', '/auth/v1/user', { token: accessToken, body })
    const links = [await auth.mailedLink(email), await auth.mailedLink(`new-${email}`)]
    for (const link of links) await expectUntouched(link)
    for (const link of links) expect((await auth.press(link, {})).status).toBe(200)
    expect((await auth.user(accessToken)).body['email']).toBe(`new-${email}`)
  })

  it('the link of a PKCE flow', async () => {
    const code_challenge = 'x'.repeat(43)
    await auth.post('/signup', { email, password, code_challenge, code_challenge_method: 's256' })
    const link = await auth.mailedLink(email)
    await expectUntouched(link)
    expect((await auth.press(link)).body['outcome']).toBe('code')
  })

  it('the link of an invitation, and the trail', async () => {
    const { id, verificationLink } = await createVerification(test, await register(test), { type: 'person' })
    const before = await verifications()
    await scan(new URL(verificationLink))
    expect(await verifications()).toEqual(before)
    await enter(test, id)
  })

  it('the links to a record, of both parties (MAIL-1)', async () => {
    const creator = await register(test)
    const id = await completeRecord(test, creator)
    await test.runJobs()
    await mailedLink(test, id)
    const before = await verifications()
    for (const to of [creator.email, 'sam@example.com']) {
      const { text } = (await mailsTo(test, to)).at(-1) ?? { text: '' }
      await scan(new URL(/https?:\/\/\S+/.exec(text)?.[0] ?? ''))
    }
    expect(await verifications()).toEqual(before)
    const { headers } = await mailedLink(test, id)
    expect((await test.app.request(`/api/records/${id}`, { headers })).status).toBe(200)
  })
})

it('a scanner that also makes the page’s lookup uses up nothing', async () => {
  await auth.signUp(email)
  const link = await auth.mailedLink(email)
  const before = await accounts()
  for (let i = 0; i < 10; i++) expect((await auth.look(link)).body['state']).toBe('valid')
  expect(await accounts()).toEqual(before)
  expect(sessionIn(await auth.signIn(email)).userId).toBeTruthy()
})
