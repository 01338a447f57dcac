import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { eraseAccountsJob } from '../privacy/index.ts'
import { readStatus } from '../testing/kept.ts'
import { createVerification, enter, type Person, postJson, register } from '../testing/people.ts'
import { proveAddress, send } from '../testing/privacy-calls.ts'
import { mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { whileLocked } from '../testing/waiting-statements.ts'

const test = testAppForFile()
let ada: Person
let sam: string
beforeEach(async () => {
  test.clock.advance(dayMs)
  ada = await register(test)
  sam = `sam-${ada.id}@example.com`
})

const ask = async () => (await createVerification(test, ada, { type: 'person', thirdPartyEmail: sam })).id
const erase = async (headers: Record<string, string>) => send(test, '/api/my-data/erasure', {}, headers)
const close = (by: Person) =>
  postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, by.headers)

async function eraseAccounts(): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
  await test.runJobs()
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
