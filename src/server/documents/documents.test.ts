import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { type StoredDocument, storedDocumentSchema } from '../../contract/verification.ts'
import { createApp } from '../app.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { createEncryption } from '../platform/encryption/index.ts'
import { createImages } from '../platform/images/index.ts'
import { enqueueMissing } from '../platform/jobs/index.ts'
import { createStorage, StorageUnavailable } from '../platform/storage/index.ts'
import { runDue } from '../testing/creators-eyes.ts'
import { storedFiles } from '../testing/kept.ts'
import { startKeyService } from '../testing/key-service.ts'
import { multipart, readAnswer, register, type Served, subscribe, upload } from '../testing/people.ts'
import { personForEach } from '../testing/records.ts'
import {
  hugePng,
  makePdf,
  passwordEncryption,
  pdfPage,
  photoWithPlace,
  pngPicture,
  svgPicture,
} from '../testing/sample-files.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { eraseJob, erasuresDuty, sweepDocumentsJob } from './destroy-documents.ts'
import { listEveryFile } from './store.ts'

const test = testAppForFile()
// Each test gets a new window of the upload limit.
beforeEach(() => test.clock.advance(15 * 60 * 1000))
const ada = personForEach(test)

const rows = async () => (await test.database.row<{ n: number }>(sql`SELECT count(*) AS n FROM documents`))?.n

async function given(file: Uint8Array, category = 'selfie', to: Served = test): Promise<StoredDocument> {
  return storedDocumentSchema.parse(await readAnswer(upload(to, ada, category, file), 201))
}

const runSweep = () => runDue(test, sweepDocumentsJob)

describe('an upload by a creator', () => {
  it('is stored under its owner, encrypted, with the fingerprint of the stored bytes only (UPLOAD-7, UPLOAD-24)', async () => {
    const photo = await photoWithPlace()
    const document = await given(photo)
    expect(document).toMatchObject({
      category: 'selfie',
      bucket: 'user_documents',
      contentType: 'image/jpeg',
    })
    expect(document.path).toBe(`${ada.id}/selfie-${test.clock.now().getTime()}.jpg`)
    const row = await test.database.row<{ all: object }>(
      sql`SELECT to_jsonb(d) AS all FROM documents AS d WHERE id = ${document.id}`,
    )
    const file = new Uint8Array(await (await test.app.request(document.url)).arrayBuffer())
    const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
    expect(row?.all).toMatchObject({ stored_sha256: hash(file) })
    expect(Object.values(row?.all ?? {})).not.toContain(hash(photo))
  })

  it('stores IDs, including PDFs, in the other bucket (UPLOAD-7)', async () => {
    expect(await given(await pngPicture(), 'id')).toMatchObject({ bucket: 'id_documents' })
    const page = await given(pdfPage(), 'id')
    expect(page).toMatchObject({ bucket: 'id_documents', contentType: 'image/jpeg' })
    expect(page.path).toBe(`${ada.id}/id-${test.clock.now().getTime()}.jpg`)
  })

  it('keeps both of two files that arrive in the same millisecond (UPLOAD-7)', async () => {
    const [one, two] = await Promise.all([given(await photoWithPlace()), given(await photoWithPlace())])
    expect(one.path).not.toBe(two.path)
    for (const { url } of [one, two]) expect((await test.app.request(url)).status).toBe(200)
  })

  it('leaves no JPEG, PNG or PDF header in any stored file', async () => {
    await given(await photoWithPlace())
    await given(await pngPicture(), 'id')
    await given(pdfPage(), 'id')
    const files = await storedFiles(test)
    expect(files.length).toBeGreaterThanOrEqual(3)
    for (const file of files) {
      const bytes = await readFile(file)
      for (const header of [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('PNG\r\n'), Buffer.from('%PDF-')]) {
        expect(bytes.subarray(0, 4096).includes(header), file).toBe(false)
      }
      expect(bytes.includes('IHDR') || bytes.includes('JFIF') || bytes.includes('%%EOF'), file).toBe(false)
    }
  })
})

describe('a refused upload', () => {
  it.each<[string, string, () => Uint8Array | Promise<Uint8Array>, number, string]>([
    ['an SVG', 'id', () => svgPicture(), 415, 'file_type_refused'],
    ['a PDF called .jpg, as a photo', 'selfie', () => pdfPage(), 415, 'file_type_refused'],
    ['0 bytes', 'selfie', () => new Uint8Array(), 422, 'file_empty'],
    ['a truncated JPEG', 'selfie', async () => (await photoWithPlace()).slice(0, 2000), 422, 'file_damaged'],
    ['a 30,000 x 30,000 pixel PNG', 'selfie', () => hugePng(), 422, 'image_too_many_pixels'],
    ['a PDF of five pages', 'id', () => makePdf({ pages: 5 }), 422, 'pdf_too_many_pages'],
    ['a PDF with a password', 'id', () => makePdf({ trailer: passwordEncryption }), 422, 'pdf_locked'],
    [
      'a photo of 6 MB',
      'selfie',
      async () => Buffer.concat([await photoWithPlace(), Buffer.alloc(6 * 1024 * 1024)]),
      413,
      'file_too_large',
    ],
    ['60 MB', 'selfie', () => new Uint8Array(60 * 1024 * 1024), 413, 'file_too_large'],
  ])('stores nothing of %s (UPLOAD-1)', async (_, category, file, status, code) => {
    const [before, files] = [await rows(), await storedFiles(test)]
    const answer = await upload(test, ada, category, await file(), 'photo.jpg')
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
    expect(answer.headers.get('content-type')).toBe('application/problem+json')
    expect(await rows()).toBe(before)
    expect(await storedFiles(test)).toEqual(files)
  })

  it('stores no file larger than the free plan allows, but stores it on a paid plan', async () => {
    const page = pdfPage('x'.repeat(6 * 1024 * 1024))
    const answer = await upload(test, ada, 'id', page)
    expect(((await answer.json()) as { code: string }).code).toBe('file_too_large')
    await subscribe(test, ada)
    expect((await upload(test, ada, 'id', page)).status).toBe(201)
  })

  it('reads at most the limit of a body without a Content-Length', async () => {
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1024 * 1024
        controller.enqueue(new Uint8Array(1024 * 1024))
      },
    })
    const answer = await test.app.request('/api/documents', {
      method: 'POST',
      headers: { ...ada.headers, 'content-type': 'multipart/form-data; boundary=x' },
      body,
      duplex: 'half',
    } as RequestInit)
    expect(answer.status).toBe(413)
    expect(sent).toBeLessThan(14 * 1024 * 1024)
  })

  it.each([
    ['no file', multipart({ category: 'selfie' }), 422, 'file_missing'],
    ['no category', multipart({}, new Uint8Array([1])), 400, 'validation_failed'],
    ['an unknown category', multipart({ category: '../x' }, new Uint8Array([1])), 400, 'validation_failed'],
    ['no form at all', 'hello', 400, 'body_unreadable'],
  ])('names the fault of a body with %s', async (_, body, status, code) => {
    const answer = await test.app.request('/api/documents', { method: 'POST', headers: ada.headers, body })
    expect([answer.status, await answer.json()]).toMatchObject([status, { code }])
  })

  it('leaves neither row nor file when writing the file or finishing the row fails (UPLOAD-10)', async () => {
    const [before, files] = [await rows(), await storedFiles(test)]
    const { storage, database } = test.platform
    const photo = await photoWithPlace()
    const request = (platform: typeof test.platform) =>
      upload({ ...test, app: createApp(platform) }, ada, 'selfie', photo)
    const failing = { ...storage, put: () => Promise.reject(new Error('disk full')) }
    const answer = await request({ ...test.platform, storage: failing })
    expect([answer.status, await answer.json()]).toMatchObject([
      503,
      {
        code: 'upload_unavailable',
        detail: 'Upload system is being prepared. Please try again in a moment.',
      },
    ])
    const cut = { ...database, transaction: () => Promise.reject(new Error('connection lost')) }
    expect((await request({ ...test.platform, database: cut })).status).toBe(500)
    expect(await rows()).toBe(before)
    expect(await storedFiles(test)).toEqual(files)
  })
})

it('answers 503 with Retry-After when no decoding process starts, and doesn’t call the file damaged (UPLOAD-34)', async () => {
  const nothing = new URL('./nothing.ts', import.meta.url)
  const images = createImages(silentLogger, { pictures: nothing, pdfs: nothing })
  const without = { ...test, app: createApp({ ...test.platform, images }) }
  const files = await storedFiles(test)
  for (const file of [await photoWithPlace(), await pdfPage()]) {
    const answer = await upload(without, ada, 'id', file)
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ code: 'temporarily_unavailable' })
  }
  expect(await storedFiles(test)).toEqual(files)
})

describe('an unreachable store', () => {
  it('refuses an upload at once with Retry-After, and a file that it wrote anyway is removed later (RUN-17, UPLOAD-10)', async () => {
    const { storage } = test.platform
    let removals = 0
    const taken: Parameters<typeof storage.put>[] = []
    const away = {
      ...storage,
      async put(...file: Parameters<typeof storage.put>) {
        // The worst case: the file was written, but the request failed.
        await storage.put(...file)
        taken.push(file)
        throw new StorageUnavailable(new Error('timeout'))
      },
      async remove() {
        removals += 1
      },
    }
    const files = await storedFiles(test)
    const cutOff = { ...test, app: createApp({ ...test.platform, storage: away }) }
    const answer = await upload(cutOff, ada, 'selfie', await photoWithPlace())
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await answer.json()).toMatchObject({ code: 'upload_unavailable' })
    expect(removals).toBe(0)
    expect(await storedFiles(test)).not.toEqual(files)
    // The queue uses the clock of the database.
    test.clock.advance(Date.now() - test.clock.now().getTime() + 60 * 1000)
    await enqueueMissing(test.platform, erasuresDuty)
    await test.runJobs()
    expect(await storedFiles(test)).toEqual(files)

    // The store, or a proxy in front of it, writes the file long after the request.
    for (const file of taken) await storage.put(...file)
    const late = await storedFiles(test)
    await test.runJobs()
    expect(await storedFiles(test)).toEqual(late)
    const aDayLater = test.clock.now().getTime() + 24 * 60 * 60 * 1000
    const [job] = await test.database.rows<{ runAt: Date }>(
      sql`SELECT run_at FROM graphile_worker._private_jobs`,
    )
    expect(job?.runAt.getTime()).toBe(aDayLater)
    await test.database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`)
    await test.runJobs()
    expect(await storedFiles(test)).toEqual(files)
  })

  it('is reported for an upload and a download when the key service is unreachable (RUN-16)', async () => {
    const keys = await startKeyService()
    const encryption = createEncryption({ kmsKeyId: keys.keyId, silentMs: 100 })
    try {
      const storage = createStorage({ encryption, folder: join(test.dataDir, 'with-key-service') })
      const kept = { ...test, app: createApp({ ...test.platform, storage }) }
      const { url } = await given(await photoWithPlace(), 'selfie', kept)
      keys.fault = 'silent'
      const answers = [await upload(kept, ada, 'selfie', await photoWithPlace()), await kept.app.request(url)]
      expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
        [503, '5'],
        [503, '5'],
      ])
      expect(await Promise.all(answers.map((answer) => answer.json()))).toMatchObject([
        { code: 'upload_unavailable' },
        { code: 'temporarily_unavailable' },
      ])
      keys.fault = null
      expect((await kept.app.request(url)).status).toBe(200)
    } finally {
      await encryption.close()
      await keys.close()
    }
  })
})

describe('a signed URL', () => {
  it('serves the picture without its location, to this reader only', async () => {
    const { url } = await given(await photoWithPlace())
    const answer = await test.app.request(url)
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
      'content-disposition': 'inline; filename="selfie.jpg"',
    })
    const picture = Buffer.from(await answer.arrayBuffer())
    const { exif, width } = await sharp(picture).metadata()
    expect([exif, width]).toEqual([undefined, 120])
    expect(picture.includes('camera-owner')).toBe(false)
  })

  it('serves a PDF as a picture of its pages (UPLOAD-6)', async () => {
    const answer = await test.app.request((await given(makePdf({ pages: 2 }), 'id')).url)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'inline; filename="id.jpg"',
    })
    const { format, width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([format, width, height]).toEqual(['jpeg', 3500, 7000])
  })

  it('is refused once edited in any part (UPLOAD-11)', async () => {
    const { url } = await given(await photoWithPlace())
    const other = await given(await photoWithPlace())
    const [path = '', query = ''] = url.split('?')
    const [otherPath] = other.url.split('?')
    const later = query.replace(/Expires=\d+/, (text) => `Expires=${Number(text.slice(8)) + 3600}`)
    const last = url.at(-1) === 'A' ? 'B' : 'A'
    for (const edited of [
      path,
      `${otherPath}?${query}`,
      `${path}?${later}`,
      `${path}?${query.replace('Expires=', 'Expires=0')}`,
      `${url.slice(0, -1)}${last}`,
      `${url}A`,
      `${path.replace('user_documents', 'id_documents')}?${query}`,
      `${path.replace('user_documents', 'public')}?${query}`,
      `${path}?Signature=&Expires=`,
      `${path}?Expires=NaN&Signature=x`,
    ]) {
      const answer = await test.app.request(edited)
      expect([edited, answer.status, await answer.json()]).toMatchObject([
        edited,
        403,
        { code: 'signed_url_invalid' },
      ])
    }
    expect((await test.app.request(url)).status).toBe(200)
  })

  it('is renewed for its owner only (UPLOAD-12)', async () => {
    const { id } = await given(await photoWithPlace())
    const path = `/api/documents/${id}/url`
    expect((await test.app.request(path, ada)).status).toBe(200)
    expect((await test.app.request(path, await register(test))).status).toBe(404)
    expect((await test.app.request(path)).status).toBe(401)
    expect((await test.app.request('/api/documents/nonsense/url', ada)).status).toBe(404)
  })

  it('expires after an hour, and can be renewed before (UPLOAD-11)', async () => {
    const document = await given(await photoWithPlace())
    test.clock.advance(3599 * 1000)
    expect((await test.app.request(document.url)).status).toBe(200)
    test.clock.advance(1000)
    const ended = await test.app.request(document.url)
    expect([ended.status, await ended.json()]).toMatchObject([403, { code: 'signed_url_invalid' }])

    test.clock.advance(-30 * 60 * 1000)
    const path = `/api/documents/${document.id}/url`
    const renewed = storedDocumentSchema.parse(await (await test.app.request(path, ada)).json())
    test.clock.advance(3500 * 1000)
    expect((await test.app.request(renewed.url)).status).toBe(200)
  })
})

describe('the sweeper', () => {
  it('removes the row and file of an upload that no verification uses after a day (UPLOAD-21)', async () => {
    const { id, url } = await given(await photoWithPlace())
    await runSweep()
    expect((await test.app.request(url)).status).toBe(200)
    test.clock.advance(dayMs + 1)
    await runSweep()
    expect(await test.database.row(sql`SELECT id FROM documents WHERE id = ${id}`)).toBeNull()
    expect(await storedFiles(test)).toEqual([])
  })

  it('never removes the file of a document that was not destroyed', async () => {
    const { id, url } = await given(await photoWithPlace())
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseJob, { documentId: id }))
    await test.runJobs()
    expect((await test.app.request(url)).status).toBe(200)
  })

  it('finishes the work of a killed process (UPLOAD-10)', async () => {
    const { id, path } = await given(await photoWithPlace())
    await test.database.run(sql`UPDATE documents SET stored_at = NULL WHERE id = ${id}`)
    const address = { bucket: 'user_documents' as const, path }
    expect(await test.platform.storage.get(address)).not.toBeNull()
    test.clock.advance(dayMs + 1)
    await runSweep()
    expect(await test.platform.storage.get(address)).toBeNull()
    expect(await test.database.row(sql`SELECT id FROM documents WHERE id = ${id}`)).toBeNull()
  })
})

it('lists every file once, over several pages', async () => {
  const paths = Array.from({ length: 1001 }, (_, n) => `pages/${n}.png`)
  await test.database.run(sql`
    INSERT INTO documents (bucket, path, category, user_id, content_type, byte_count, created_at, stored_at, stored_sha256)
    SELECT 'user_documents', path, 'selfie', ${ada.id}, 'image/png', 1, ${test.clock.now()}, ${test.clock.now()},
      ${'0'.repeat(64)} FROM unnest(${paths}::text[]) AS path`)
  const seen: string[] = []
  for await (const { address } of listEveryFile(test.database)) seen.push(address.path)
  expect(seen.filter((path) => path.startsWith('pages/')).toSorted()).toEqual(paths.toSorted())
})
