import { beforeEach, describe, expect, it } from 'vitest'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { beginCheck } from '../identity-checks/identity-check.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob } from '../privacy/index.ts'
import { readStatus } from '../testing/kept.ts'
import { createVerification, enter, type Person, postJson, readRefusal, register } from '../testing/people.ts'
import { proveAddress, send } from '../testing/privacy-calls.ts'
import { enterByCode, mailsTo } from '../testing/records.ts'
import { askCheck, checkPage, openCheckDesk } from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'
import { whileLocked } from '../testing/waiting-statements.ts'

const test = openForFile(openCheckDesk)
let ada: Person
let sam: string
beforeEach(async () => {
  test.clock.advance(dayMs)
  test.platform.identityProvider = test.identityProvider
  ada = await register(test)
  sam = `sam-${ada.id}@example.com`
})

const ask = async () => (await createVerification(test, ada, { type: 'person', thirdPartyEmail: sam })).id
const erase = async (headers: Record<string, string>) => send(test, '/api/my-data/erasure', {}, headers)
const listSessions = () => Object.values(test.simulator.world.state.identitySessions)
const close = (by: Person) =>
  postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, by.headers)

async function eraseAccounts(): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
  await test.runJobs()
}

/** Closes a person's account and erases it after the grace period. */
async function leave(by: Person): Promise<void> {
  expect((await close(by)).status).toBe(200)
  await test.runJobs()
  test.clock.advance(8 * dayMs)
  await eraseAccounts()
}

describe('erasing the data about an address', () => {
  it('skips a request whose address is being corrected (PRIVACY-23)', async () => {
    const id = await ask()
    const headers = await proveAddress(test, sam)
    const answer = await whileLocked(
      test,
      sql`SELECT id FROM verifications WHERE id = ${id}`,
      () => erase(headers),
      (owner) =>
        owner.run(sql`UPDATE verifications SET third_party_email = 'kim@example.com' WHERE id = ${id}`),
    )
    expect(await answer.json()).toEqual({ erased: 0, kept: 0, waiting: 0 })
    expect(await readStatus(test, id)).toBe('pending')
  })

  it('reveals nothing about a private no while the creator’s account is closing (NO-5)', async () => {
    const id = await ask()
    const pass = await enter(test, id, sam)
    const refused = await postJson(test, `/api/public/verifications/${id}/private-no`, {}, pass.headers)
    expect(refused.status).toBe(204)
    const headers = await proveAddress(test, sam)
    const before = (await mailsTo(test, ada.email)).length
    await test.database.run(
      sql`UPDATE users SET closes_at = ${new Date(test.clock.now().getTime() + dayMs)} WHERE id = ${ada.id}`,
    )
    expect(await (await erase(headers)).json()).toEqual({ erased: 0, kept: 0, waiting: 1 })
    await test.runJobs()
    expect(await readStatus(test, id)).toBe('pending')
    expect(await mailsTo(test, ada.email)).toHaveLength(before)
  })
})

describe('a session at the identity provider', () => {
  it.each([
    [
      'erases what is held',
      async (id: string, headers: Record<string, string>) => {
        expect(await (await erase(headers)).json()).toMatchObject({ waiting: 1 })
        expect(await readStatus(test, id)).toBe('pending')
      },
    ],
    [
      'says a private no',
      async (id: string, _: object, pass: Record<string, string>) => {
        const path = `/api/public/verifications/${id}/private-no`
        expect((await postJson(test, path, {}, pass)).status).toBe(204)
      },
    ],
  ])('is erased too if it begins while its person %s (NO-1, NO-5, PROVIDER-6)', async (_, act) => {
    const id = await ask()
    test.platform.settings.emailCode = true
    const pass = await enterByCode(test, id, sam)
    test.platform.settings.emailCode = false
    const headers = await proveAddress(test, sam)
    const known = listSessions().length
    const { identityProvider } = test
    test.platform.identityProvider = {
      ...identityProvider,
      async start(wished) {
        const started = await identityProvider.start(wished)
        await act(id, headers, pass.headers)
        return started
      },
    }
    expect(await readRefusal(await askCheck(test, pass, { verificationId: id }))).toEqual([
      401,
      'gate_token_invalid',
    ])
    await test.settle()
    const begun = listSessions().slice(known)
    expect(begun.length).toBeGreaterThan(0)
    expect(begun.every(({ redaction }) => redaction !== null)).toBe(true)
  })

  it('can’t begin for a request that was erased (PROVIDER-7)', async () => {
    const id = await ask()
    await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    await erase(await proveAddress(test, sam))
    const claim = { claimedName: 'Sam', today: toCalendarDate(test.clock.now()) }
    expect(await beginCheck(test.platform, { verificationId: id, setSha256: null }, claim)).toMatchObject({
      refused: 'link_closed',
    })
    const rows = await test.database.rows(sql`SELECT id FROM identity_checks WHERE verification_id = ${id}`)
    expect(rows).toEqual([])
  })

  it('is erased before the rows of its account, even after an outage of the provider (PRIVACY-12)', async () => {
    const known = listSessions().length
    await checkPage(test, ada)
    const { identityProvider } = test
    test.platform.identityProvider = {
      ...identityProvider,
      erase: () => Promise.reject(new Error('the provider does not answer')),
    }
    await leave(ada).catch(() => {})
    const isThere = () => test.database.row(sql`SELECT id FROM users WHERE id = ${ada.id}`)
    expect(await isThere()).not.toBeNull()
    test.platform.identityProvider = identityProvider
    await eraseAccounts()
    expect(listSessions().slice(known)).toMatchObject([{ redaction: expect.any(String) }])
    expect(await isThere()).toBeNull()
  })
})

describe('a mail requested while an account is erased', () => {
  it('isn’t queued once the erasure has begun (PRIVACY-12)', async () => {
    await test.database.run(
      sql`UPDATE users SET erasing_at = ${test.clock.now()}, closes_at = ${test.clock.now()} WHERE id = ${ada.id}`,
    )
    await test.runJobs()
    const readMails = () => test.database.rows(sql`SELECT id FROM mails WHERE account_id = ${ada.id}`)
    const before = await readMails()
    for (const path of ['recover', 'otp']) {
      const asked = await postJson(test, `/auth/v1/${path}`, { email: ada.email })
      expect(asked.status).toBe(200)
    }
    await test.runJobs()
    expect(await readMails()).toEqual(before)
  })

  it('is deleted even if it is added before the last row goes (PRIVACY-12)', async () => {
    await ask()
    await test.runJobs()
    await close(ada)
    await test.runJobs()
    test.clock.advance(8 * dayMs)
    await whileLocked(
      test,
      sql`SELECT id FROM profiles WHERE id = ${ada.id}`,
      eraseAccounts,
      async (owner) => {
        const free = sql`SELECT id FROM users WHERE id = ${ada.id} FOR KEY SHARE SKIP LOCKED`
        if (await owner.row(free))
          await owner.run(sql`
            INSERT INTO mails (id, task, payload, account_id, queued_at)
            VALUES ('late', 'mail-known-address', '{}', ${ada.id}, now())`)
      },
    )
    expect(await test.database.rows(sql`SELECT id FROM mails WHERE account_id = ${ada.id}`)).toEqual([])
  })
})
