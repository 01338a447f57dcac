import { describe, expect, it } from 'vitest'
import { bindJobHandlers } from '../../job-handlers.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { type Database, sql } from '../../platform/database/index.ts'
import { createAuthCaller } from '../../testing/auth-caller.ts'
import { growFor } from '../../testing/grown/grow-for.ts'
import { largeOwner, toEmail } from '../../testing/grown/rows.ts'
import { withLongestTransaction } from '../../testing/longest-transaction.ts'
import { multiply } from '../../testing/many-verifications.ts'
import {
  createVerification,
  enter,
  type Person,
  post,
  postJson,
  register,
  requestPass,
} from '../../testing/people.ts'
import { mailsTo } from '../../testing/records.ts'
import { testAppForEach } from '../../testing/test-app.ts'
import { eraseAccountsJob } from '../index.ts'

const password = 'Correct-Horse-7'
/** Rows that may be deleted or changed in one transaction (GROWTH-4). */
const mostRows = 400

const test = testAppForEach()

async function count(which: ReturnType<typeof sql>): Promise<number> {
  const row = await test.database.row<{ n: number }>(sql`SELECT count(*) AS n FROM ${which}`)
  return row?.n ?? 0
}

async function close(person: Pick<Person, 'headers'>): Promise<void> {
  const answer = await postJson(test, '/api/account/closing', { password }, person.headers)
  expect(answer.status).toBe(200)
}

describe('closing an account with more open requests than are cancelled before the answer', () => {
  const setUp = async () => {
    const ada = await register(test)
    const { id } = await createVerification(test, ada, { type: 'person' })
    const sam = await enter(test, id)
    await test.runJobs()
    // A quarter of them is open, and all are older than the one whose third party has entered.
    await test.asOwner((owner) => multiply(owner, id, 240))
    const pending = () => count(sql`verifications WHERE user_id = ${ada.id} AND status = 'pending'`)
    const closingMails = async () =>
      (await mailsTo(test, ada.email)).filter(({ subject }) => subject === 'Your account is closed').length
    return { ada, id, sam, pending, closingMails }
  }

  it('shuts all of them at once, and sends the mail when the last one is cancelled (PRIVACY-10, GROWTH-7)', async () => {
    const { ada, id, sam, pending, closingMails } = await setUp()
    await close(ada)
    expect(await pending()).toBe(11)
    expect(await count(sql`mails WHERE account_id = ${ada.id} AND task = 'mail-account-closing'`)).toBe(0)
    // The request that is not cancelled yet is shut nevertheless.
    const late = await post(test, sam, { completeSubmission: 'true', formId: id })
    expect(((await late.json()) as { code: string }).code).toBe('link_closed')
    const knocked = await requestPass(test, id, 'sam@example.com')
    expect(((await knocked.json()) as { code: string }).code).toBe('link_closed')
    const link = await test.app.request(`/api/public/verifications/${id}`)
    expect(await link.json()).toMatchObject({ state: 'closed' })
    await test.runJobs()
    expect([await pending(), await closingMails()]).toEqual([0, 1])
    const cancelled = sql`audit_events e JOIN verifications v ON v.id = e.verification_id
      WHERE v.user_id = ${ada.id} AND e.event = 'cancelled'`
    expect(await count(cancelled)).toBe(61)
  })

  it('leaves the rest open again if the account is kept, and sends no mail (PRIVACY-11, GROWTH-7)', async () => {
    const { ada, id, pending, closingMails } = await setUp()
    await close(ada)
    expect((await createAuthCaller(test).signIn(ada.email, password)).status).toBe(200)
    await test.runJobs()
    expect([await pending(), await closingMails()]).toEqual([11, 0])
    expect((await requestPass(test, id, 'sam@example.com')).status).toBe(200)
  })
})

describe('erasing a large account', () => {
  const sizes = { accounts: 200, verifications: 4_000 }
  const email = toEmail(largeOwner)
  /** An account closed a week ago, with a tenth of all data. */
  const setUp = async () => {
    await growFor(test, sizes)
    const { status, body } = await createAuthCaller(test).signIn(email, password)
    expect(status).toBe(200)
    await close({ headers: { authorization: `Bearer ${body['access_token']}` } })
    await test.runJobs()
    test.clock.advance(7 * dayMs)
    const row = await test.database.row<{ id: string }>(sql`SELECT id FROM users WHERE email = ${email}`)
    return row?.id ?? ''
  }
  const left = (id: string) =>
    Promise.all([
      count(sql`documents WHERE user_id = ${id} AND destroyed_at IS NULL AND withheld_at IS NULL`),
      count(sql`verifications WHERE user_id = ${id} AND status = 'pending'`),
      count(
        sql`verifications WHERE user_id = ${id} AND status IN ('rejected', 'cancelled', 'expired') AND full_name <> ''`,
      ),
      count(sql`subscription_usage WHERE user_id = ${id}`),
      count(sql`mails WHERE account_id = ${id}`),
      count(sql`users WHERE id = ${id} AND (email IS NOT NULL OR closes_at IS NOT NULL)`),
      count(sql`email_blocks WHERE sender_id = ${id}`),
      count(sql`user_feedback WHERE account_id = ${id}`),
      count(sql`security_activity WHERE user_id = ${id}`),
      count(sql`document_readings WHERE user_id = ${id}`),
      count(sql`one_time_tokens WHERE user_id = ${id}`),
      count(sql`identity_checks WHERE user_id = ${id}`),
      count(
        sql`mails m JOIN verifications v ON v.id = m.verification_id WHERE v.user_id = ${id} AND m.account_id IS NULL
          AND v.status = 'cancelled'`,
      ),
    ])
  const none = Array(13).fill(0)
  const eraseWith = (database: Database) =>
    bindJobHandlers({ ...test.platform, database })[eraseAccountsJob.name]?.({})

  it('uses transactions of at most four hundred rows (GROWTH-4)', async () => {
    const id = await setUp()
    await test.asOwner(async (owner) => {
      const many = sql`generate_series(1, ${mostRows + 1}) AS n`
      await owner.run(sql`
        INSERT INTO security_activity (user_id, event, method, device, network, hour, at, is_new_device)
        SELECT ${id}, 'login_refused', '', '', '', n, now(), false FROM ${many}`)
      await owner.run(sql`
        INSERT INTO email_blocks (mailbox_mac, sender_id, blocked_at)
        SELECT lpad(n::text, 43, '0'), ${id}, now() FROM ${many}`)
      await owner.run(
        sql`INSERT INTO user_feedback (account_id, rating, created_at) SELECT ${id}, 5, now() FROM ${many}`,
      )
      await owner.run(sql`
        INSERT INTO document_readings (document_id, user_id, claims_sha256, day, is_try, requested_at, ended_at, outcome)
        SELECT gen_random_uuid(), ${id}, repeat('0', 64), now(), true, now(), now(), 'unreadable' FROM ${many}`)
      await owner.run(sql`
        INSERT INTO one_time_tokens (id, user_id, kind, email, pending_password_hash, created_at, expires_at)
        SELECT gen_random_uuid(), ${id}, 'signup', '', '', now(), now() FROM ${many}`)
      await owner.run(sql`
        INSERT INTO identity_checks (user_id, provider, state, name_sha256, begun_on, started_at, ended_at)
        SELECT ${id}, 'stripe', 'failed', repeat('1', 64), now(), now(), now() FROM ${many}`)
      await owner.run(sql`
        INSERT INTO mails (id, task, payload, verification_id, queued_at, ended_at, outcome)
        SELECT gen_random_uuid(), 'send-invitation', '{}', v.id, now(), now(), 'accepted' FROM ${many},
          (SELECT id FROM verifications WHERE user_id = ${id} AND status = 'cancelled' LIMIT 1) v`)
    })
    expect((await left(id))[0]).toBeGreaterThan(0)
    const { database, take } = withLongestTransaction(test.database)
    await eraseWith(database)
    const { rows } = take()
    expect(rows).toBeGreaterThan(50)
    expect(rows).toBeLessThanOrEqual(mostRows)
    expect(await left(id)).toEqual(none)
  })

  it('shuts the account from the first moment, and resumes after an interruption (PRIVACY-12, GROWTH-8)', async () => {
    const id = await setUp()
    let steps = 0
    const cutOff: Database = {
      ...test.database,
      transaction: (work) => {
        steps += 1
        if (steps > 5) throw new Error('killed')
        return test.database.transaction(work)
      },
    }
    await expect(eraseWith(cutOff)).rejects.toThrow()
    const before = await left(id)
    expect(before[0]).toBeGreaterThan(0)
    expect(before[5]).toBe(1)
    const refused = await createAuthCaller(test).signIn(email, password)
    expect([refused.status, refused.body['code']]).toEqual([400, 'user_erasing'])
    expect((await createAuthCaller(test).signIn(email, 'Correct-Horse-8')).body['code']).toBe(
      'invalid_credentials',
    )
    await eraseWith(test.database)
    expect(await left(id)).toEqual(none)
    expect((await createAuthCaller(test).signIn(email, password)).body['code']).toBe('invalid_credentials')
  })
})
