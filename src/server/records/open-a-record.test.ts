import { describe, expect, it } from 'vitest'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { inArabicDigits } from '../testing/arabic-digits.ts'
import { postJson, readAnswer, readRefusal, register } from '../testing/people.ts'
import {
  completeRecord,
  fetchFile,
  fetchRecord,
  mailedLink,
  mailsTo,
  type RecordCaller,
  sealingForFile,
  sealRecord,
  setHold,
  sha256,
  viewRecord,
  withdraw,
} from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const { test, ada } = sealingForFile()

describe('the third party’s link', () => {
  it('opens only its own record (RECORD-7)', async () => {
    const one = await sealRecord(test, ada)
    const two = await sealRecord(test, ada)
    for (const answer of [
      await fetchRecord(test, two.id, one.sam),
      await fetchFile(test, two.id, 'record.pdf', one.sam),
      await withdraw(test, two.id, one.sam),
    ]) {
      expect(await readRefusal(answer)).toEqual([404, 'record_not_found'])
    }
    expect((await viewRecord(test, two.id, two.sam)).form.status).toBe('verified')
  })

  it('is required: a guessed id, another account, no token and an edited token get the same answer (RECORD-7, ERROR-3)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    const eve = await register(test)
    const edited = { headers: { authorization: `${sam.headers.authorization.slice(0, -1)}_` } }
    const bodies = await Promise.all(
      [
        fetchRecord(test, '7a1f4c52-0000-4000-8000-0123456789ab', sam),
        fetchRecord(test, 'not-an-id', sam),
        fetchRecord(test, id, {}),
        fetchRecord(test, id, eve),
        fetchRecord(test, id, edited),
        fetchFile(test, id, 'record.pdf', eve),
        fetchFile(test, id, '..%2Frecord.pdf', sam),
        withdraw(test, id, eve),
      ].map(async (answer) => {
        const { status } = await answer
        const { requestId: _, ...body } = (await (await answer).json()) as Record<string, unknown>
        return { status, body }
      }),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ status: 404, body: { code: 'record_not_found' } })
    expect((await viewRecord(test, id, sam)).form.status).toBe('verified')
  })

  it('expires after 30 days, and the third party can request a new one (RECORD-8)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    const now = test.clock.now()
    test.clock.advance(31 * dayMs)
    expect(await readRefusal(await fetchRecord(test, id, sam))).toEqual([404, 'record_not_found'])
    const asked = await postJson(test, `/api/records/${id}/link`, { email: ' SAM@example.com ' })
    expect(asked.status).toBe(202)
    await test.runJobs()
    expect((await viewRecord(test, id, await mailedLink(test, id))).form.id).toBe(id)
    test.clock.set(now)
  })

  it('is mailed only to the third party, and a request for it reveals nothing (RECORD-8)', async () => {
    const { id } = await sealRecord(test, ada)
    const before = (await test.platform.mailer.outbox?.listNewest(500))?.length
    const answers = await Promise.all([
      postJson(test, `/api/records/${id}/link`, { email: 'eve@example.com' }),
      postJson(test, '/api/records/7a1f4c52-0000-4000-8000-0123456789ab/link', { email: 'sam@example.com' }),
    ])
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual([
      [202, ''],
      [202, ''],
    ])
    await test.runJobs()
    expect((await test.platform.mailer.outbox?.listNewest(500))?.length).toBe(before)
  })

  it('is not stored in the database, neither in the queue nor with the record (RECORD-9)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    const token = sam.headers.authorization.split(' ')[1] ?? ''
    const passes = await test.database.rows(sql`SELECT * FROM record_passes WHERE verification_id = ${id}`)
    expect(JSON.stringify(passes)).not.toContain(token)
    expect(passes).toMatchObject([{ tokenSha256: sha256(Buffer.from(token)), kind: 'link' }])
  })
})

describe('with codes enabled', () => {
  const strict = testAppForFile({ emailCode: false })

  async function withCodes() {
    strict.platform.settings.emailCode = false
    const creator = await register(strict)
    const id = await completeRecord(strict, creator)
    await strict.runJobs()
    strict.platform.settings.emailCode = true
    return { id, creator, link: await mailedLink(strict, id) }
  }

  async function mailedCode(id: string, link: RecordCaller): Promise<string> {
    strict.clock.advance(1000)
    const asked = await postJson(strict, `/api/records/${id}/code`, {}, link.headers)
    expect(asked.status).toBe(202)
    await strict.runJobs()
    const text = (await mailsTo(strict, 'sam@example.com')).at(-1)?.text ?? ''
    return /^\d{8}$/m.exec(text)?.[0] ?? ''
  }

  const open = (id: string, by: RecordCaller) => fetchRecord(strict, id, by)
  const entered = (id: string, code: string, by: RecordCaller) =>
    postJson(strict, `/api/records/${id}/code/entry`, { code }, by.headers)

  it('the link opens the record only together with the mailed code (RECORD-10)', async () => {
    const { id, link, creator } = await withCodes()
    expect(await readRefusal(await open(id, link))).toEqual([403, 'record_code_required'])
    const code = await mailedCode(id, link)
    const { token } = await readAnswer<{ token: string }>(entered(id, code, link))
    const by = { headers: { authorization: `Bearer ${token}` } }
    expect((await open(id, by)).status).toBe(200)
    expect((await open(id, creator)).status).toBe(200)
    expect(await readRefusal(await entered(id, code, link))).toEqual([422, 'record_code_wrong'])
    strict.clock.advance(61 * 60 * 1000)
    expect(await readRefusal(await open(id, by))).toEqual([404, 'record_not_found'])
  })

  it('the code counts in the digits of an Arabic keyboard (WORDS-2)', async () => {
    const { id, link } = await withCodes()
    expect((await entered(id, inArabicDigits(await mailedCode(id, link)), link)).status).toBe(200)
  })

  it('each mail with the link mentions the code, unlike those to the creator, who needs none (RECORD-10)', async () => {
    const { id, creator } = await withCodes()
    expect((await setHold(strict, id, creator)).status).toBe(201)
    expect((await postJson(strict, `/api/records/${id}/link`, { email: 'sam@example.com' })).status).toBe(202)
    expect((await withdraw(strict, id, creator)).status).toBe(200)
    await strict.runJobs()
    const explainsCode = (text: string) =>
      text.replaceAll(/\s+/g, ' ').includes('the page sends an eight-digit code')
    const theirs = (await mailsTo(strict, 'sam@example.com')).filter(({ text }) => text.includes(id))
    const bySubject = new Map(theirs.map(({ subject, text }) => [subject, explainsCode(text)]))
    expect(Object.fromEntries(bySubject)).toEqual({
      // Sealed before codes were enabled.
      'Your record is ready': false,
      'A legal hold was set': true,
      'A legal hold has ended': true,
      'Your link to your record': true,
      'Consent was withdrawn': true,
    })
    const own = (await mailsTo(strict, creator.email)).filter(({ text }) => text.includes(id))
    expect(own.map(({ subject }) => subject)).toContain('Consent was withdrawn')
    expect(own.filter(({ text }) => explainsCode(text))).toEqual([])
  })

  it('a code is void after five wrong tries, after an hour, and for another record', async () => {
    const { id, link } = await withCodes()
    const other = await withCodes()
    const code = await mailedCode(id, link)
    const wrong = code === '00000000' ? '11111111' : '00000000'
    expect(await readRefusal(await entered(other.id, code, other.link))).toEqual([422, 'record_code_wrong'])
    for (let time = 0; time < 5; time += 1) expect((await entered(id, wrong, link)).status).toBe(422)
    expect(await readRefusal(await entered(id, code, link))).toEqual([422, 'record_code_wrong'])
    const late = await mailedCode(id, link)
    strict.clock.advance(61 * 60 * 1000)
    expect(await readRefusal(await entered(id, late, link))).toEqual([422, 'record_code_wrong'])
  })
})
