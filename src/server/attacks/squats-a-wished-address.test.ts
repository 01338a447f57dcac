import { beforeEach, describe, expect, it } from 'vitest'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { noRateLimits } from '../platform/rate-limits/index.ts'
import {
  createAuthCaller,
  password,
  registration,
  sessionIn,
  type TestSession,
} from '../testing/auth-caller.ts'
import { createVerification, enter } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile({ trustProxy: true })
const auth = createAuthCaller(test)
let email: string
let wished: string
let owner: TestSession
let number = 0
beforeEach(async () => {
  test.clock.advance(2 * 60 * 60 * 1000)
  email = `owner${++number}@example.org`
  wished = `new${number}@example.org`
  await auth.signUp(email)
  owner = await auth.confirm(email)
})

const wish = () =>
  auth.call('PUT', '/auth/v1/user', {
    token: owner.accessToken,
    body: { email: wished, current_password: password },
  })
const squat = () => auth.signUp(wished, { password: 'The squatter 1' })
const linkTo = async (address: string) => {
  const mail = (await auth.mails()).find(({ to, subject }) => to === address && /address$/.test(subject))
  return new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
}
const bearers = () => test.database.rows<{ id: string }>(sql`SELECT id FROM users WHERE email = ${wished}`)

async function expectGone(squatter: TestSession) {
  expect(await bearers()).toEqual([{ id: owner.userId }])
  expect((await auth.user(squatter.accessToken)).status).toBe(403)
  expect((await auth.refresh(squatter.refreshToken)).body['code']).toBe('refresh_token_not_found')
  expect((await auth.signIn(wished, 'The squatter 1')).body['code']).toBe('invalid_credentials')
}

describe('a person who registers the address that another requests, and never confirms it,', () => {
  it.each([
    ['before the wish', 'before'],
    ['after the wish', 'wished'],
    ['between its two halves', 'between'],
  ])('can’t keep it from the person who proves the mailbox: %s (SETTINGS-9)', async (_, when) => {
    let squatter = when === 'before' ? await squat() : null
    test.clock.advance(60_000)
    expect((await wish()).status).toBe(200)
    const [old, next] = [await linkTo(email), await linkTo(wished)]
    if (when === 'wished') squatter = await squat()
    expect((await auth.press(next, {})).body['outcome']).toBe('first-half')
    if (when === 'between') squatter = await squat()
    expect((await auth.press(old, {})).status).toBe(200)
    if (!squatter) throw new Error('squatting failed')
    await expectGone(squatter)
    const { body } = await auth.user(owner.accessToken)
    expect(body).toMatchObject({
      id: owner.userId,
      email: wished,
      user_metadata: { full_name: 'Ann Example' },
    })
    expect((await auth.signIn(wished)).status).toBe(200)
  })

  it('leaves nothing behind: links, profile and uploaded files end', async () => {
    const squatter = await squat()
    const { id } = await createVerification(test, {
      id: squatter.userId,
      email: wished,
      headers: { authorization: `Bearer ${squatter.accessToken}` },
    })
    await enter(test, id)
    const confirmation = await linkTo(wished)
    test.clock.advance(60_000)
    await wish()
    for (const address of [email, wished]) await auth.press(await linkTo(address), {})
    await expectGone(squatter)
    await test.runJobs()
    expect((await auth.look(confirmation)).body['state']).toBe('void')
    const left = await test.database.row(sql`
      SELECT (SELECT status FROM verifications WHERE id = ${id}) AS status,
        (SELECT count(*) FROM profiles WHERE id = ${squatter.userId}) AS profiles,
        (SELECT count(*) FROM one_time_tokens WHERE user_id = ${squatter.userId}) AS tokens`)
    expect(left).toEqual({ status: 'cancelled', profiles: 0, tokens: 0 })
  })

  it('is mentioned in the mail that asks for the proof', async () => {
    await wish()
    const mail = (await auth.mails()).find(({ to }) => to === wished)
    expect(mail?.text).toContain('An unconfirmed registration of this address then ends.')
  })

  it('keeps nothing with fifty registrations while the link is pressed', async () => {
    await wish()
    const links = [await linkTo(email), await linkTo(wished)]
    await auth.press(links[0] ?? new URL('x:'), {})
    const unlimited = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
    const squatting = Array.from({ length: 50 }, (_, i) =>
      unlimited.post(
        '/signup',
        { email: wished, password: 'The squatter 1', data: registration },
        { headers: { 'x-forwarded-for': `192.0.2.${i % 10}` } },
      ),
    )
    await Promise.race(squatting)
    const pressed = unlimited.press(links[1] ?? new URL('x:'), {})
    const answers = await Promise.all(squatting)
    expect((await pressed).status).toBe(200)
    expect(await bearers()).toEqual([{ id: owner.userId }])
    for (const answer of answers.filter(({ status }) => status === 200)) await expectGone(sessionIn(answer))
  })
})

it('a registration of the requested address at the moment of the change doesn’t keep it', async () => {
  await wish()
  const [old, next] = [await linkTo(email), await linkTo(wished)]
  await auth.press(old, {})
  const pressed = await test.database.transaction(async (tx) => {
    await tx.run(sql`
      INSERT INTO users (email, created_at, updated_at) VALUES (${wished}, ${test.clock.now()}, ${test.clock.now()})`)
    const waits = auth.press(next, {})
    const isWaiting = sql`SELECT 1 FROM pg_locks WHERE locktype = 'transactionid' AND NOT granted`
    while (!(await test.database.row(isWaiting)));
    // Not awaited here, because it waits for this transaction to end.
    return { waits }
  })
  expect((await pressed.waits).status).toBe(200)
  expect(await bearers()).toEqual([{ id: owner.userId }])
})

describe('two people who request one address that a third has registered', () => {
  it('get it once with fifty concurrent presses, and the other is told that it is taken', async () => {
    await squat()
    const other = `other${number}@example.org`
    await auth.signUp(other)
    const { accessToken } = await auth.confirm(other)
    test.clock.advance(60_000)
    await wish()
    await auth.press(await linkTo(email), {})
    const mine = await linkTo(wished)
    test.clock.advance(60_000)
    const body = { email: wished, current_password: password }
    expect((await auth.call('PUT', '/auth/v1/user', { token: accessToken, body })).status).toBe(200)
    await auth.press(await linkTo(other), {})
    const theirs = await linkTo(wished)
    expect(theirs.href).not.toBe(mine.href)
    const unlimited = createAuthCaller(test, createApp({ ...test.platform, rateLimits: noRateLimits }))
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => unlimited.press(i % 2 ? mine : theirs, {})),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(await bearers()).toHaveLength(1)
  })
})

describe('a person who has confirmed an address', () => {
  it('keeps it, regardless of other requests and of the time of confirmation', async () => {
    await wish()
    const links = [await linkTo(email), await linkTo(wished)]
    await auth.press(links[0] ?? new URL('x:'), {})
    test.clock.advance(60_000)
    const other = await squat()
    await auth.press(await linkTo(wished), { password: 'The squatter 1' })
    expect((await auth.press(links[1] ?? new URL('x:'), {})).body['code']).toBe('email_exists')
    expect(await bearers()).toEqual([{ id: other.userId }])
    test.clock.advance(60_000)
    expect((await wish()).body['code']).toBe('email_exists')
  })
})
