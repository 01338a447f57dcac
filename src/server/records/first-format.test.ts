import { expect, it } from 'vitest'
import type { RecordFormat } from '../../domain/record/record.ts'
import { sql } from '../platform/database/index.ts'
import { checkRecord } from '../testing/check-record.ts'
import { type Person, register } from '../testing/people.ts'
import {
  completeRecord,
  fetchBytes,
  readFacts,
  readWords,
  saveRecord,
  viewAsOwner,
} from '../testing/records.ts'
import { folderForFile } from '../testing/temporary-folder.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { verifySeals } from './verify/verify-seals.ts'

const test = soundAppForFile()
const folder = folderForFile()

/** A record as completed by a version that knew only an earlier format, sealed now. */
async function completeIn(format: RecordFormat, ada: Person): Promise<string> {
  const id = await completeRecord(test, ada)
  if (format === 'sealed-record/4') return id
  await test.asOwner((owner) =>
    owner.transaction(async (tx) => {
      await tx.run(sql`ALTER TABLE verifications DISABLE TRIGGER verifications_form_stands`)
      await tx.run(sql`UPDATE verifications SET record_format = ${format === 'sealed-record/2' ? null : format},
        consent_language = NULL, consent_sha256 = NULL, third_party_consent_language = NULL,
        third_party_consent_sha256 = NULL WHERE id = ${id}`)
      await tx.run(sql`ALTER TABLE verifications ENABLE TRIGGER verifications_form_stands`)
    }),
  )
  return id
}

it.each([
  ['sealed-record/2', 'Someone who can read email sent to this address confirmed it'],
  ['sealed-record/3', 'Confirmed by a code or link sent to this address. We don’t'],
  ['sealed-record/4', 'Both signed the consent text in English. Nobody is bound'],
] as const)(
  'a record of the format %s verifies everywhere, and has its own words (EVIDENCE-4, RECORD-16, RECORD-75, RECORD-80)',
  async (format, sentence) => {
    const ada = await register(test)
    const isFirst = format === 'sealed-record/2'
    const id = await completeIn(format, ada)
    await test.runJobs()
    const pdf = await fetchBytes(test, id, 'record.pdf', ada)
    const words = await readWords(pdf)
    expect(words).toContain(sentence)
    const [day, time] = isFirst ? ['2026-03-11', '12:00:00'] : ['11 March 2026,', '12:00']
    expect(words).toContain(`Completed by both parties on ${day} ${time} UTC`)
    expect(words).toContain(
      isFirst ? `Signed at ${day} ${time} UTC; their local` : `Signed ${day} ${time} UTC`,
    )
    expect(words.includes('Drawn from the fingerprint of this file')).toBe(!isFirst)
    expect((await readFacts(test, id, ada)).format).toBe(format)

    await saveRecord(test, folder, { id, by: ada })
    const checked = await checkRecord(folder, 'record.pdf', 'record.json', '--certificate', 'seal.pem')
    expect(checked).toMatchObject({
      exitCode: 0,
      output: expect.stringContaining('mailbox of the creator: code'),
    })
    const { storage, sealer } = test.platform
    const certificates = new Set([sealer.certificateSha256])
    expect((await verifySeals(test.database, { storage, certificates })).firstBad).toBeNull()
    expect((await viewAsOwner(test, id, ada)).howKnown.format).toBe(format)
  },
)
