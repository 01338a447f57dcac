import { beforeEach, describe, expect, it } from 'vitest'
import { thirdPartyViewSchema } from '../../contract/third-party.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { listEvents, readStatus, storedFiles } from '../testing/kept.ts'
import {
  correctAddress,
  createVerification,
  enter,
  give,
  type Person,
  postJson,
  readAnswer,
  readProblem,
  register,
  registerPaying,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { askToReadAs } from '../testing/reading-people.ts'
import { enterByCode, mailsTo } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { expireJob } from './end-verification.ts'
import { remindJob } from './reminders.ts'

const test = soundAppForFile({ emailCode: true, linkLifeDays: 10 })
let ada: Person
let email: string
let id: string
beforeEach(async () => {
  test.clock.advance(2 * dayMs)
  ada = await register(test)
  email = `sam-${ada.id}@example.com`
  id = (await createVerification(test, ada, { thirdPartyEmail: email })).id
  await test.runJobs()
})

const refusePrivately = (by: ThirdParty) =>
  postJson(test, `/api/public/verifications/${by.verificationId}/private-no`, {}, by.headers)

const enterWithCode = () => enterByCode(test, id, email)

/** Passes the gate with the address alone, as when codes are not enabled. */
async function enterByAddress(): Promise<ThirdParty> {
  test.platform.settings.emailCode = false
  const entered = await enter(test, id, email)
  test.platform.settings.emailCode = true
  return entered
}

const readForm = async (by: ThirdParty) =>
  thirdPartyViewSchema.parse(await readAnswer(test.app.request(`/api/public/verifications/${id}/form`, by)))

async function run(job: typeof expireJob | typeof remindJob): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, job, {}))
  await test.runJobs()
}

const subjects = async () => (await mailsTo(test, email)).map(({ subject }) => subject)
const resend = () => postJson(test, `/api/verifications/${id}/invitation`, {}, ada.headers)

describe('a private no', () => {
  it('destroys the uploads at once, ends the pass, and leaves the request open (NO-1)', async () => {
    const sam = await enterWithCode()
    await give(test, sam, 'selfie')
    await give(test, sam, 'id')
    const upload = (await readForm(sam)).uploads.id
    await readAnswer(askToReadAs(test, sam, upload?.id ?? '', toCalendarDate(test.clock.now())))
    await test.runJobs()
    expect((await refusePrivately(sam)).status).toBe(204)
    expect(await readStatus(test, id)).toBe('pending')
    expect(await readProblem(await refusePrivately(sam))).toMatchObject({ code: 'gate_token_invalid' })
    await test.runJobs()
    expect((await storedFiles(test)).filter((file) => file.includes(id))).toEqual([])
    for (const table of [sql`wallet_proofs`, sql`wallet_sessions`])
      expect(await test.database.rows(sql`SELECT 1 FROM ${table} WHERE verification_id = ${id}`)).toEqual([])
    expect(
      await test.database.rows(sql`
        SELECT 1 FROM document_readings WHERE verification_id = ${id} AND forgotten_at IS NULL`),
    ).toEqual([])
  })

  it('forgets the findings of readings, but not their tries, until another person is asked (NO-1, NO-2, READING-10)', async () => {
    const sam = await enterWithCode()
    await test.database.run(sql`
      INSERT INTO document_readings (document_id, verification_id, claims_sha256, day, is_try, requested_at, ended_at,
        outcome, kind, read_from, issuing_state, age_over_18, name_agrees, reader_version)
      VALUES (gen_random_uuid(), ${id}, ${'a'.repeat(64)}, '2026-03-11', true, now(), now(), 'name_differs', 'passport',
        'lines', 'UTO', true, false, '1')`)
    expect((await refusePrivately(sam)).status).toBe(204)
    const readings = () =>
      test.database.rows(sql`
        SELECT is_try, outcome, kind, issuing_state AS state FROM document_readings
        WHERE verification_id = ${id}`)
    const forgotten = [{ isTry: true, outcome: null, kind: null, state: null }]
    expect(await readings()).toEqual(forgotten)
    await correctAddress(test, ada, id, email.replace('@', '+again@'))
    expect(await readings()).toEqual(forgotten)
    await correctAddress(test, ada, id, `other-${ada.id}@example.com`)
    expect(await readings()).toEqual([])
  })

  it('leaves the same trail in a later record as without it (NO-2, BLOCK-6, REPORT-1)', async () => {
    const trails: string[][] = []
    for (const isRefused of [false, true]) {
      ada = await registerPaying(test)
      id = (await createVerification(test, ada, { thirdPartyEmail: email })).id
      await test.runJobs()
      const sam = await enterWithCode()
      await give(test, sam, 'selfie')
      await give(test, sam, 'id')
      if (isRefused) {
        expect((await refusePrivately(sam)).status).toBe(204)
        for (const choice of ['block', 'report'])
          await test.app.request(`/api/public/verifications/${id}/${choice}`, { method: 'POST' })
      }
      expect((await resend()).status).toBe(204)
      await test.runJobs()
      test.clock.advance(2 * dayMs)
      await run(remindJob)
      expect((await submitWhole(test, await enterWithCode())).status).toBe(200)
      await test.runJobs()
      const rows = await test.database.rows<{ event: string; actor: string; detail: object }>(sql`
        SELECT event, actor, detail FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`)
      // Hashes, ids and times differ between requests.
      const random = /"(?:[0-9a-f]{64}|[0-9a-f-]{36}|\d{4}-\d\d-\d\dT[\d:.]+Z)"/g
      trails.push(
        rows.map(({ event, actor, detail }) =>
          `${event} ${actor} ${JSON.stringify(detail)}`.replaceAll(random, '#'),
        ),
      )
    }
    expect(trails[0]).toContain('verified system {}')
    expect(trails[1]).toEqual(trails[0])
  })

  it('needs a pass, and keeps the other passes of the link (NO-1)', async () => {
    const [sam, other] = [await enterWithCode(), await enterByAddress()]
    expect(
      await readProblem(await refusePrivately({ verificationId: id, headers: ada.headers })),
    ).toMatchObject({
      code: 'owner_cannot_submit',
    })
    await refusePrivately(sam)
    expect((await readForm(other)).saidNoAt).toBeNull()
  })

  it('stops the emails of the request but no code, and its creator sees them as accepted (NO-3)', async () => {
    await refusePrivately(await enterWithCode())
    const before = await subjects()
    expect((await resend()).status).toBe(204)
    await test.runJobs()
    const shown = await test.app.request(`/api/verifications/${id}`, ada)
    expect(await shown.json()).toMatchObject({ invitation: { state: 'accepted' } })
    test.clock.advance(4 * dayMs)
    await run(remindJob)
    test.clock.advance(6 * dayMs + 1)
    await run(expireJob)
    expect(await readStatus(test, id)).toBe('expired')
    expect(await subjects()).toEqual(before)
    // The trail is evidence, so it must not claim that an unsent mail was sent.
    const trail = await listEvents(test, id)
    expect(
      trail.filter((event) => event === 'invited by system' || event === 'invited by creator'),
    ).toHaveLength(2)
    expect(
      await test.database.rows(sql`
        SELECT detail FROM audit_events WHERE verification_id = ${id} AND event = 'mail_accepted'
          AND detail->>'mail' IN ('invitation', 'reminder', 'expired') AND detail->>'party' IS DISTINCT FROM 'creator'`),
    ).toEqual([])
  })

  it('is shown to a person who proves the mailbox, who can still submit (NO-4)', async () => {
    await refusePrivately(await enterWithCode())
    const at = test.clock.now().toISOString()
    test.clock.advance(60_000)
    const again = await enterWithCode()
    expect((await readForm(again)).saidNoAt).toBe(at)
    expect((await submitWhole(test, again)).status).toBe(200)
    expect(await readStatus(test, id)).toBe('verified')
    expect(
      await test.database.rows(sql`SELECT 1 FROM private_refusals WHERE verification_id = ${id}`),
    ).toEqual([])
    await test.runJobs()
    expect((await subjects()).at(-1)).toBe('Your record is ready')
  })

  it('can be followed by a decline, which the creator sees (NO-4)', async () => {
    await refusePrivately(await enterWithCode())
    test.clock.advance(60_000)
    const again = await enterWithCode()
    const declined = await postJson(
      test,
      `/api/public/verifications/${id}/decline`,
      { reason: null },
      again.headers,
    )
    expect(declined.status).toBe(204)
    expect(await readStatus(test, id)).toBe('rejected')
  })

  it('applies to one mailbox: a corrected address is invited and sees an unanswered form, the earlier one is not (NO-3)', async () => {
    await refusePrivately(await enterWithCode())
    const before = await subjects()
    const other = `other-${ada.id}@example.com`
    const correct = (thirdPartyEmail: string) => correctAddress(test, ada, id, thirdPartyEmail)
    await correct(other)
    await test.runJobs()
    expect(await mailsTo(test, other)).toHaveLength(1)
    await correct(email.replace('@', '+again@'))
    await test.runJobs()
    expect(await mailsTo(test, email.replace('@', '+again@'))).toEqual([])
    await correct(email)
    await test.runJobs()
    expect(await subjects()).toEqual(before)
  })

  it('counts once and leaves no file among fifty simultaneous uploads, resends and refusals (NO-1, NO-2)', async () => {
    const sam = await enterWithCode()
    await give(test, sam, 'id')
    const read = () => test.app.request(`/api/verifications/${id}`, ada)
    const before = await (await read()).json()
    const upload = () =>
      give(test, sam, 'selfie').then(
        () => new Response(),
        () => new Response(null, { status: 401 }),
      )
    const ways = [upload, upload, () => refusePrivately(sam), resend, read]
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, n) => ({
        way: n % 5,
        status: (await ways[n % 5]?.())?.status ?? 0,
      })),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    expect(answers.filter(({ way, status }) => way === 2 && status === 204)).toHaveLength(1)
    await test.runJobs()
    expect((await storedFiles(test)).filter((file) => file.includes(id))).toEqual([])
    expect(await readStatus(test, id)).toBe('pending')
    expect(await (await read()).json()).toMatchObject({
      ...(before as object),
      invitation: { state: 'accepted' },
    })
  })

  it('and a simultaneous submission do not both happen (NO-1)', async () => {
    const sam = await enterWithCode()
    const [refused, submitted] = await Promise.all([
      refusePrivately(sam),
      submitWhole(test, sam).catch(() => null),
    ])
    expect([204, 401, 410]).toContain(refused.status)
    const isVerified = (await readStatus(test, id)) === 'verified'
    expect(isVerified).toBe(submitted?.status === 200)
    expect(isVerified && refused.status === 204).toBe(false)
  })
})
