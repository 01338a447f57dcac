import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { beforeEach, describe, expect, it } from 'vitest'
import { storedDocumentSchema } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import { storedFiles } from '../testing/kept.ts'
import { type Person, register, subscribe, upload } from '../testing/people.ts'
import { deflatedZeros, makePdf, photoWithPlace, zipArchive } from '../testing/sample-files.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let mallory: Person
beforeEach(async () => {
  test.clock.advance(15 * 60 * 1000)
  mallory = await register(test)
})

const flate = (stream: string | Uint8Array) => ({
  dictionary: '/Filter /FlateDecode',
  stream: deflateSync(stream),
})

async function readKept(person: Person): Promise<Buffer> {
  const rows = await test.database.rows<{
    bucket: 'id_documents'
    path: string
    type: string
    count: number
  }>(
    sql`SELECT bucket, path, content_type AS type, byte_count AS count FROM documents WHERE user_id = ${person.id}`,
  )
  expect(rows).toHaveLength(1)
  const [row] = rows
  const bytes = row && (await test.platform.storage.get(row))
  if (!row || !bytes) throw new Error('nothing is kept')
  expect([row.type, row.path.slice(-4), row.count]).toEqual(['image/jpeg', '.jpg', bytes.byteLength])
  return Buffer.from(bytes)
}

describe('a PDF with hidden content', () => {
  const page = '/MediaBox [0 0 300 200]'
  const script = '<< /S /JavaScript /JS (app.alert\\(CANARY\\)) >>'
  const hidden: [string, Uint8Array][] = [
    ['a script that runs when it is opened', makePdf({ page, catalog: `/OpenAction ${script}` })],
    [
      'a script by its name',
      makePdf({ page, catalog: `/Names << /JavaScript << /Names [(CANARY) ${script}] >> >>` }),
    ],
    ['a script of its page', makePdf({ page: `${page} /AA << /O ${script} >>` })],
    ['a program to start', makePdf({ page, catalog: '/OpenAction << /S /Launch /F (CANARY.exe) >>' })],
    [
      'an address to open',
      makePdf({ page, catalog: '/OpenAction << /S /URI /URI (https://canary.example/CANARY) >>' }),
    ],
    [
      'a file to send a form to',
      makePdf({
        page: `${page} /Annots [5 0 R]`,
        catalog: `/AcroForm << /Fields [5 0 R] /XFA 6 0 R >>`,
        more: [
          `<< /Type /Annot /Subtype /Widget /FT /Btn /T (CANARY) /Rect [0 0 90 90] /A << /S /SubmitForm /F (https://canary.example) >> >>`,
          { dictionary: '', stream: '<xdp><script>CANARY</script></xdp>' },
        ],
      }),
    ],
    [
      'another file',
      makePdf({
        page,
        catalog:
          '/Names << /EmbeddedFiles << /Names [(CANARY) << /Type /Filespec /F (CANARY.exe) /EF << /F 5 0 R >> >>] >> >>',
        more: [{ dictionary: '/Type /EmbeddedFile', stream: 'MZ CANARY' }],
      }),
    ],
    ['an archive behind its text', makePdf({ page, more: [Buffer.from(zipArchive()).toString('latin1')] })],
    ['a page of HTML', makePdf({ page, more: ['(<html><script>CANARY</script></html>)'] })],
    ['who made it', makePdf({ page, trailer: '/Info << /Author (CANARY) >>' })],
  ]

  it.each(hidden)('leaves no trace of it: %s (UPLOAD-6)', async (_, file) => {
    const answer = await upload(test, mallory, 'id', file, 'id.pdf')
    expect(answer.status).toBe(201)
    const kept = await readKept(mallory)
    expect(await sharp(kept).metadata()).toMatchObject({ format: 'jpeg', width: 3500, height: 2333 })
    for (const mark of [
      '%PDF',
      'CANARY',
      'canary',
      'JavaScript',
      'PK\x03\x04',
      '<html',
      '<script',
      'endobj',
    ]) {
      expect(kept.includes(mark), mark).toBe(false)
    }
    const { url, contentType } = storedDocumentSchema.parse(await answer.json())
    const shown = await test.app.request(url)
    expect([contentType, shown.headers.get('content-type')]).toEqual(['image/jpeg', 'image/jpeg'])
    expect(Buffer.from(await shown.arrayBuffer()).equals(kept)).toBe(true)
  })
})

describe('a PDF made to exhaust the server', () => {
  const strokes = () => flate('0 0 m 595 842 l 0 842 l 595 0 l S\n'.repeat(2_000_000))
  const exhausting: [string, () => Uint8Array, string][] = [
    ['5,000 pages', () => makePdf({ pages: 5000 }), 'pdf_too_many_pages'],
    ['a page that is drawn forever', () => makePdf({ contents: strokes() }), 'pdf_too_complex'],
    [
      'a bomb of 400 MB',
      () => makePdf({ contents: { dictionary: '/Filter /FlateDecode', stream: deflatedZeros(400_000_000) } }),
      'pdf_too_complex',
    ],
    ['forms within forms, 20 to the power of 12 of them', () => formsInForms(), 'pdf_too_complex'],
    ['a picture of 30,000 x 30,000 pixels', () => hugeScan(), 'pdf_too_complex'],
  ]

  it.each(exhausting)('is refused, and nothing is stored: %s', async (_, file, code) => {
    await subscribe(test, mallory)
    const files = await storedFiles(test)
    const answer = await upload(test, mallory, 'id', file(), 'id.pdf')
    expect([answer.status, await answer.json()]).toMatchObject([422, { code }])
    expect(await storedFiles(test)).toEqual(files)
    expect(await test.database.rows(sql`SELECT id FROM documents WHERE user_id = ${mallory.id}`)).toEqual([])
  })

  it('becomes a picture of the usual size if its page is 14,400 x 14,400 points', async () => {
    const answer = await upload(test, mallory, 'id', makePdf({ page: '/MediaBox [0 0 14400 14400]' }))
    expect(answer.status).toBe(201)
    expect(await sharp(await readKept(mallory)).metadata()).toMatchObject({ width: 3500, height: 3500 })
  })

  it('doesn’t delay another person’s photo', async () => {
    const ada = await register(test)
    let isOver = false
    const attack = Promise.resolve(upload(test, mallory, 'id', makePdf({ contents: strokes() }))).finally(
      () => {
        isOver = true
      },
    )
    expect((await upload(test, ada, 'selfie', await photoWithPlace())).status).toBe(201)
    expect((await test.app.request('/healthz')).status).toBe(200)
    expect(isOver).toBe(false)
    expect((await attack).status).toBe(422)
    // Its thread was ended; the next PDF gets a new one.
    expect((await upload(test, ada, 'id', makePdf())).status).toBe(201)
  })

  function formsInForms(): Uint8Array {
    const form = (next: number) => ({
      dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 600 900] /Resources << /XObject << /X ${next} 0 R >> >>`,
      stream: next === 17 ? '0 0 m 500 500 l S' : '/X Do '.repeat(20),
    })
    return makePdf({
      page: '/MediaBox [0 0 595 842] /Resources << /XObject << /X 5 0 R >> >>',
      contents: { dictionary: '', stream: '/X Do '.repeat(20) },
      more: Array.from({ length: 12 }, (_, index) => form(6 + index)),
    })
  }

  function hugeScan(): Uint8Array {
    return makePdf({
      page: '/MediaBox [0 0 595 842] /Resources << /XObject << /I 5 0 R >> >>',
      contents: { dictionary: '', stream: 'q 595 0 0 842 0 0 cm /I Do Q' },
      more: [
        {
          dictionary:
            '/Type /XObject /Subtype /Image /Width 30000 /Height 30000 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter [/FlateDecode /FlateDecode]',
          stream: deflateSync(deflatedZeros(900_000_000)),
        },
      ],
    })
  }
})
