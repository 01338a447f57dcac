import { beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { storedFiles } from '../testing/kept.ts'
import {
  ageCreation,
  create,
  multipart,
  type Person,
  readRefusal,
  register,
  upload,
} from '../testing/people.ts'
import { personForEach } from '../testing/records.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { dropReading } from './reading-store.ts'

const test = testAppForFile()
beforeEach(() => test.clock.advance(60 * 60 * 1000))
const ada = personForEach(test)

type Stored = { id: string; url: string }

async function uploaded(category = 'selfie'): Promise<Stored> {
  return (await (await upload(test, ada, category, await pngPicture())).json()) as Stored
}

const remove = async (by: Partial<Person>, id: string) =>
  test.app.request(`/api/documents/${id}`, { method: 'DELETE', headers: by.headers ?? {} })

const listFiles = async ({ id }: Person) => (await storedFiles(test)).filter((file) => file.includes(id))

const open = async (url: string) => (await test.app.request(url)).status

/** Adds an ended reading of a document, as the job leaves it. */
async function addEndedReading(documentId: string, outcome: string): Promise<void> {
  await test.database.run(sql`
    INSERT INTO document_readings (document_id, user_id, claims_sha256, day, is_try, requested_at, ended_at, outcome, kind,
      read_from, issuing_state, age_over_18, name_agrees, reader_version)
    VALUES (${documentId}, ${ada.id}, ${'a'.repeat(64)}, '2026-03-11', true, ${test.clock.now()}, ${test.clock.now()},
      ${outcome}, 'passport', 'lines', 'UTO', true, true, '1')`)
}

const listReadings = (documentId: string) =>
  test.database.rows<Record<string, unknown>>(
    sql`SELECT * FROM document_readings WHERE document_id = ${documentId}`,
  )

describe('DELETE /api/documents/:id', () => {
  it('disables every old URL at once and leaves neither row nor bytes, even when repeated (UPLOAD-20)', async () => {
    const { id, url } = await uploaded()
    expect(await open(url)).toBe(200)
    expect((await remove(ada, id)).status).toBe(204)
    expect(await open(url)).toBe(404)
    expect((await test.app.request(`/api/documents/${id}/url`, ada)).status).toBe(404)
    expect((await remove(ada, id)).status).toBe(204)
    await test.runJobs()
    expect(await listFiles(ada)).toEqual([])
    expect(await test.database.row(sql`SELECT id FROM documents WHERE id = ${id}`)).toBeNull()
    expect((await remove(ada, id)).status).toBe(204)
  })

  it('doesn’t remove another person’s file, and answers as for an unknown one (UPLOAD-25)', async () => {
    const { id, url } = await uploaded()
    const eve = await register(test)
    for (const [by, of] of [
      [eve, id],
      [eve, '6f9619ff-8b86-4d11-b42d-00c04fc964ff'],
      [eve, 'nonsense'],
    ] as const) {
      const answer = await remove(by, of)
      expect([answer.status, await answer.text()]).toEqual([204, ''])
    }
    expect((await remove({}, id)).status).toBe(401)
    await test.runJobs()
    expect(await open(url)).toBe(200)
  })

  it('is refused for a file that a verification was created with (UPLOAD-25)', async () => {
    const creation = await ageCreation(test, ada)
    expect((await create(test, ada, creation)).status).toBe(201)
    const answer = await remove(ada, creation.selfieDocumentId)
    expect(await readRefusal(answer)).toEqual([409, 'document_in_use'])
    await test.runJobs()
    expect(await listFiles(ada)).toHaveLength(2)
  })

  it.each(['selfieDocumentId', 'idDocumentId'] as const)(
    'excludes a creation with the same file, with fifty concurrent requests: %s (UPLOAD-26)',
    async (which) => {
      const creation = await ageCreation(test, ada)
      const { [which]: documentId } = creation
      await addEndedReading(creation.idDocumentId, 'read')
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) =>
          n % 2 === 0 ? remove(ada, documentId) : create(test, ada, creation),
        ),
      )
      const created = answers.filter(({ status }) => status === 201)
      const removed = answers.filter(({ status }) => status === 204)
      expect(created.length).toBeLessThanOrEqual(1)
      expect(removed.length === 0).toBe(created.length === 1)
      await test.runJobs()
      const kept = await test.database.row(sql`SELECT id FROM documents WHERE id = ${documentId}`)
      expect(kept === null).toBe(created.length === 0)
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    },
  )
})

describe('the reading of a removed ID', () => {
  it('is forgotten, and still counts as a try (UPLOAD-27, READING-10)', async () => {
    const { id } = await uploaded('id')
    await addEndedReading(id, 'read')
    await remove(ada, id)
    const [row] = await listReadings(id)
    expect(row).toMatchObject({
      isTry: true,
      outcome: null,
      kind: null,
      issuingState: null,
      ageOver18: null,
    })
    expect(JSON.stringify(row)).not.toMatch(/passport|UTO|a{64}/)
    const shown = await test.app.request(`/api/document-readings/${id}`, ada)
    expect(await shown.json()).toEqual({ reading: null })
  })

  it('is forgotten even if another ID replaces it (UPLOAD-27)', async () => {
    const { id } = await uploaded('id')
    await addEndedReading(id, 'name_differs')
    const body = multipart({ category: 'id', replaces: id }, await pngPicture(), 'id.png')
    expect(
      (await test.app.request('/api/documents', { method: 'POST', headers: ada.headers, body })).status,
    ).toBe(201)
    expect(await listReadings(id)).toMatchObject([{ outcome: null, isTry: true }])
  })

  it('counts as a try if another process had already ended it (READING-10)', async () => {
    const { id } = await uploaded('id')
    await addEndedReading(id, 'read')
    const [row] = await listReadings(id)
    await dropReading(test.database, String(row?.['id']))
    expect(await listReadings(id)).toHaveLength(1)
  })

  it('leaves no trace if it hadn’t begun (UPLOAD-27)', async () => {
    const { id } = await uploaded('id')
    await addEndedReading(id, 'reader_unavailable')
    await remove(ada, id)
    expect(await listReadings(id)).toEqual([])
  })
})
