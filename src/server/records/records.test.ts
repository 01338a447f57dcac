import { createHash, X509Certificate } from 'node:crypto'
import { compactVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  type CheckAnswer,
  checkAnswerSchema,
  type RecordView,
  recordViewSchema,
} from '../../contract/record.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { sql } from '../platform/database/index.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import {
  createVerification,
  enter,
  type Person,
  post,
  postJson,
  register,
  subscribe,
} from '../testing/people.ts'
import { completeRecord, mailedLink, mailsTo } from '../testing/records.ts'
import { storedFiles } from '../testing/stored-files.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { expectSoundTrails, testAppForFile } from '../testing/test-app-for.ts'
import { retentionJob } from './index.ts'
import { sealJobs } from './seal/seal-jobs.ts'

const dayMs = 24 * 60 * 60 * 1000
type Caller = { headers: { authorization: string } }

// The first seal waits for a thread to read its fonts, which takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const test = testAppForFile()
let ada: Person
afterAll(() => expectSoundTrails(test))
beforeEach(async () => {
  ada = await register(test)
  await subscribe(test, ada, 'annual')
})

/** A sealed record, with the third party's link to it. */
async function sealed(
  more: Parameters<typeof createVerification>[2] = {},
): Promise<{ id: string; sam: Caller }> {
  const id = await completeRecord(test, ada, more)
  await test.runJobs()
  return { id, sam: await mailedLink(test, id) }
}

const fetchRecord = (id: string, by: Partial<Caller>) => test.app.request(`/api/records/${id}`, by)
const fetchFile = (id: string, file: string, by: Partial<Caller>) =>
  test.app.request(`/api/records/${id}/files/${file}`, by)
const withdraw = (id: string, by: Partial<Caller>) =>
  test.app.request(`/api/records/${id}/withdrawal`, { method: 'POST', ...by })

async function view(id: string, by: Caller): Promise<RecordView> {
  const answer = await fetchRecord(id, by)
  expect(answer.status).toBe(200)
  return recordViewSchema.parse(await answer.json())
}

async function fetchBytes(id: string, file: string, by: Caller): Promise<Uint8Array> {
  const answer = await fetchFile(id, file, by)
  expect(answer.status).toBe(200)
  return new Uint8Array(await answer.arrayBuffer())
}

async function check(asked: { sha256?: string; checkCode?: string }): Promise<CheckAnswer> {
  const answer = await postJson(test, '/api/check', asked)
  expect(answer.status).toBe(200)
  return checkAnswerSchema.parse(await answer.json())
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function listEvents(id: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string }>(
    sql`SELECT event, actor FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`,
  )
  return rows.map(({ event, actor }) => `${event} by ${actor}`)
}

async function readRefusal(answer: Response): Promise<[number, string]> {
  expect(answer.headers.get('content-type')).toBe('application/problem+json')
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

/** The text on one line, without the marks that readers put around what runs from right to left. */
async function readWords(pdf: Uint8Array): Promise<string> {
  return (await readText(pdf)).replace(/[\u200e\u200f\u202a-\u202e]/g, '').replace(/\s+/g, ' ')
}

async function readText(pdf: Uint8Array): Promise<string> {
  return (await onFiles({ 'a.pdf': pdf }, 'pdftotext', '-layout', 'a.pdf', '-')).output
}

describe('a completed verification', () => {
  it('is sealed by a job, entered in the log and mailed to both with personal links (RECORD-1)', async () => {
    const id = await completeRecord(test, ada)
    expect(await readRefusal(await fetchFile(id, 'record.pdf', ada))).toEqual([409, 'record_not_sealed'])
    await test.runJobs()
    const { sam } = { sam: await mailedLink(test, id) }
    expect(await listEvents(id)).toEqual(expect.arrayContaining(['verified by system', 'sealed by system']))
    const [toAda] = (await mailsTo(test, ada.email)).slice(-1)
    expect(toAda?.text).toContain(`http://localhost:3000/consent-form/${id}`)
    expect(toAda?.text).not.toContain('#')
    expect((await view(id, sam)).party).toBe('third_party')
    expect((await view(id, ada)).party).toBe('creator')
  })

  it('gives both the same PDF, valid to pdfsig and covered whole, under 300 kB (RECORD-2)', async () => {
    const { id, sam } = await sealed()
    const pdf = await fetchBytes(id, 'record.pdf', ada)
    expect(Buffer.from(await fetchBytes(id, 'record.pdf', sam)).equals(pdf)).toBe(true)
    expect(pdf.byteLength).toBeLessThan(300_000)
    const { output } = await onFiles({ 'a.pdf': pdf }, 'pdfsig', 'a.pdf')
    expect(output).toContain('Signature is Valid')
    expect(output).toContain('Total document signed')
    expect((await view(id, ada)).record?.pdfSha256).toBe(sha256(pdf))
  })

  it('states the parties, the terms, both signatures, the hashes of the evidence and the trail (RECORD-2)', async () => {
    const { id } = await sealed({
      additionalInformation: 'Only in public places.\nUntil June. محمد 王小明 🦊',
    })
    const text = await readWords(await fetchBytes(id, 'record.pdf', ada))
    for (const words of [
      id,
      'Łucja Nowak',
      'Sam O’Neill',
      'Hinge',
      'Sam@Example.com',
      'Only in public places.',
      'محمد',
      '王小明 🦊',
      'Signed at 2026-03-11 12:00:00 UTC, on 2026-03-11 by their',
      'own calendar',
      'Introduction',
      'Governing law',
      '2026-03-11 12:00:00 UTC',
      'Gate passed (address typed)',
    ]) {
      expect(text).toContain(words)
    }
    const documents = await test.database.rows<{ hash: string }>(sql`
      SELECT d.stored_sha256 AS hash FROM documents d JOIN verifications v ON v.id = ${id}
      WHERE d.id IN (v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id)`)
    expect(documents).toHaveLength(4)
    const packed = text.replace(/ /g, '')
    for (const { hash } of documents) expect(packed).toContain(hash.slice(0, 40))
    expect(text).not.toContain('withdrawn on')
  })

  it('has a JSON twin of the same facts, signed with the key of the seal (RECORD-3)', async () => {
    const { id, sam } = await sealed()
    const pdf = await fetchBytes(id, 'record.pdf', sam)
    const { signature, ...payload } = JSON.parse(
      Buffer.from(await fetchBytes(id, 'record.json', sam)).toString('utf8'),
    )
    expect(payload.pdf.sha256).toBe(sha256(pdf))
    expect(payload.facts.verificationId).toBe(id)
    expect(payload.facts.creator.fullName).toBe('Łucja Nowak')
    expect(payload.facts.auditTrail.at(-1).event).toBe('verified')
    const header = JSON.parse(Buffer.from(signature.protected, 'base64url').toString())
    const certificate = new X509Certificate(Buffer.from(header.x5c[0], 'base64'))
    const published = await (await test.app.request('/api/transparency/certificate')).text()
    expect(new X509Certificate(published).fingerprint256).toBe(certificate.fingerprint256)
    const jws = (content: unknown) =>
      `${signature.protected}.${Buffer.from(canonicalJson(content as never)).toString('base64url')}.${signature.signature}`
    await expect(compactVerify(jws(payload), certificate.publicKey)).resolves.toBeTruthy()
    const doctored = structuredClone(payload)
    doctored.facts.creator.dateOfBirth = '1980-01-01'
    await expect(compactVerify(jws(doctored), certificate.publicKey)).rejects.toThrow()
  })

  it('says who read and who downloaded it (RECORD-11)', async () => {
    const { id, sam } = await sealed()
    await view(id, sam)
    await fetchBytes(id, 'record.pdf', sam)
    await fetchBytes(id, 'record.json', ada)
    expect((await listEvents(id)).slice(-3)).toEqual([
      'viewed by third_party',
      'downloaded by third_party',
      'downloaded by creator',
    ])
  })

  it('shows both parties the photos and IDs, and the creator the third party’s only on a paid plan (PRODUCT-3, PLAN-7)', async () => {
    const { id, sam } = await sealed()
    const states = (seen: RecordView) => Object.values(seen.documents).map((document) => document?.state)
    expect(states(await view(id, sam))).toEqual(['open', 'open', 'open', 'open'])
    expect(states(await view(id, ada))).toEqual(['open', 'open', 'open', 'open'])
    await test.database.run(sql`DELETE FROM subscriptions WHERE user_id = ${ada.id}`)
    expect(states(await view(id, ada))).toEqual(['open', 'open', 'locked', 'locked'])
    expect(states(await view(id, sam))).toEqual(['open', 'open', 'open', 'open'])
  })

  it('keeps what it stores of a record unreadable on disk', async () => {
    const { id } = await sealed()
    const files = (await storedFiles(test)).filter((path) => path.includes(`/records/${id}/`))
    expect(files.map((path) => path.split('.').at(-1)).sort()).toEqual(['json', 'pdf'])
  })

  it('is sealed once, however often the job runs (RECORD-1)', async () => {
    const { id } = await sealed()
    const before = await test.database.row(sql`SELECT count(*) AS n FROM sealed_documents`)
    for (let time = 0; time < 2; time += 1) {
      await test.database.transaction((tx) =>
        test.platform.jobs.enqueue(tx, sealJobs.record, { verificationId: id }),
      )
      await test.runJobs()
    }
    expect(await test.database.row(sql`SELECT count(*) AS n FROM sealed_documents`)).toEqual(before)
  })
})

describe('the third party’s link', () => {
  it('opens nothing but its own record (RECORD-7)', async () => {
    const one = await sealed()
    const two = await sealed()
    for (const answer of [
      await fetchRecord(two.id, one.sam),
      await fetchFile(two.id, 'record.pdf', one.sam),
      await withdraw(two.id, one.sam),
    ]) {
      expect(await readRefusal(answer)).toEqual([404, 'record_not_found'])
    }
    expect((await view(two.id, two.sam)).form.status).toBe('verified')
  })

  it('is needed: a guessed id, another account, no token and an edited token see the same nothing (RECORD-7, ERROR-3)', async () => {
    const { id, sam } = await sealed()
    const eve = await register(test)
    const edited = { headers: { authorization: `${sam.headers.authorization.slice(0, -1)}_` } }
    const bodies = await Promise.all(
      [
        fetchRecord('7a1f4c52-0000-4000-8000-0123456789ab', sam),
        fetchRecord('not-an-id', sam),
        fetchRecord(id, {}),
        fetchRecord(id, eve),
        fetchRecord(id, edited),
        fetchFile(id, 'record.pdf', eve),
        fetchFile(id, '..%2Frecord.pdf', sam),
        withdraw(id, eve),
      ].map(async (answer) => {
        const { status } = await answer
        const { requestId: _, ...body } = (await (await answer).json()) as Record<string, unknown>
        return { status, body }
      }),
    )
    expect(new Set(bodies.map((body) => JSON.stringify(body))).size).toBe(1)
    expect(bodies[0]).toMatchObject({ status: 404, body: { code: 'record_not_found' } })
    expect((await view(id, sam)).form.status).toBe('verified')
  })

  it('ends after 30 days, and the third party can have a new one mailed (RECORD-8)', async () => {
    const { id, sam } = await sealed()
    const now = test.clock.now()
    test.clock.advance(31 * dayMs)
    expect(await readRefusal(await fetchRecord(id, sam))).toEqual([404, 'record_not_found'])
    const asked = await postJson(test, `/api/records/${id}/link`, { email: ' SAM@example.com ' })
    expect(asked.status).toBe(202)
    await test.runJobs()
    expect((await view(id, await mailedLink(test, id))).form.id).toBe(id)
    test.clock.set(now)
  })

  it('is mailed to nobody else, and asking tells nothing (RECORD-8)', async () => {
    const { id } = await sealed()
    const before = (await test.platform.mailer.outbox?.newest(500))?.length
    const answers = await Promise.all([
      postJson(test, `/api/records/${id}/link`, { email: 'eve@example.com' }),
      postJson(test, '/api/records/7a1f4c52-0000-4000-8000-0123456789ab/link', { email: 'sam@example.com' }),
    ])
    expect(await Promise.all(answers.map(async (answer) => [answer.status, await answer.text()]))).toEqual([
      [202, ''],
      [202, ''],
    ])
    await test.runJobs()
    expect((await test.platform.mailer.outbox?.newest(500))?.length).toBe(before)
  })

  it('is nowhere in the database, neither in the queue nor beside the record (RECORD-9)', async () => {
    const { id, sam } = await sealed()
    const token = sam.headers.authorization.split(' ')[1] ?? ''
    const passes = await test.database.rows(sql`SELECT * FROM record_passes WHERE verification_id = ${id}`)
    expect(JSON.stringify(passes)).not.toContain(token)
    expect(passes).toMatchObject([{ token_sha256: sha256(Buffer.from(token)), kind: 'link' }])
  })
})

describe('where codes are in force', () => {
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ emailCode: false })
  })
  afterAll(() => strict.close())

  async function withCodes() {
    strict.platform.settings.emailCode = false
    const creator = await register(strict)
    const id = await completeRecord(strict, creator)
    await strict.runJobs()
    strict.platform.settings.emailCode = true
    return { id, creator, link: await mailedLink(strict, id) }
  }

  async function mailedCode(id: string, link: Caller): Promise<string> {
    strict.clock.advance(1000)
    const asked = await postJson(strict, `/api/records/${id}/code`, {}, link.headers)
    expect(asked.status).toBe(202)
    await strict.runJobs()
    const text = (await mailsTo(strict, 'sam@example.com')).at(-1)?.text ?? ''
    return /^\d{6}$/m.exec(text)?.[0] ?? ''
  }

  const open = (id: string, by: Caller) => strict.app.request(`/api/records/${id}`, by)
  const entered = (id: string, code: string, by: Caller) =>
    postJson(strict, `/api/records/${id}/code/entry`, { code }, by.headers)

  it('the link alone opens nothing, and the mailed code does (RECORD-10)', async () => {
    const { id, link, creator } = await withCodes()
    expect(await readRefusal(await open(id, link))).toEqual([403, 'record_code_required'])
    const code = await mailedCode(id, link)
    const pass = (await (await entered(id, code, link)).json()) as { token: string }
    const by = { headers: { authorization: `Bearer ${pass.token}` } }
    expect((await open(id, by)).status).toBe(200)
    expect((await open(id, creator)).status).toBe(200)
    expect(await readRefusal(await entered(id, code, link))).toEqual([422, 'record_code_wrong'])
    strict.clock.advance(61 * 60 * 1000)
    expect(await readRefusal(await open(id, by))).toEqual([404, 'record_not_found'])
  })

  it('five wrong tries end a code, and so do ten minutes and another record', async () => {
    const { id, link } = await withCodes()
    const other = await withCodes()
    const code = await mailedCode(id, link)
    const wrong = code === '000000' ? '111111' : '000000'
    expect(await readRefusal(await entered(other.id, code, other.link))).toEqual([422, 'record_code_wrong'])
    for (let time = 0; time < 5; time += 1) expect((await entered(id, wrong, link)).status).toBe(422)
    expect(await readRefusal(await entered(id, code, link))).toEqual([422, 'record_code_wrong'])
    const late = await mailedCode(id, link)
    strict.clock.advance(11 * 60 * 1000)
    expect(await readRefusal(await entered(id, late, link))).toEqual([422, 'record_code_wrong'])
  })
})

describe('a withdrawal', () => {
  it.each(['creator', 'third_party'] as const)(
    'by the %s is final, sealed and mailed to both (STATE-2, RECORD-12)',
    async (party) => {
      const { id, sam } = await sealed()
      const record = await fetchBytes(id, 'record.pdf', ada)
      test.clock.advance(60_000)
      const answer = await withdraw(id, party === 'creator' ? ada : sam)
      expect(answer.status).toBe(200)
      await test.runJobs()
      expect(await listEvents(id)).toEqual(
        expect.arrayContaining([`withdrawn by ${party}`, 'files_destroyed by system']),
      )
      const seen = await view(id, ada)
      expect(seen).toMatchObject({
        form: { status: 'withdrawn' },
        withdrawn: { at: test.clock.now().toISOString(), by: party },
        can: { withdraw: false },
      })
      const owner = await test.app.request(`/api/verifications/${id}`, ada)
      expect(ownerViewSchema.parse(await owner.json()).status).toBe('withdrawn')
      expect(sha256(await fetchBytes(id, 'record.pdf', ada))).toBe(sha256(record))
      const addendum = await fetchBytes(id, 'withdrawal.pdf', ada)
      expect((await onFiles({ 'a.pdf': addendum }, 'pdfsig', 'a.pdf')).output).toContain('Signature is Valid')
      const text = await readText(addendum)
      expect(text).toContain('Consent withdrawn')
      expect(text.replace(/\s/g, '')).toContain(sha256(record))
      for (const address of [ada.email, 'sam@example.com']) {
        const about = (await mailsTo(test, address)).filter(({ text: words }) => words.includes(id))
        expect(about.map(({ subject }) => subject)).toEqual(['Your record is ready', 'Consent was withdrawn'])
      }
    },
  )

  it('destroys the photos and IDs of both, in the storage too (RECORD-13)', async () => {
    const { id, sam } = await sealed()
    const open = Object.values((await view(id, sam)).documents)
    const urls = open.flatMap((document) => (document?.state === 'open' ? [document.document.url] : []))
    expect(urls).toHaveLength(4)
    await withdraw(id, sam)
    for (const url of urls) expect((await test.app.request(url)).status).not.toBe(200)
    await test.runJobs()
    const states = Object.values((await view(id, ada)).documents).map((document) => document?.state)
    expect(states).toEqual(['destroyed', 'destroyed', 'destroyed', 'destroyed'])
    const paths = await test.database.rows<{ path: string }>(sql`
      SELECT d.path FROM documents d JOIN verifications v ON v.id = ${id}
      WHERE d.id IN (v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id)`)
    const files = (await storedFiles(test)).join('\n')
    for (const { path } of paths) expect(files).not.toContain(path)
  })

  it('ends the links that were mailed before; the one in its own mail opens the record (RECORD-13)', async () => {
    const { id, sam } = await sealed()
    test.clock.advance(60_000)
    expect((await withdraw(id, sam)).status).toBe(200)
    expect(await readRefusal(await fetchRecord(id, sam))).toEqual([404, 'record_not_found'])
    expect(await readRefusal(await fetchFile(id, 'record.pdf', sam))).toEqual([404, 'record_not_found'])
    await test.runJobs()
    const fresh = await mailedLink(test, id)
    expect(fresh).not.toEqual(sam)
    expect((await view(id, fresh)).withdrawn?.by).toBe('third_party')
    expect((await fetchBytes(id, 'withdrawal.json', fresh)).byteLength).toBeGreaterThan(1000)
  })

  it('happens once, even when both withdraw at the same moment (RECORD-12)', async () => {
    const { id, sam } = await sealed()
    const answers = await Promise.all([withdraw(id, ada), withdraw(id, sam), withdraw(id, ada)])
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await listEvents(id)).filter((event) => event.startsWith('withdrawn'))).toHaveLength(1)
  })

  it('waits for nothing: right after the submission it is possible, and the record is sealed first', async () => {
    const id = await completeRecord(test, ada)
    expect((await withdraw(id, ada)).status).toBe(200)
    await test.runJobs()
    const order = await test.database.rows(sql`
      SELECT document FROM sealed_documents WHERE verification_id = ${id} ORDER BY leaf_index`)
    expect(order).toEqual([{ document: 'record' }, { document: 'withdrawal' }])
    expect(await readText(await fetchBytes(id, 'record.pdf', ada))).not.toContain('Consent withdrawn')
  })

  it('is refused for what was never completed, and leaves it as it was (RECORD-12)', async () => {
    const { id } = await createVerification(test, ada)
    expect(await readRefusal(await withdraw(id, ada))).toEqual([404, 'record_not_found'])
    expect(await listEvents(id)).toEqual(['created by creator', 'invited by system'])
  })

  it('closes the verification’s own link for good', async () => {
    const { id } = await createVerification(test, ada)
    const pass = await enter(test, id)
    await test.database.run(sql`SELECT 1`)
    expect((await post(test, pass, { completeSubmission: 'true', formId: id })).status).toBe(422)
    const done = await completeRecord(test, ada)
    await withdraw(done, ada)
    expect(
      (await postJson(test, `/api/public/verifications/${done}/gate`, { email: 'sam@example.com' })).status,
    ).toBe(410)
  })
})

describe('the check', () => {
  it('knows a record of ours, unchanged, by its hash, and the JSON twin as well (RECORD-15)', async () => {
    const { id } = await sealed()
    const expected = {
      result: 'genuine',
      document: 'record',
      timestamp: 'none',
      withdrawnAt: null,
      hasNewerRevision: false,
    }
    for (const file of ['record.pdf', 'record.json']) {
      expect(await check({ sha256: sha256(await fetchBytes(id, file, ada)) })).toMatchObject(expected)
    }
  })

  it('calls a file changed after one flipped byte, an appended page or another seal, if it carries the code (RECORD-15)', async () => {
    const { id } = await sealed()
    const pdf = await fetchBytes(id, 'record.pdf', ada)
    const [, checkCode = ''] = (await view(id, ada)).checkUrl.split('#')
    expect(Buffer.from(pdf).toString('latin1')).toContain(checkCode)
    const flipped = new Uint8Array(pdf)
    flipped[1000] = (flipped[1000] ?? 0) ^ 1
    const appended = Buffer.concat([pdf, Buffer.from('%page')])
    for (const doctored of [flipped, appended]) {
      expect(await check({ sha256: sha256(doctored), checkCode })).toMatchObject({ result: 'changed' })
      expect(await check({ sha256: sha256(doctored) })).toEqual({ result: 'unknown' })
    }
    expect(await check({ checkCode })).toMatchObject({ result: 'exists' })
  })

  it('tells that consent was withdrawn since, and when (RECORD-15)', async () => {
    const { id } = await sealed()
    const hash = sha256(await fetchBytes(id, 'record.pdf', ada))
    test.clock.advance(60_000)
    await withdraw(id, ada)
    expect(await check({ sha256: hash })).toMatchObject({
      result: 'genuine',
      withdrawnAt: test.clock.now().toISOString(),
    })
  })

  it('says nothing about anybody (RECORD-15)', async () => {
    const { id } = await sealed()
    const answer = await check({ sha256: sha256(await fetchBytes(id, 'record.pdf', ada)) })
    expect(Object.keys(answer).sort()).toEqual([
      'archived',
      'document',
      'hasNewerRevision',
      'result',
      'seal',
      'sealedAt',
      'timestamp',
      'timestampAt',
      'withdrawnAt',
    ])
  })

  it('does not know what is not ours, and refuses what is no hash', async () => {
    expect(await check({ sha256: 'a'.repeat(64) })).toEqual({ result: 'unknown' })
    expect(await check({ checkCode: 'A'.repeat(22) })).toEqual({ result: 'unknown' })
    for (const body of [{}, { sha256: 'A'.repeat(64) }, { checkCode: "x' OR 1=1" }]) {
      expect((await postJson(test, '/api/check', body)).status).toBe(400)
    }
  })
})

describe('retention', () => {
  it('destroys photos and IDs after 90 days and keeps the record with their hashes (RECORD-14)', async () => {
    const { id } = await sealed()
    const now = test.clock.now()
    const record = await fetchBytes(id, 'record.pdf', ada)
    const due = new Date((await view(id, ada)).filesDestroyedAt)
    const run = async () => {
      await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, retentionJob, {}))
      await test.runJobs()
    }
    const states = async () => {
      const rows = await test.database.rows<{ gone: boolean }>(sql`
        SELECT d.destroyed_at IS NOT NULL AS gone FROM documents d JOIN verifications v ON v.id = ${id}
        WHERE d.id IN (v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id)`)
      return rows.map(({ gone }) => gone)
    }
    test.clock.set(new Date(due.getTime() - 1000))
    await run()
    expect(await states()).toEqual([false, false, false, false])
    test.clock.set(new Date(due.getTime() + 1000))
    await run()
    expect(await states()).toEqual([true, true, true, true])
    expect((await listEvents(id)).filter((event) => event === 'files_destroyed by system')).toHaveLength(1)
    await run()
    expect((await listEvents(id)).filter((event) => event === 'files_destroyed by system')).toHaveLength(1)
    const { rows } = {
      rows: await test.database.rows<{ path: string }>(sql`
      SELECT path FROM documents WHERE verification_id = ${id}`),
    }
    const files = (await storedFiles(test)).join('\n')
    for (const { path } of rows) expect(files).not.toContain(path)
    expect(await test.database.row(sql`SELECT status FROM verifications WHERE id = ${id}`)).toEqual({
      status: 'verified',
    })
    test.clock.set(now)
    expect(sha256(await fetchBytes(id, 'record.pdf', ada))).toBe(sha256(record))
  })
})
