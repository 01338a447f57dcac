import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { toReference } from '../../../domain/verification/verification.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { createVerification } from '../../testing/people.ts'
import { unzip } from '../../testing/privacy-calls.ts'
import {
  heldRecord,
  holdEvents,
  liftHold,
  mailedLink,
  sealedRecord,
  setHold,
  sweep,
  withdraw,
} from '../../testing/records.ts'
import { expectSoundTrails, testAppForFile } from '../../testing/test-app.ts'
import { takeHeldFiles } from './take-held-files.ts'

const test = testAppForFile()

it("is in the evidence pack, which still has the reader's own documents but none of the other's (HOLD-12, HOLD-15)", async () => {
  const { ada, id } = await heldRecord(test)
  await withdraw(test, id, ada)
  await test.runJobs()
  const files = await unzip(await test.app.request(`/api/records/${id}/pack`, ada))
  expect([...files.keys()].filter((name) => name.startsWith('your-'))).toHaveLength(2)
  const page = String(files.get('READ-ME-FIRST.html'))
  expect(page).toMatch(/A legal hold was set at 2026-03-11 12:00:00 UTC \(Third party\)/)
  expect(page).toContain('stay with the service until 2026-09-07 12:00:00 UTC.')
  await liftHold(test, id, await mailedLink(test, id))
  await test.runJobs()
  const later = await unzip(await test.app.request(`/api/records/${id}/pack`, ada))
  expect([...later.keys()].filter((name) => name.startsWith('your-'))).toEqual([])
  const ended = String(later.get('READ-ME-FIRST.html'))
  expect(ended).toContain('of both stayed with the service; it ended at 2026-03-11 12:00:00 UTC.')
  expect(ended).not.toMatch(/stay with the service|hands them/)
})

describe('taking held files', () => {
  const take = (code: string, reason = 'Order 7 of the court of Leeds') =>
    takeHeldFiles(test.platform, { code, reason }, async () => undefined)

  it('returns all four with a list for the reference of a record, and the trail has the hash of the list (HOLD-10, HOLD-16)', async () => {
    const { id } = await heldRecord(test)
    test.clock.advance(91 * dayMs)
    await sweep(test)
    const taken = await take(toReference(id).toLowerCase())
    if ('refused' in taken) throw new Error(taken.refused)
    const ofPicture = expect.stringMatching(/^(creator|third-party)-(photo|id)\.(jpg|png)$/)
    expect(taken.files.map(({ name }) => name)).toEqual([...Array(4).fill(ofPicture), 'held-files.json'])
    expect(new Set(taken.files.map(({ name }) => name.split('.')[0])).size).toBe(5)
    const bytes = Buffer.from(taken.files.at(-1)?.bytes ?? '')
    const list = JSON.parse(bytes.toString('utf8'))
    expect(list).toMatchObject({ record: id, takenFor: 'Order 7 of the court of Leeds' })
    // The fingerprints match those that the record was sealed with.
    const sealed = await test.database.rows<{ sha256: string }>(sql`
      SELECT d.stored_sha256 AS sha256 FROM documents d, verifications v WHERE v.id = ${id}
        AND d.id IN (v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id)`)
    for (const name of ['sha256', 'sealedSha256'])
      expect(list.files.map((file: Record<string, string>) => file[name]).sort()).toEqual(
        sealed.map(({ sha256 }) => sha256).sort(),
      )
    const event = await test.database.row<{ detail: object }>(
      sql`SELECT detail FROM audit_events WHERE verification_id = ${id} AND event = 'held_files_taken'`,
    )
    const listSha256 = createHash('sha256').update(bytes).digest('hex')
    expect(event?.detail).toEqual({ files: 4, listSha256 })
    await expectSoundTrails(test)
  })

  it('records nothing when the files cannot be written (HOLD-17)', async () => {
    const { id } = await heldRecord(test)
    const full = new Error('no space left')
    const failing = takeHeldFiles(test.platform, { code: id, reason: 'Order 7' }, () => Promise.reject(full))
    await expect(failing).rejects.toBe(full)
    expect((await holdEvents(test, id)).filter((event) => event.startsWith('held'))).toEqual([])
  })

  it('refuses without a hold in force, and records nothing (HOLD-10)', async () => {
    const { id, sam } = await sealedRecord(test)
    for (const code of [id, toReference(id), 'nonsense', ''])
      expect(await take(code)).toEqual({ refused: 'no_hold' })
    await setHold(test, id, sam)
    expect(await take(id)).toHaveProperty('files')
    test.clock.advance(180 * dayMs)
    expect(await take(id)).toEqual({ refused: 'no_hold' })
    expect((await holdEvents(test, id)).filter((event) => event.startsWith('held'))).toHaveLength(1)
  })

  it('refuses an ambiguous reference until the whole id is given (HOLD-10)', async () => {
    const { ada, id } = await heldRecord(test)
    const alike = `${id.slice(0, 8)}-0000-4000-8000-000000000000`
    const other = (await createVerification(test, ada, { type: 'person' })).id
    await test.asOwner(async (owner) => {
      await owner.run(sql`
        INSERT INTO verifications SELECT (jsonb_populate_record(v, jsonb_build_object('id', ${alike}::text))).*
        FROM verifications v WHERE id = ${other}`)
      await owner.run(sql`
        INSERT INTO legal_holds SELECT (jsonb_populate_record(h, jsonb_build_object('verification_id', ${alike}::text))).*
        FROM legal_holds h WHERE verification_id = ${id}`)
    })
    expect(await take(toReference(id))).toEqual({ refused: 'ambiguous' })
    expect(await take(id)).toHaveProperty('files')
    expect(await take(`${id.slice(0, 8)}%`)).toEqual({ refused: 'no_hold' })
  })
})
