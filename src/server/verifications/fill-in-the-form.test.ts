import { beforeEach, describe, expect, it } from 'vitest'
import { thirdPartyFileAnswerSchema, thirdPartyViewSchema } from '../../contract/third-party.ts'
import { createApp } from '../app.ts'
import { sql } from '../platform/database/index.ts'
import { listEvents, readState, storedFiles } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  give,
  post,
  postJson,
  readProblem,
  register,
  subscribe,
} from '../testing/people.ts'
import { askInNewWindow } from '../testing/records.ts'
import {
  hugePng,
  makePdf,
  passwordEncryption,
  pdfPage,
  photoWithPlace,
  svgPicture,
} from '../testing/sample-files.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { forgetPassesJob } from './index.ts'

const test = soundAppForFile()
let { ada, id } = {} as Awaited<ReturnType<typeof askInNewWindow>>
beforeEach(async () => {
  ;({ ada, id } = await askInNewWindow(test))
})

describe('the form', () => {
  const read = (of: string, headers: Record<string, string> = {}) =>
    test.app.request(`/api/public/verifications/${of}/form`, { headers })

  it('shows the proven third party what they sign, and their uploads so far', async () => {
    const sam = await enter(test, id)
    await give(test, sam, 'selfie')
    test.clock.advance(1000)
    await give(test, sam, 'selfie')
    const form = thirdPartyViewSchema.parse(await (await read(id, sam.headers)).json())
    expect(form).toMatchObject({
      fullName: 'Łucja Nowak',
      thirdPartyName: 'Sam O’Neill',
      limits: { imageMaxBytes: 5 * 1024 * 1024, pdfMaxBytes: 5 * 1024 * 1024 },
      uploads: { id: null },
    })
    expect(form.uploads.selfie?.path).toContain(String(test.clock.now().getTime()))
    expect(JSON.stringify(form)).not.toMatch(/example\.com/i)
    expect((await test.app.request(form.uploads.selfie?.url ?? '')).status).toBe(200)
  })

  it("states whether the creator's current plan lets them open photo and ID (FORM-19)", async () => {
    const sam = await enter(test, id)
    const opens = async () => {
      const answer = await test.app.request(`/api/public/verifications/${id}/form`, sam)
      return thirdPartyViewSchema.parse(await answer.json()).creatorOpensFiles
    }
    expect(await opens()).toBe(false)
    await subscribe(test, ada)
    expect(await opens()).toBe(true)
  })

  it('is closed to an invalid, foreign, edited or expired token (GATE-8)', async () => {
    const sam = await enter(test, id)
    const other = await enter(test, (await createVerification(test, await register(test))).id)
    const edited = sam.headers.authorization.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
    const bad: Record<string, string>[] = [
      {},
      other.headers,
      { authorization: edited },
      { authorization: 'Bearer' },
    ]
    for (const headers of bad) {
      expect(await readProblem(await read(id, headers))).toMatchObject({
        status: 401,
        code: 'gate_token_invalid',
      })
    }
    test.clock.advance(60 * 60 * 1000 - 1)
    expect((await read(id, sam.headers)).status).toBe(200)
    test.clock.advance(1)
    expect(await readProblem(await read(id, sam.headers))).toMatchObject({ code: 'gate_token_invalid' })
  })
})

describe('an upload by the third party', () => {
  it('returns a signed URL, and also finds the category in the file’s name (SUBMIT-2)', async () => {
    const sam = await enter(test, id)
    const fields = { formId: id, verificationType: 'person', fileName: `${id}/id-1.pdf` }
    const answer = await post(test, sam, fields, pdfPage(), 'scan.pdf')
    const { fileUrl, document } = thirdPartyFileAnswerSchema.parse(await answer.json())
    expect(document).toMatchObject({ bucket: 'id_documents', category: 'id' })
    expect(document.path.startsWith(`${id}/id-`)).toBe(true)
    expect(fileUrl).toBe(`http://localhost:3000${document.url}`)
    expect((await test.app.request(document.url)).headers.get('content-type')).toBe('image/jpeg')
    const selfie = await post(test, sam, { formId: id, fileName: 'selfie' }, await photoWithPlace(), 'selfie')
    expect(await selfie.json()).toMatchObject({ success: true, document: { category: 'selfie' } })
    expect((await listEvents(test, id)).slice(3)).toEqual([
      'uploaded by third_party',
      'uploaded by third_party',
    ])
  })

  it('of a file of another type, locked, empty, damaged or too large stores nothing', async () => {
    const sam = await enter(test, id)
    const before = await readState(test)
    for (const [category, file, code] of [
      // A PDF called .jpg.
      ['selfie', pdfPage(), 'file_type_refused'],
      ['id', svgPicture(), 'file_type_refused'],
      ['id', makePdf({ trailer: passwordEncryption }), 'pdf_locked'],
      ['id', new Uint8Array(), 'file_empty'],
      ['id', new Uint8Array(60 * 1024 * 1024), 'file_too_large'],
      ['selfie', (await photoWithPlace()).slice(0, 2000), 'file_damaged'],
      ['selfie', hugePng(), 'image_too_many_pixels'],
    ] as const) {
      const problem = await readProblem(await post(test, sam, { formId: id, category }, file, 'photo.jpg'))
      expect(problem).toMatchObject({ code, success: false, error: problem.title })
      expect(await readState(test), code).toEqual(before)
    }
  })

  it('to another verification, without a pass, or by its owner stores nothing (SUBMIT-10, UPLOAD-19)', async () => {
    const other = (await createVerification(test, await register(test))).id
    const sam = await enter(test, id)
    const before = await readState(test)
    const fields = { formId: other, category: 'selfie' }
    const photo = await photoWithPlace()
    for (const [by, of, code] of [
      [sam, fields, 'gate_token_invalid'],
      [sam, { category: 'selfie' }, 'gate_token_invalid'],
      [{ headers: {} }, { ...fields, formId: id }, 'gate_token_invalid'],
      [{ headers: { authorization: 'Bearer x' } }, { ...fields, formId: id }, 'gate_token_invalid'],
      [await register(test), { ...fields, formId: id }, 'gate_token_invalid'],
      [ada, { ...fields, formId: id }, 'owner_cannot_submit'],
      [sam, { formId: id, fileName: '../../etc/passwd' }, 'validation_failed'],
      [sam, { formId: id, category: 'selfie', fileName: 'x'.repeat(100_000) }, 'validation_failed'],
    ] as const) {
      const { documents, files } = await readState(test)
      expect(await readProblem(await post(test, by, of, photo))).toMatchObject({ code })
      expect(await readState(test)).toMatchObject({ documents, files })
    }
    expect(await readState(test)).toEqual(before)
  })

  it('is refused and leaves no file when the request ends at the same time (STATE-4)', async () => {
    const sam = await enter(test, id)
    const { storage } = test.platform
    const slow = createApp({
      ...test.platform,
      storage: {
        ...storage,
        // The creator cancels after the file was written and before it takes effect.
        async put(address, bytes) {
          await storage.put(address, bytes)
          expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)).status).toBe(204)
        },
      },
    })
    const form = new FormData()
    form.set('formId', id)
    form.set('category', 'selfie')
    form.set('file', new File([new Uint8Array(await photoWithPlace())], 'selfie'))
    const request = { method: 'POST', headers: sam.headers, body: form }
    const answer = await slow.request('/functions/v1/third-party-upload', request)
    expect(await readProblem(answer)).toMatchObject({ status: 410, code: 'link_closed' })
    await test.runJobs()
    expect((await storedFiles(test)).some((file) => file.includes(id))).toBe(false)
    expect(await test.database.rows(sql`SELECT id FROM documents WHERE verification_id = ${id}`)).toEqual([])
  })
})

it('deletes expired passes (GATE-8)', async () => {
  const sam = await enter(test, id)
  const count = async () =>
    (await test.database.rows(sql`SELECT token_sha256 FROM gate_passes WHERE verification_id = ${id}`)).length
  const run = async () => {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetPassesJob, {}))
    await test.runJobs()
  }
  await run()
  expect([
    await count(),
    (await test.app.request(`/api/public/verifications/${id}/form`, sam)).status,
  ]).toEqual([1, 200])
  test.clock.advance(60 * 60 * 1000 + 1)
  await run()
  expect(await count()).toBe(0)
})
