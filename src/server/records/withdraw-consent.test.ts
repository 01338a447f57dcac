import { describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import { listTrailRows } from '../testing/kept.ts'
import { createVerification, readRefusal, requestPass } from '../testing/people.ts'
import {
  completeRecord,
  fetchBytes,
  fetchFile,
  fetchRecord,
  listStored,
  mailedLink,
  mailsTo,
  readText,
  sealingForFile,
  sealRecord,
  sha256,
  statesIn,
  viewAsOwner,
  viewRecord,
  withdraw,
} from '../testing/records.ts'

const { test, ada } = sealingForFile()

describe('a withdrawal', () => {
  it.each(['creator', 'third_party'] as const)(
    'by the %s is final, sealed and mailed to both (STATE-2, RECORD-12)',
    async (party) => {
      const { id, sam } = await sealRecord(test, ada)
      const record = await fetchBytes(test, id, 'record.pdf', ada)
      test.clock.advance(60_000)
      const answer = await withdraw(test, id, party === 'creator' ? ada : sam)
      expect(answer.status).toBe(200)
      await test.runJobs()
      expect(await listTrailRows(test, id)).toEqual(
        expect.arrayContaining([`withdrawn by ${party}`, 'files_destroyed by system']),
      )
      const seen = await viewRecord(test, id, ada)
      expect(seen).toMatchObject({
        form: { status: 'withdrawn' },
        withdrawn: { at: test.clock.now().toISOString(), by: party },
        can: { withdraw: false },
      })
      expect((await viewAsOwner(test, id, ada)).status).toBe('withdrawn')
      expect(sha256(await fetchBytes(test, id, 'record.pdf', ada))).toBe(sha256(record))
      const addendum = await fetchBytes(test, id, 'withdrawal.pdf', ada)
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
    const { id, sam } = await sealRecord(test, ada)
    const open = Object.values((await viewRecord(test, id, sam)).documents)
    const urls = open.flatMap((document) => (document?.state === 'open' ? [document.document.url] : []))
    expect(urls).toHaveLength(4)
    await withdraw(test, id, sam)
    for (const url of urls) expect((await test.app.request(url)).status).not.toBe(200)
    await test.runJobs()
    expect(statesIn(await viewRecord(test, id, ada))).toEqual(Array(4).fill('destroyed'))
    // Otherwise the retention job would take the record up again every hour.
    const row = await test.database.row(
      sql`SELECT files_destroyed_at AS at FROM verifications WHERE id = ${id}`,
    )
    expect(row).toEqual({ at: test.clock.now() })
    expect(await listStored(test, id)).toEqual([false, false, false, false])
  })

  it('ends earlier mailed links, and the one in its own mail opens the record (RECORD-13)', async () => {
    const { id, sam } = await sealRecord(test, ada)
    test.clock.advance(60_000)
    expect((await withdraw(test, id, sam)).status).toBe(200)
    expect(await readRefusal(await fetchRecord(test, id, sam))).toEqual([404, 'record_not_found'])
    expect(await readRefusal(await fetchFile(test, id, 'record.pdf', sam))).toEqual([404, 'record_not_found'])
    await test.runJobs()
    const fresh = await mailedLink(test, id)
    expect(fresh).not.toEqual(sam)
    expect((await viewRecord(test, id, fresh)).withdrawn?.by).toBe('third_party')
    expect((await fetchBytes(test, id, 'withdrawal.json', fresh)).byteLength).toBeGreaterThan(1000)
  })

  it('is possible right after the submission, and the record is sealed first', async () => {
    const id = await completeRecord(test, ada)
    expect((await withdraw(test, id, ada)).status).toBe(200)
    await test.runJobs()
    const order = await test.database.rows(sql`
      SELECT document FROM sealed_documents WHERE verification_id = ${id} ORDER BY leaf_index`)
    expect(order).toEqual([{ document: 'record' }, { document: 'withdrawal' }])
    expect(await readText(await fetchBytes(test, id, 'record.pdf', ada))).not.toContain('Consent withdrawn')
  })

  it('is refused for an incomplete verification, which stays unchanged (RECORD-12)', async () => {
    const { id } = await createVerification(test, ada)
    expect(await readRefusal(await withdraw(test, id, ada))).toEqual([404, 'record_not_found'])
    expect(await listTrailRows(test, id)).toEqual(['created by creator', 'invited by system'])
  })

  it('permanently closes the verification’s own link', async () => {
    const id = await completeRecord(test, ada)
    await withdraw(test, id, ada)
    expect((await requestPass(test, id, 'sam@example.com')).status).toBe(410)
  })
})
