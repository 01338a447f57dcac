import { beforeEach, describe, expect, it } from 'vitest'
import type { HeldData } from '../../../contract/privacy.ts'
import { verifyTrails } from '../../audit/index.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { inArabicDigits } from '../../testing/arabic-digits.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import { everyRow, everythingKept, storedFiles } from '../../testing/kept.ts'
import {
  createVerification,
  from,
  give,
  invite,
  newAddress,
  type Person,
  postJson,
  prepareSubmission,
  register,
  subscribe,
} from '../../testing/people.ts'
import { mailedDigits, proveAddress, send } from '../../testing/privacy-calls.ts'
import { completeRecord, enterByCode, mailsTo } from '../../testing/records.ts'
import { testAppForEach } from '../../testing/test-app.ts'
import { expireJob } from '../../verifications/index.ts'
import { remindJob } from '../../verifications/reminders.ts'
import { forgetInvitedJob } from '../forget-invited.ts'

const test = testAppForEach()
const sam = 'sam@example.com'
let ada: Person
beforeEach(async () => {
  ada = await register(test)
})

const askCode = (email: string) => send(test, '/api/my-data/code', { email })
const postFrom = (address: object, path: string, body: object) => postJson(test, path, body, {}, address)
const mailedCode = (email: string) => mailedDigits(test, email)
const enterCode = (email: string, code: string) => send(test, '/api/my-data/code/entry', { email, code })
const proven = (email: string) => proveAddress(test, email)
const look = async (headers: Record<string, string>) =>
  (await (await test.app.request('/api/my-data', { headers })).json()) as HeldData

describe('proving an address', () => {
  it('answers the same whether or not any data are held, and mails a code in both cases (PRIVACY-20)', async () => {
    await createVerification(test, ada)
    for (const email of [sam, 'unknown@example.org']) {
      const answer = await askCode(email)
      expect([answer.status, await answer.text()]).toEqual([202, ''])
      expect(await mailedCode(email)).toMatch(/^\d{8}$/)
      const wrong = await enterCode(email, 'abcdef')
      expect([wrong.status, ((await wrong.json()) as { code: string }).code]).toEqual([
        422,
        'mailed_code_wrong',
      ])
    }
  })

  it('works with the digits of an Arabic keyboard (WORDS-2)', async () => {
    await askCode(sam)
    expect((await enterCode(sam, inArabicDigits(await mailedCode(sam)))).status).toBe(200)
  })

  it('works once, within an hour of the last mail, and allows five tries per network (PRIVACY-20)', async () => {
    await askCode(sam)
    const code = await mailedCode(sam)
    expect((await enterCode(' SAM@example.com ', code)).status).toBe(200)
    expect((await enterCode(sam, code)).status).toBe(422)
    await askCode(sam)
    const late = await mailedCode(sam)
    test.clock.advance(59 * 60_000)
    await askCode(sam)
    expect(await mailedCode(sam)).toBe(late)
    test.clock.advance(60 * 60_000)
    expect((await enterCode(sam, late)).status).toBe(422)
    await askCode(sam)
    const tried = await mailedCode(sam)
    const here = from(newAddress())
    const enterHere = (code: string) => postFrom(here, '/api/my-data/code/entry', { email: sam, code })
    for (let n = 0; n < 5; n += 1) await enterHere('abcdef')
    expect((await enterHere(tried)).status).toBe(422)
    // After five wrong tries the person can request another code at once.
    await postFrom(here, '/api/my-data/code', { email: sam })
    const other = await mailedCode(sam)
    expect(other).not.toBe(tried)
    expect((await enterHere(other)).status).toBe(200)
  })

  it('gives one token for any number of concurrent correct codes (PRIVACY-20)', async () => {
    await askCode(sam)
    const code = await mailedCode(sam)
    const answers = await Promise.all(Array.from({ length: 20 }, () => enterCode(sam, code)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  it('limits the mails to a mailbox, for all requests together: one a minute, ten an hour (PRIVACY-20)', async () => {
    const codes = async () =>
      (await mailsTo(test, sam)).filter(({ subject }) => subject === 'Your confirmation code').length
    await Promise.all(Array.from({ length: 5 }, () => askCode(sam)))
    await test.runJobs()
    expect(await codes()).toBe(1)
    for (let n = 0; n < 12; n += 1) {
      test.clock.advance(60_000)
      expect((await askCode(sam)).status).toBe(202)
    }
    await test.runJobs()
    expect(await codes()).toBeLessThanOrEqual(10)
  })

  it('doesn’t count requests that send no mail against the mailbox (PRIVACY-20)', async () => {
    const asked = await Promise.all(Array.from({ length: 15 }, () => askCode(sam)))
    expect(asked.map(({ status }) => status)).toEqual(Array(15).fill(202))
    for (let n = 0; n < 4; n += 1) {
      test.clock.advance(60_000)
      await askCode(sam)
    }
    await test.runJobs()
    expect(await mailsTo(test, sam)).toHaveLength(5)
  })

  it('refuses a code for another address, and an expired token (PRIVACY-20)', async () => {
    await askCode(sam)
    const code = await mailedCode(sam)
    await askCode('other@example.com')
    expect((await enterCode('other@example.com', code)).status).toBe(422)
    const headers = await proven('third@example.com')
    test.clock.advance(30 * 60_000)
    expect((await test.app.request('/api/my-data', { headers })).status).toBe(401)
  })

  it('stores neither the code nor the token (PRIVACY-20)', async () => {
    await askCode(sam)
    const code = await mailedCode(sam)
    const rows = await everyRow(test)
    expect(rows).not.toMatch(new RegExp(`\\b${code}\\b`))
    const { token } = (await (await enterCode(sam, code)).json()) as { token: string }
    expect(await everyRow(test)).not.toContain(token)
  })
})

describe('the data about a proven address', () => {
  it('are listed: requests, typed details, own uploads, mails and steps (PRIVACY-21)', async () => {
    const third = await invite(test, ada)
    const id = third.verificationId
    await give(test, third, 'selfie')
    const held = await look(await proven('SAM@example.com'))
    expect(held).toMatchObject({ email: sam, hasAccount: false })
    expect(held.requests).toMatchObject([
      {
        id,
        status: 'pending',
        isRecord: false,
        typedAboutYou: {
          name: 'Sam O’Neill',
          socialMediaName: '@sam',
          platform: 'Hinge',
          ageOnPlatform: '27',
        },
        uploads: [{ category: 'selfie' }],
        mails: [{ task: 'send-invitation' }],
      },
    ])
    const [upload] = held.requests[0]?.uploads ?? []
    expect((await test.app.request(upload?.url ?? '')).status).toBe(200)
    expect(JSON.stringify(held)).not.toContain('1990-04-17')
    expect(JSON.stringify(held)).not.toContain(ada.email)
  })

  it('include nothing about any other address, and looking changes nothing (PRIVACY-21)', async () => {
    await createVerification(test, ada)
    const headers = await proven('other@example.com')
    const before = await everythingKept(test)
    expect(await look(headers)).toEqual({
      email: 'other@example.com',
      hasAccount: false,
      requests: [],
      blocks: { senders: 0, all: false },
    })
    expect(await everythingKept(test)).toEqual(before)
    expect((await test.app.request('/api/my-data/erasure', { headers })).status).toBe(404)
  })

  it('tell a person with an account where its data are (PRIVACY-21)', async () => {
    expect(await look(await proven(ada.email))).toMatchObject({
      hasAccount: true,
      requests: [],
      blocks: { senders: 0, all: false },
    })
  })

  it('open a record of theirs, to read, download and withdraw it (PRIVACY-22)', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    const headers = await proven(sam)
    const answer = await send(test, `/api/my-data/records/${id}/link`, {}, headers)
    const { url } = (await answer.json()) as { url: string }
    const [path, token] = url.split('#')
    expect(path).toBe(`/records/${id}`)
    const by = { authorization: `Bearer ${token}` }
    expect((await test.app.request(`/api/records/${id}/files/record.pdf`, { headers: by })).status).toBe(200)
    expect((await send(test, `/api/records/${id}/withdrawal`, {}, by)).status).toBe(200)
    await test.runJobs()
    expect((await storedFiles(test)).filter((file) => /_documents/.test(file))).toEqual([])
    const foreign = await send(test, `/api/my-data/records/${id}/link`, {}, await proven('other@example.com'))
    expect(foreign.status).toBe(404)
  })
})

describe('erasing the data about a proven address', () => {
  it('deletes the details typed in requests that ended, and keeps open requests and sealed records (PRIVACY-23)', async () => {
    await subscribe(test, ada)
    const record = await completeRecord(test, ada)
    const { id } = await createVerification(test, ada, { type: 'person' })
    const third = await invite(test, ada, { type: 'person' })
    await postJson(
      test,
      `/api/public/verifications/${third.verificationId}/decline`,
      { reason: 'no' },
      third.headers,
    )
    await test.runJobs()
    const headers = await proven(sam)
    const answer = await send(test, '/api/my-data/erasure', {}, headers)
    expect(await answer.json()).toEqual({ erased: 1, kept: 1, waiting: 1 })
    const rows = await test.database.rows(sql`
      SELECT id, status, third_party_name AS name, third_party_email AS email FROM verifications ORDER BY created_at, id`)
    expect(rows).toEqual(
      expect.arrayContaining([
        { id, status: 'pending', name: 'Sam O’Neill', email: 'Sam@Example.com' },
        { id: third.verificationId, status: 'rejected', name: '', email: '' },
        { id: record, status: 'verified', name: 'Sam O’Neill', email: 'Sam@Example.com' },
      ]),
    )
    expect(await mailsTo(test, sam)).toEqual([])
    // The token ends with the erasure.
    expect((await test.app.request('/api/my-data', { headers })).status).toBe(401)
    expect((await verifyTrails(test.database)).firstBad).toBeNull()
  })

  it('shows that a private no was sent, and leaves that request until it ends (NO-5)', async () => {
    const third = await invite(test, ada)
    const id = third.verificationId
    await give(test, third, 'selfie')
    await postJson(test, `/api/public/verifications/${id}/private-no`, {}, third.headers)
    await test.runJobs()
    const asTheCreatorSeesIt = async () => (await test.app.request(`/api/verifications/${id}`, ada)).text()
    const before = await asTheCreatorSeesIt()
    const headers = await proven(sam)
    const held = await look(headers)
    expect(held.requests).toMatchObject([
      { id, status: 'pending', saidNoAt: test.clock.now().toISOString(), uploads: [] },
    ])
    const answer = await send(test, '/api/my-data/erasure', {}, headers)
    expect(await answer.json()).toEqual({ erased: 0, kept: 0, waiting: 1 })
    expect(await asTheCreatorSeesIt()).toBe(before)

    await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)
    const after = await send(test, '/api/my-data/erasure', {}, await proven(sam))
    expect(await after.json()).toEqual({ erased: 1, kept: 0, waiting: 0 })
    const rows = await test.database.rows(sql`SELECT 1 FROM private_refusals WHERE verification_id = ${id}`)
    expect(rows).toEqual([])
  })

  it('takes from an open request what the person gave, and emails them no more about it (NO-5, PRIVACY-23)', async () => {
    const sender = await register(test)
    const { id } = await createVerification(test, sender)
    await test.runJobs()
    test.platform.settings.emailCode = true
    const third = await enterByCode(test, id, sam, 'Sam@Example.com')
    await give(test, third, 'selfie')
    const theirs = await createVerification(test, ada, { thirdPartyEmail: 'zoe@example.com' })
    const zoe = await enterByCode(test, theirs.id, 'zoe@example.com')
    const asTheCreatorSeesIt = async () => (await test.app.request(`/api/verifications/${id}`, sender)).text()
    const before = await asTheCreatorSeesIt()
    await send(test, '/api/my-data/erasure', {}, await proven(sam))
    expect(await asTheCreatorSeesIt()).toBe(before)
    const form = await test.app.request(`/api/public/verifications/${id}/form`, third)
    expect(form.status).toBe(401)
    expect((await test.app.request(`/api/public/verifications/${theirs.id}/form`, zoe)).status).toBe(200)
    await test.runJobs()
    expect((await storedFiles(test)).filter((path) => path.includes(id))).toEqual([])
    test.clock.advance(5 * dayMs)
    await runDue(test, remindJob)
    expect(await mailsTo(test, sam)).toEqual([])
    const [held] = (await look(await proven(sam))).requests
    expect(held).toMatchObject({ id, status: 'pending', uploads: [], saidNoAt: expect.any(String) })
    // Links that are past their end are closed within ten minutes.
    test.clock.advance(25 * dayMs + 10 * 60_000)
    await runDue(test, expireJob)
    test.clock.set(new Date(held?.keptUntil ?? ''))
    await runDue(test, forgetInvitedJob)
    expect((await look(await proven(sam))).requests).toEqual([])
  })

  it('needs the proof, and changes nothing without it (PRIVACY-23)', async () => {
    await createVerification(test, ada)
    await test.runJobs()
    const before = await everythingKept(test)
    for (const headers of [{}, ada.headers, { authorization: `Bearer ${'g'.repeat(43)}` }])
      expect((await send(test, '/api/my-data/erasure', {}, headers)).status).toBe(401)
    expect(await everythingKept(test)).toEqual(before)
  })

  it('and a concurrent submission end in one complete outcome or the other (PRIVACY-14)', async () => {
    for (let round = 0; round < 3; round += 1) {
      const third = await invite(test, ada)
      const id = third.verificationId
      const submit = await prepareSubmission(test, third)
      const headers = await proven(sam)
      await test.database.run(sql`DELETE FROM rate_limits`)
      const [submitted] = await Promise.all([submit(), send(test, '/api/my-data/erasure', {}, headers)])
      const row = await test.database.row<{ status: string; email: string }>(
        sql`SELECT status, third_party_email AS email FROM verifications WHERE id = ${id}`,
      )
      expect(row).toEqual(
        submitted.status === 200
          ? { status: 'verified', email: 'Sam@Example.com' }
          : { status: 'pending', email: 'Sam@Example.com' },
      )
      if (submitted.status !== 200) {
        await test.runJobs()
        expect((await storedFiles(test)).filter((path) => path.includes(id))).toEqual([])
      }
      await test.database.run(sql`DELETE FROM subscription_usage`)
      ada = await register(test)
    }
  })
})
