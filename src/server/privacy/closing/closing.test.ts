import { beforeEach, describe, expect, it } from 'vitest'
import { verifyTrails } from '../../audit/index.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { createAuthCaller } from '../../testing/auth-caller.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import { everythingKept, readStatus, storedFiles } from '../../testing/kept.ts'
import { createPasskeyCaller } from '../../testing/passkey-caller.ts'
import {
  createVerification,
  from,
  invite,
  type Person,
  post,
  postJson,
  prepareSubmission,
  readRefusal,
  register,
  subscribe,
} from '../../testing/people.ts'
import {
  completeRecord,
  fetchFile,
  mailedLink,
  mailsTo,
  personForEach,
  statesIn,
  viewRecord,
} from '../../testing/records.ts'
import { buy, cards, openPlanShop, settleDown } from '../../testing/simulated-stripe.ts'
import { createAuthenticator } from '../../testing/software-authenticator.ts'
import { openForFile } from '../../testing/test-app.ts'
import { eraseAccountsJob } from '../index.ts'

const password = 'Correct-Horse-7'

const test = openForFile(openPlanShop)
const ada = personForEach(test)
beforeEach(() => test.database.run(sql`DELETE FROM rate_limits`))

const close = (by: Person, proof: object = { password }, address?: string) =>
  postJson(test, '/api/account/closing', proof, by.headers, address ? from(address) : {})
const signIn = (email: string) => createAuthCaller(test).signIn(email, password)
const erase = () => runDue(test, eraseAccountsJob)

describe('closing an account', () => {
  it('shows in advance what will be deleted and what stays (PRIVACY-9)', async () => {
    await subscribe(test, ada)
    await createVerification(test, ada)
    await completeRecord(test, ada)
    const view = await test.app.request('/api/account/closing', { headers: ada.headers })
    expect(await view.json()).toEqual({
      pending: 1,
      records: 1,
      asked: [],
      heldUntil: null,
      hasPlan: true,
      graceDays: 7,
    })
  })

  it('ends every session and every open request, and mails the day of erasure (PRIVACY-10)', async () => {
    const thirdParty = await invite(test, ada)
    const id = thirdParty.verificationId
    const answer = await close(ada)
    expect(answer.status).toBe(200)
    const closesAt = new Date(test.clock.now().getTime() + 7 * dayMs)
    expect(await answer.json()).toEqual({ closesAt: closesAt.toISOString() })
    expect((await test.app.request('/api/profile', { headers: ada.headers })).status).toBe(401)
    expect(await readStatus(test, id)).toBe('cancelled')
    const late = await post(test, thirdParty, { completeSubmission: 'true', formId: id })
    expect(await late.json()).toMatchObject({ code: 'link_closed' })
    await test.runJobs()
    const mail = (await mailsTo(test, ada.email)).at(-1)
    expect(mail).toMatchObject({ subject: 'Your account is closed' })
    expect(mail?.text).toContain('18 March 2026')
    expect(mail?.text).not.toContain('Nowak')
  })

  it('cancels the plan at the end of the paid period, and finally deletes the customer (PRIVACY-13)', async () => {
    await buy(test, ada, cards.pays)
    await settleDown(test)
    expect((await close(ada)).status).toBe(200)
    await settleDown(test)
    const [running] = Object.values(test.simulator.world.state.subscriptions)
    expect(running).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
    test.clock.advance(7 * dayMs)
    await erase()
    await settleDown(test)
    expect(test.simulator.world.state.customers).toEqual({})
    expect(Object.values(test.simulator.world.state.subscriptions)[0]).toMatchObject({ status: 'canceled' })
  })

  it('is refused without the password, and changes nothing (PRIVACY-9)', async () => {
    const { id } = await createVerification(test, ada)
    const before = await everythingKept(test)
    const refused = await close(ada, { password: 'Correct-Horse-8' })
    expect(await readRefusal(refused)).toEqual([422, 'password_wrong'])
    expect(await everythingKept(test)).toEqual(before)
    expect(await readStatus(test, id)).toBe('pending')
  })

  it('accepts a mailed code instead of the password (PRIVACY-9)', async () => {
    await test.app.request('/auth/v1/reauthenticate', { headers: ada.headers })
    await test.runJobs()
    const code = /\b\d{6}\b/.exec((await mailsTo(test, ada.email)).at(-1)?.text ?? '')?.[0] ?? ''
    expect((await close(ada, { code: code === '000000' ? '111111' : '000000' })).status).toBe(422)
    expect((await close(ada, { code })).status).toBe(200)
  })

  it('accepts a passkey used within the last two minutes instead of the password (PRIVACY-9)', async () => {
    const passkeys = createPasskeyCaller(test)
    const authenticator = createAuthenticator()
    const token = (ada.headers['authorization'] ?? '').replace('Bearer ', '')
    await test.database.run(sql`UPDATE users SET email_confirmed_at = now() WHERE email = ${ada.email}`)
    await passkeys.register(token, authenticator)
    expect((await close(ada, { passkey: true })).status).toBe(422)
    await passkeys.prove(authenticator, token)
    expect((await close(ada, { password: 'wrong' })).status).toBe(422)
    test.clock.advance(2 * 60 * 1000)
    expect((await close(ada, { passkey: true })).status).toBe(422)
    await passkeys.prove(authenticator, token)
    expect((await close(ada, { passkey: true })).status).toBe(200)
  })

  it('limits wrong passwords as the sign-in does (PRIVACY-14)', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 12; n += 1)
      statuses.push((await close(ada, { password: 'Correct-Horse-8' }, '192.0.2.9')).status)
    expect(statuses).toEqual([...Array(10).fill(422), 429, 429])
    // A sign-in from the same address counts the same tries.
    const credentials = { email: ada.email, password }
    const path = '/auth/v1/token?grant_type=password'
    const signedIn = await postJson(test, path, credentials, {}, from('192.0.2.9'))
    expect(signedIn.status).toBe(429)
  })

  it('happens once for any number of concurrent requests (PRIVACY-14)', async () => {
    const { id } = await createVerification(test, ada)
    const answers = await Promise.all(Array.from({ length: 50 }, () => close(ada)))
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0)
    expect(statuses.every((status) => [200, 401, 429].includes(status))).toBe(true)
    await test.runJobs()
    expect((await mailsTo(test, ada.email)).filter(({ subject }) => /closed/.test(subject))).toHaveLength(1)
    expect(
      await test.database.rows(
        sql`SELECT 1 FROM audit_events WHERE verification_id = ${id} AND event = 'cancelled'`,
      ),
    ).toHaveLength(1)
  })

  it('and a concurrent submission end in one complete outcome or the other (PRIVACY-14)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await register(test)
      const thirdParty = await invite(test, person)
      const id = thirdParty.verificationId
      const submit = await prepareSubmission(test, thirdParty)
      const [submitted, closed] = await Promise.all([submit(), close(person)])
      expect(closed.status).toBe(200)
      expect(await readStatus(test, id)).toBe(submitted.status === 200 ? 'verified' : 'cancelled')
    }
    expect((await verifyTrails(test.database)).firstBad).toBeNull()
  })

  it('prevents creations that were in progress (PRIVACY-14)', async () => {
    for (let round = 0; round < 4; round += 1) {
      const person = await register(test)
      await Promise.all([
        createVerification(test, person, { type: 'person' }).catch(() => null),
        close(person),
      ])
      const open = await test.database.rows(
        sql`SELECT 1 FROM verifications WHERE user_id = ${person.id} AND status = 'pending'`,
      )
      expect(open).toEqual([])
    }
  })
})

describe('an export of one’s data', () => {
  it('is still made and mailed if it was in progress at the closing, and is deleted with the account (PRIVACY-6, PRIVACY-14)', async () => {
    await postJson(test, '/api/data-exports', {}, ada.headers)
    await close(ada)
    await test.runJobs()
    const mail = (await mailsTo(test, ada.email)).find(({ subject }) => subject === 'Your copy is ready')
    const url = new URL(/https?:\/\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    expect((await test.app.request(url.pathname + url.search)).status).toBe(200)
    await test.database.run(sql`UPDATE users SET closes_at = ${test.clock.now()} WHERE id = ${ada.id}`)
    await erase()
    expect((await test.app.request(url.pathname + url.search)).status).toBe(403)
  })

  it('leaves nothing behind if it is being made while the account is erased (PRIVACY-14)', async () => {
    await postJson(test, '/api/data-exports', {}, ada.headers)
    await close(ada)
    test.clock.advance(7 * dayMs)
    const { storage } = test.platform
    const { put } = storage
    let erasing: Promise<void> = Promise.resolve()
    storage.put = async (address, bytes) => {
      // The erasure runs after a part is counted and before it is written.
      if (address.bucket === 'exports') erasing = erase()
      return put.call(storage, address, bytes)
    }
    await test.runJobs()
    storage.put = put
    await erasing
    await erase()
    expect((await storedFiles(test)).filter((path) => path.includes('/exports/'))).toEqual([])
    expect(await test.database.rows(sql`SELECT id FROM data_exports`)).toEqual([])
  })
})

describe('the grace period', () => {
  it('ends with a sign-in, which keeps the account and reports that (PRIVACY-11)', async () => {
    const { id } = await createVerification(test, ada)
    await close(ada)
    test.clock.advance(6 * dayMs)
    const kept = await signIn(ada.email)
    expect(kept.status).toBe(200)
    expect(kept.body['user']).toMatchObject({ kept_at: test.clock.now().toISOString() })
    test.clock.advance(2 * dayMs)
    await erase()
    expect((await signIn(ada.email)).status).toBe(200)
    expect(await readStatus(test, id)).toBe('cancelled')
  })

  it('ends with a mailed link as with a password (PRIVACY-11)', async () => {
    await close(ada)
    const auth = createAuthCaller(test)
    await auth.post('/otp', { email: ada.email })
    const link = (await auth.mails()).find(({ subject }) => subject === 'Your login link')
    const answer = await auth.press(new URL(/https?:\/\/\S+/.exec(link?.text ?? '')?.[0] ?? ''), {})
    expect(answer.status).toBe(200)
    test.clock.advance(8 * dayMs)
    await erase()
    expect((await signIn(ada.email)).status).toBe(200)
  })

  it('ends with either the sign-in or the erasure, completely, if both happen at once (PRIVACY-14)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const person = await register(test)
      await close(person)
      test.clock.advance(7 * dayMs)
      const [signedIn] = await Promise.all([signIn(person.email), erase()])
      const row = await test.database.row<{ email: string | null }>(
        sql`SELECT email FROM users WHERE id = ${person.id}`,
      )
      expect(row?.email ?? null).toBe(signedIn.status === 200 ? person.email : null)
    }
  })
})

describe('erasure', () => {
  it('leaves the other party their record and valid trails, and takes the photo and the ID only after the grace period (PRIVACY-11, PRIVACY-12)', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    await close(ada)
    test.clock.advance(6 * dayMs)
    await erase()
    const link = await mailedLink(test, id)
    expect(statesIn(await viewRecord(test, id, link))).toEqual(['open', 'open', 'open', 'open'])
    test.clock.advance(dayMs)
    await erase()
    expect(statesIn(await viewRecord(test, id, link))).toEqual(['destroyed', 'destroyed', 'open', 'open'])
    expect((await fetchFile(test, id, 'record.pdf', link)).status).toBe(200)
    expect((await verifyTrails(test.database)).firstBad).toBeNull()
    // The row that the record names stays, and nothing is left to do for it.
    const row = sql`SELECT email, closes_at, erased_at IS NOT NULL AS is_erased FROM users WHERE id = ${ada.id}`
    expect(await test.database.row(row)).toEqual({ email: null, closesAt: null, isErased: true })
    // The address is free for a new account, which sees nothing of the old one.
    expect((await signIn(ada.email)).status).toBe(400)
    const again = await createAuthCaller(test).signUp(ada.email)
    expect(again.userId).not.toBe(ada.id)
    const headers = { authorization: `Bearer ${again.accessToken}` }
    const list = await test.app.request('/api/verifications', { headers })
    expect(await list.json()).toMatchObject({ items: [], counts: { all: 0 } })
  })

  it('resumes after an interruption, and removes the account’s row if no record names it (PRIVACY-12)', async () => {
    await postJson(test, '/api/data-exports', {}, ada.headers)
    await test.runJobs()
    await close(ada)
    test.clock.advance(7 * dayMs)
    const { storage } = test.platform
    const remove = storage.remove
    let failures = 1
    storage.remove = async (address) => {
      if (address.bucket === 'exports' && failures-- > 0) throw new Error('the storage is away')
      return remove.call(storage, address)
    }
    await erase()
    await erase()
    storage.remove = remove
    expect(await test.database.rows(sql`SELECT id FROM users WHERE id = ${ada.id}`)).toEqual([])
  })
})
