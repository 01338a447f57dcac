import { afterEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { createImages } from '../platform/images/index.ts'
import { type Person, register, registerUnconfirmed, uploadDocument } from '../testing/people.ts'
import { askToRead } from '../testing/reading-people.ts'
import { pdfPage, pngPicture } from '../testing/sample-files.ts'
import { silentLogger } from '../testing/silent-logger.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile({ trustProxy: true })
const usual = { images: () => test.platform.images, documentReader: () => test.platform.documentReader }
let putBack = () => {}
afterEach(() => putBack())

it('of four hanging PDFs of one account the fourth is told at once when to retry (ERROR-21)', async () => {
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

/** Has the waiting documents read by a reader that sees nothing, and returns them in the order of reading. */
async function listAsRead(): Promise<string[]> {
  const reader = usual.documentReader()
  putBack = () => {
    test.platform.documentReader = reader
  }
  test.platform.documentReader = {
    version: 'none',
    async scan() {
      test.clock.advance(1000)
      return { zones: [], barcodes: [], lines: [], hasFace: false, reason: null }
    },
  }
  const since = test.clock.now()
  await test.runJobs()
  const rows = await test.database.rows<{ id: string }>(
    sql`SELECT document_id AS id FROM document_readings WHERE ended_at > ${since} ORDER BY ended_at`,
  )
  return rows.map(({ id }) => id)
}

/** Requests the reading of a person's ID, from a network. */
async function askFrom(person: Person, network: string, claims = {}): Promise<string> {
  const documentId = await uploadDocument(test, person, 'id', await pngPicture())
  const headers = { ...person.headers, 'x-forwarded-for': network }
  expect((await askToRead(test, { ...person, headers }, documentId, claims)).status).toBe(200)
  return documentId
}

it('when six accounts have IDs read, another network is read after one of theirs, and confirmed addresses come first (READING-16)', async () => {
  const strangers = await Promise.all(Array.from({ length: 6 }, () => register(test)))
  const theirs: string[] = []
  // Each from its own /64 of one /48.
  for (const [at, one] of strangers.entries())
    for (const fullName of ['Anna', 'Berta'])
      theirs.push(await askFrom(one, `2001:db8:1:${at}::1`, { fullName }))
  const unconfirmed = await askFrom(await registerUnconfirmed(test), '198.51.100.1')
  const honest = await askFrom(await register(test), '203.0.113.7')
  const order = await listAsRead()
  expect(order).toHaveLength(14)
  expect(order.indexOf(honest)).toBe(1)
  expect(order.at(-1)).toBe(unconfirmed)
  const [aThirdOne, aSecondOfTheFourth] = [theirs[4] ?? '', theirs[7] ?? '']
  expect(order.indexOf(aThirdOne)).toBeLessThan(order.indexOf(theirs[3] ?? ''))
  expect(order.indexOf(theirs[10] ?? '')).toBeLessThan(order.indexOf(aSecondOfTheFourth))
})

it('a person whose reading crashed is read after all others for ten minutes (READING-16)', async () => {
  const reader = usual.documentReader()
  putBack = () => {
    test.platform.documentReader = reader
  }
  const person = await register(test)
  test.platform.documentReader = { version: 'none', scan: async () => null }
  await askFrom(person, '198.51.100.2')
  await test.runJobs()
  const late = await askFrom(person, '198.51.100.2')
  const honest = await askFrom(await register(test), '203.0.113.8')
  expect(await listAsRead()).toEqual([honest, late])
  test.clock.advance(10 * 60_000)
  const forgiven = await askFrom(person, '198.51.100.2')
  const other = await askFrom(await register(test), '203.0.113.9')
  expect(await listAsRead()).toEqual([forgiven, other])
})

it('an account that sends fifty concurrent requests gets two waiting readings, and is told when to retry (READING-16)', async () => {
  const person = await register(test)
  const documentId = await uploadDocument(test, person, 'id', await pngPicture())
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, at) => askToRead(test, person, documentId, { fullName: `Anna ${at}` })),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(refused).toHaveLength(48)
  // Requests beyond the endpoint's own limit are told to wait longer.
  const told = new Set(refused.map(({ headers }) => headers.get('retry-after')))
  expect([...told].toSorted()).toEqual(['5', '600'])
})
