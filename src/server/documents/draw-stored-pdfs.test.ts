import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { type StoredDocument, storedDocumentSchema } from '../../contract/document.ts'
import { sql } from '../platform/database/index.ts'
import { upload } from '../testing/people.ts'
import { personForEach } from '../testing/person-for-each.ts'
import { makePdf } from '../testing/sample-pdfs.ts'
import { testAppForFile } from '../testing/test-app-for.ts'
import { drawJob } from './draw-stored-pdfs.ts'

const test = testAppForFile()
const ada = personForEach(test)

/** An ID as it lies in installations from before PDFs were drawn when they came. */
async function storedAsPdf(file: Uint8Array): Promise<StoredDocument> {
  const answer = await upload(test, ada, 'id', makePdf())
  const document = storedDocumentSchema.parse(await answer.json())
  await test.platform.storage.put(document, file)
  await test.database.run(sql`
    UPDATE documents SET content_type = 'application/pdf', submitted_type = NULL, byte_count = ${file.byteLength}
    WHERE id = ${document.id}`)
  return document
}

const readRow = (id: string) =>
  test.database.row(sql`
    SELECT content_type AS kept, submitted_type AS submitted, drawing_fault AS fault FROM documents WHERE id = ${id}`)

async function draw() {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, drawJob, {}))
  await test.runJobs()
}

describe('an ID that was stored as a PDF', () => {
  it('is not served before it is drawn, and as a picture at the same address afterwards', async () => {
    const document = await storedAsPdf(makePdf({ catalog: '/OpenAction << /S /JavaScript /JS (CANARY) >>' }))
    const before = await test.app.request(document.url)
    expect([before.status, await before.json()]).toMatchObject([409, { code: 'pdf_not_drawn' }])
    await draw()
    const shown = await test.app.request(document.url)
    expect(shown.headers.get('content-type')).toBe('image/jpeg')
    expect((await sharp(Buffer.from(await shown.arrayBuffer())).metadata()).format).toBe('jpeg')
    const kept = Buffer.from((await test.platform.storage.get(document)) ?? [])
    expect([kept.length > 0, kept.includes('%PDF'), kept.includes('CANARY')]).toEqual([true, false, false])
    expect(await readRow(document.id)).toEqual({
      kept: 'image/jpeg',
      submitted: 'application/pdf',
      fault: null,
    })
  })

  it('is finished by the next run when a process died between its file and its row', async () => {
    const document = await storedAsPdf(makePdf())
    await draw()
    const picture = await test.platform.storage.get(document)
    await test.database.run(
      sql`UPDATE documents SET content_type = 'application/pdf', submitted_type = NULL WHERE id = ${document.id}`,
    )
    await draw()
    expect(await test.platform.storage.get(document)).toEqual(picture)
    expect(await readRow(document.id)).toMatchObject({ kept: 'image/jpeg', submitted: 'application/pdf' })
  })

  it('stays as it is, marked and never served, when it cannot be drawn', async () => {
    const file = makePdf({ pages: 5 })
    const [document, other] = [await storedAsPdf(file), await storedAsPdf(makePdf())]
    await draw()
    expect(await readRow(document.id)).toMatchObject({ kept: 'application/pdf', fault: 'too_many_pages' })
    expect((await test.app.request(document.url)).status).toBe(409)
    expect(Buffer.from((await test.platform.storage.get(document)) ?? []).equals(file)).toBe(true)
    expect((await test.app.request(other.url)).status).toBe(200)
  })

  it('is not written again once it was given up', async () => {
    const document = await storedAsPdf(makePdf())
    await test.database.run(
      sql`UPDATE documents SET destroyed_at = ${test.clock.now()} WHERE id = ${document.id}`,
    )
    await test.platform.storage.remove(document)
    await draw()
    expect(await test.platform.storage.get(document)).toBeNull()
  })
})
