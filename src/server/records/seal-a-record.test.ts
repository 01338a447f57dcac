import { X509Certificate } from 'node:crypto'
import { compactVerify } from 'jose'
import { describe, expect, it } from 'vitest'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import { sql } from '../platform/database/index.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import { runDue } from '../testing/creators-eyes.ts'
import { listTrailRows, readStatus, storedFiles } from '../testing/kept.ts'
import { readRefusal } from '../testing/people.ts'
import {
  completeRecord,
  fetchBytes,
  fetchFile,
  listStored,
  mailedLink,
  mailsTo,
  readWords,
  sealingForFile,
  sealRecord,
  sha256,
  statesIn,
  viewRecord,
} from '../testing/records.ts'
import { retentionJob } from './index.ts'
import { sealJobs } from './seal/seal-jobs.ts'

const { test, ada } = sealingForFile()

describe('a completed verification', () => {
  it('is sealed by a job, added to the log and mailed to both with personal links (RECORD-1)', async () => {
    const id = await completeRecord(test, ada)
    expect(await readRefusal(await fetchFile(test, id, 'record.pdf', ada))).toEqual([
      409,
      'record_not_sealed',
    ])
    await test.runJobs()
    const sam = await mailedLink(test, id)
    expect(await listTrailRows(test, id)).toEqual(
      expect.arrayContaining(['verified by system', 'sealed by system']),
    )
    const [toAda] = (await mailsTo(test, ada.email)).slice(-1)
    expect(toAda?.text).toContain(`http://localhost:3000/consent-form/${id}`)
    expect(toAda?.text).not.toContain('#')
    expect((await viewRecord(test, id, sam)).party).toBe('third_party')
    expect((await viewRecord(test, id, ada)).party).toBe('creator')
  })

  it('gives both the same PDF, which pdfsig accepts and covers completely, under 300 kB (RECORD-2)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    const pdf = await fetchBytes(test, id, 'record.pdf', ada)
    expect(Buffer.from(await fetchBytes(test, id, 'record.pdf', sam)).equals(pdf)).toBe(true)
    expect(pdf.byteLength).toBeLessThan(300_000)
    const { output } = await onFiles({ 'a.pdf': pdf }, 'pdfsig', 'a.pdf')
    expect(output).toContain('Signature is Valid')
    expect(output).toContain('Total document signed')
    expect((await viewRecord(test, id, ada)).record?.pdfSha256).toBe(sha256(pdf))
  })

  it('states the parties, the terms, both signatures, the hashes of the evidence and the trail (RECORD-2)', async () => {
    const { id } = await sealRecord(test, ada, {
      additionalInformation: 'Only in public places.\nUntil June. محمد 王小明 🦊',
    })
    const text = await readWords(await fetchBytes(test, id, 'record.pdf', ada))
    for (const words of [
      id,
      'Łucja Nowak',
      'Sam O’Neill',
      'Hinge',
      'Sam@Example.com',
      'Only in public places.',
      'محمد',
      '王小明 🦊',
      'Signed 11 March 2026, 12:00 UTC The day on their calendar: 11 March 2026',
      'Completed by both parties on 11 March 2026, 12:00 UTC',
      'Drawn from the fingerprint of this file, so the file can’t contain it.',
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

  it('has a JSON twin with the same facts, signed with the key of the seal (RECORD-3)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    const pdf = await fetchBytes(test, id, 'record.pdf', sam)
    const { signature, ...payload } = JSON.parse(
      Buffer.from(await fetchBytes(test, id, 'record.json', sam)).toString('utf8'),
    )
    expect(payload.pdf.sha256).toBe(sha256(pdf))
    expect(payload.facts.verificationId).toBe(id)
    expect(payload.facts.creator.fullName).toBe('Łucja Nowak')
    const { creator, thirdParty } = payload.facts.consent
    expect(creator.ticked).toEqual(['identity'])
    expect(thirdParty.ticked).toEqual(['identity', 'adult', 'willing'])
    expect(thirdParty.statements.adult).toBe('I am 18 or over')
    expect(payload.facts.auditTrail.at(-1).event).toBe('verified')
    const header = JSON.parse(Buffer.from(signature.protected, 'base64url').toString())
    const certificate = new X509Certificate(Buffer.from(header.x5c[0], 'base64'))
    const published = await (await test.app.request('/api/transparency/certificate')).text()
    expect(new X509Certificate(published).fingerprint256).toBe(certificate.fingerprint256)
    const jws = (content: unknown) =>
      `${signature.protected}.${Buffer.from(writeCanonicalJson(content as never)).toString('base64url')}.${signature.signature}`
    await expect(compactVerify(jws(payload), certificate.publicKey)).resolves.toBeTruthy()
    const doctored = structuredClone(payload)
    doctored.facts.creator.dateOfBirth = '1980-01-01'
    await expect(compactVerify(jws(doctored), certificate.publicKey)).rejects.toThrow()
  })

  it('records who read and who downloaded it (RECORD-11)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    await viewRecord(test, id, sam)
    await fetchBytes(test, id, 'record.pdf', sam)
    await fetchBytes(test, id, 'record.json', ada)
    expect((await listTrailRows(test, id)).slice(-3)).toEqual([
      'viewed by third_party',
      'downloaded by third_party',
      'downloaded by creator',
    ])
  })

  it('shows both parties the photos and IDs, and the creator the third party’s only on a paid plan (PRODUCT-3, PLAN-7)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    const all = ['open', 'open', 'open', 'open']
    expect(statesIn(await viewRecord(test, id, sam))).toEqual(all)
    expect(statesIn(await viewRecord(test, id, ada))).toEqual(all)
    await test.database.run(sql`DELETE FROM subscriptions WHERE user_id = ${ada.id}`)
    expect(statesIn(await viewRecord(test, id, ada))).toEqual(['open', 'open', 'locked', 'locked'])
    expect(statesIn(await viewRecord(test, id, sam))).toEqual(all)
  })

  it('keeps the stored files of a record unreadable on disk', async () => {
    const { id } = await sealRecord(test, ada)
    const files = (await storedFiles(test)).filter((path) => path.includes(`/records/${id}/`))
    expect(files.map((path) => path.split('.').at(-1)).sort()).toEqual(['json', 'pdf'])
  })

  it('is sealed once, however often the job runs (RECORD-1)', async () => {
    const { id } = await sealRecord(test, ada)
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

describe('retention', () => {
  it('destroys photos and IDs after 90 days and keeps the record with their hashes (RECORD-14)', async () => {
    const { id } = await sealRecord(test, ada)
    const now = test.clock.now()
    const record = await fetchBytes(test, id, 'record.pdf', ada)
    const due = new Date((await viewRecord(test, id, ada)).filesDestroyedAt)
    const run = () => runDue(test, retentionJob)
    const destructions = async () =>
      (await listTrailRows(test, id)).filter((event) => event === 'files_destroyed by system')
    test.clock.set(new Date(due.getTime() - 1000))
    await run()
    expect(await listStored(test, id)).toEqual([true, true, true, true])
    test.clock.set(new Date(due.getTime() + 1000))
    await run()
    expect(await listStored(test, id)).toEqual([false, false, false, false])
    expect(await destructions()).toHaveLength(1)
    await run()
    expect(await destructions()).toHaveLength(1)
    expect(await readStatus(test, id)).toBe('verified')
    test.clock.set(now)
    expect(sha256(await fetchBytes(test, id, 'record.pdf', ada))).toBe(sha256(record))
  })
})
