import { afterEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { createImages } from '../platform/images/index.ts'
import { register, registerUnconfirmed } from '../testing/people.ts'
import { askToRead, uploadedId } from '../testing/reading-people.ts'
import { pdfPage, pngPicture } from '../testing/sample-files.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForFile } from '../testing/test-app-for.ts'

const test = testAppForFile()
const usual = { images: () => test.platform.images, documentReader: () => test.platform.documentReader }
let putBack = () => {}
afterEach(() => putBack())

it('four PDFs that hang, of one account: the fourth is told at once when to come again (ERROR-21)', async () => {
  const images = usual.images()
  const hanging = createImages(silentLogger, {
    pictures: new URL('../testing/hanging-reader.ts', import.meta.url),
    pdfs: new URL('../testing/hanging-reader.ts', import.meta.url),
  })
  test.platform.images = hanging
  putBack = () => {
    test.platform.images = images
  }
  const person = await registerUnconfirmed(test)
  const form = new FormData()
  form.set('category', 'id')
  form.set('file', new File([new Uint8Array(pdfPage())], 'id.pdf', { type: 'application/pdf' }))
  const encoded = new Response(form)
  const body = await encoded.arrayBuffer()
  const answers = Array.from({ length: 4 }, () =>
    Promise.resolve(
      test.app.request('/api/documents', {
        method: 'POST',
        headers: {
          ...person.headers,
          'content-type': encoded.headers.get('content-type') ?? '',
          'content-length': String(body.byteLength),
        },
        body,
      }),
    ),
  )
  const first = await Promise.race(answers)
  expect([first.status, first.headers.get('retry-after')]).toEqual([429, '5'])
  await hanging.close()
})

it('six accounts that have IDs read: who confirmed their address is read before all that wait (READING-16)', async () => {
  const reader = usual.documentReader()
  putBack = () => {
    test.platform.documentReader = reader
  }
  const picture = await pngPicture()
  const askAs = async (isConfirmed: boolean) => {
    const person = await (isConfirmed ? register(test) : registerUnconfirmed(test))
    const documentId = await uploadedId(test, person, picture)
    expect((await askToRead(test, person, documentId)).status).toBe(200)
    return documentId
  }
  for (let time = 0; time < 6; time += 1) await askAs(false)
  const honest = await askAs(true)
  test.platform.documentReader = {
    version: 'none',
    async see() {
      test.clock.advance(1000)
      return null
    },
  }
  await test.runJobs()
  const [first] = await test.database.rows<{ id: string }>(
    sql`SELECT document_id AS id FROM document_readings ORDER BY ended_at LIMIT 1`,
  )
  expect(first?.id).toBe(honest)
})

it('an account has two IDs that wait to be read, and is told when to ask for a third (READING-16)', async () => {
  const person = await register(test)
  const documentId = await uploadedId(test, person, await pngPicture())
  const statuses = []
  for (const fullName of ['Anna', 'Berta', 'Carla'])
    statuses.push((await askToRead(test, person, documentId, { fullName })).status)
  expect(statuses).toEqual([200, 200, 429])
})
