import { sql } from '../platform/database/index.ts'
import type { TestApp } from './test-app.ts'

/** The fingerprint that a document has afterwards, of a PDF that is not kept. */
export const sealedOfPdf = 'ab'.repeat(32)

/**
 * Has the row of a record's ID say what it said of one that was submitted as a PDF before fingerprints were of what is kept. Only whoever owns the
 * tables can, and only with the guard taken away.
 */
export async function asOfBefore(test: TestApp, id: string, party: 'creator' | 'third_party'): Promise<void> {
  const whose = party === 'creator' ? sql`id_document_id` : sql`third_party_id_document_id`
  await test.asOwner(async (owner) => {
    await owner.run(sql`ALTER TABLE documents DISABLE TRIGGER documents_origin_stands`)
    await owner.run(sql`
      UPDATE documents SET stored_sha256 = NULL, submitted_sha256 = ${sealedOfPdf}, submitted_type = 'application/pdf'
      WHERE id = (SELECT ${whose} FROM verifications WHERE id = ${id})`)
    await owner.run(sql`ALTER TABLE documents ENABLE TRIGGER documents_origin_stands`)
  })
}
