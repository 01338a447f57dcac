import { afterEach, describe, expect, it } from 'vitest'
import { createDocumentReader, type DocumentReader } from '../platform/document-reader/index.ts'
import { register, upload, uploadDocument } from '../testing/people.ts'
import { askToRead, fetchReading } from '../testing/reading-people.ts'
import { hugePng, pictureOfDocument, pngPicture } from '../testing/sample-files.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
const day = '2026-03-11'
const programs = {
  hanging: new URL('../testing/hanging-reader.ts', import.meta.url),
  dying: new URL('../testing/dying-reader.ts', import.meta.url),
}
const readers: { close(): Promise<void> }[] = []
afterEach(() => Promise.all(readers.splice(0).map((reader) => reader.close())))

function makeReader(options: Partial<Parameters<typeof createDocumentReader>[0]>): DocumentReader {
  const reader = createDocumentReader({ logger: silentLogger, ...options })
  readers.push(reader)
  return reader
}

describe('a picture that breaks the reader', () => {
  it('by hanging ends its process; another process reads the next (READING-14)', async () => {
    const reader = makeReader({ program: programs.hanging, maxMs: 300 })
    const picture = await pngPicture()
    expect(await Promise.all([reader.scan(picture, day), reader.scan(picture, day)])).toEqual([null, null])
  })
  it('by crashing gives no result, instead of an exception (READING-13)', async () => {
    expect(await makeReader({ program: programs.dying }).scan(await pngPicture(), day)).toBeNull()
  })
  it('by using more memory than allowed ends its process (READING-13)', async () => {
    const reader = makeReader({ maxMemoryBytes: 150_000_000 })
    expect(await reader.scan(await pictureOfDocument('passport'), day)).toBeNull()
  })
  it('delays no other requests, and is reported as unread (READING-12, READING-13)', async () => {
    test.platform.documentReader = makeReader({ program: programs.hanging, maxMs: 1500 })
    const person = await register(test)
    const documentId = await uploadDocument(test, person, 'id', await pngPicture())
    await askToRead(test, person, documentId)
    let isDone = false
    const jobs = test.runJobs().then(() => {
      isDone = true
    })
    expect((await test.app.request('/healthz')).status).toBe(200)
    expect((await register(test)).id).toBeTruthy()
    expect(isDone).toBe(false)
    await jobs
    expect(await fetchReading(test, person, documentId)).toMatchObject({
      outcome: 'reader_unavailable',
      triesLeft: 3,
    })
  })
  it('as a decompression bomb is refused at the upload', async () => {
    const person = await register(test)
    expect((await upload(test, person, 'id', hugePng())).status).toBe(422)
  })
})
