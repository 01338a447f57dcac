import { randomBytes } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { waitingQuota } from '../../domain/document.ts'
import { keepDocument, sweepDocumentsJob } from '../documents/index.ts'
import { isRefusal } from '../http/problem.ts'
import { bindJobHandlers } from '../job-handlers.ts'
import { sql } from '../platform/database/index.ts'
import { storedFiles } from '../testing/kept.ts'
import {
  ageCreation,
  create,
  createVerification,
  enter,
  multipart,
  type Person,
  post,
  register,
  upload,
} from '../testing/people.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let ada: Person
let picture: Uint8Array
beforeAll(async () => {
  picture = await pngPicture()
})
beforeEach(async () => {
  ada = await register(test)
})

const keptBy = (userId: string) =>
  test.database.rows(sql`SELECT id FROM documents WHERE user_id = ${userId} AND destroyed_at IS NULL`)

async function readCode(answer: Response): Promise<[number, string]> {
  return [answer.status, ((await answer.json()) as { code: string }).code]
}

function replace(person: Person, replaces: string) {
  return test.app.request('/api/documents', {
    method: 'POST',
    headers: person.headers,
    body: multipart({ category: 'selfie', replaces }, picture, 'photo.png'),
  })
}

const readId = async (answer: Response | Promise<Response>) =>
  ((await (await answer).json()) as { id: string }).id

describe('an account that uploads files without using them', () => {
  it('has a limit of files, with fifty concurrent uploads (UPLOAD-22)', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => upload(test, ada, 'selfie', picture)))
    const stored = answers.filter(({ status }) => status === 201)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(stored).toHaveLength(waitingQuota.account.files)
    for (const answer of refused) expect(await readCode(answer)).toEqual([409, 'storage_full'])
    expect(await keptBy(ada.id)).toHaveLength(waitingQuota.account.files)
    expect((await storedFiles(test)).filter((file) => file.includes(ada.id))).toHaveLength(
      waitingQuota.account.files,
    )
    expect((await upload(test, await register(test), 'selfie', picture)).status).toBe(201)
  })

  it('has a limit of bytes, with concurrent uploads (UPLOAD-22)', async () => {
    const bytes = randomBytes(1024)
    const big = {
      bytes,
      type: 'image/png',
      sha256: 'b'.repeat(64),
    } as const
    const keep = () =>
      keepDocument(test.platform, { userId: ada.id }, 'id', big, {
        onDestroyed: async () => {},
        replaces: null,
        checkLast: async () => null,
      })
    const first = await keep()
    if (isRefusal(first)) throw new Error('refused')
    await test.database.run(sql`
      UPDATE documents SET byte_count = ${waitingQuota.account.bytes - 1500} WHERE id = ${first.id}`)
    const others = await Promise.all(Array.from({ length: 8 }, keep))
    expect(others.filter((kept) => !isRefusal(kept))).toHaveLength(1)
    expect(await keep()).toEqual({ refused: 'storage_full' })
  })

  it('gets its room back a day later', async () => {
    for (let n = 0; n < waitingQuota.account.files; n += 1) await upload(test, ada, 'selfie', picture)
    test.clock.advance(11 * 60 * 1000)
    expect((await upload(test, ada, 'selfie', picture)).status).toBe(409)
    test.clock.advance(24 * 60 * 60 * 1000)
    await bindJobHandlers(test.platform)[sweepDocumentsJob.name]?.({})
    expect(await keptBy(ada.id)).toEqual([])
  })
})

describe('an honest person', () => {
  it('can retake a photo any number of times: the previous one is destroyed and its room given back (UPLOAD-20)', async () => {
    let last = await readId(upload(test, ada, 'selfie', picture))
    for (let n = 0; n < waitingQuota.account.files + 5; n += 1) last = await readId(replace(ada, last))
    await test.runJobs()
    expect(await keptBy(ada.id)).toEqual([{ id: last }])
    expect((await storedFiles(test)).filter((file) => file.includes(ada.id))).toHaveLength(1)
  })

  it('keeps the files of a verification, even if a later upload claims to replace them (UPLOAD-20)', async () => {
    const creation = await ageCreation(test, ada)
    expect((await create(test, ada, creation)).status).toBe(201)
    expect((await replace(ada, creation.selfieDocumentId)).status).toBe(201)
    expect(await keptBy(ada.id)).toContainEqual({ id: creation.selfieDocumentId })
  })
})

it.each(['account', 'set'] as const)(
  'a full %s accepts no file that replaces one of another kind',
  async (kind) => {
    const { id: formId } = await createVerification(test, ada, { type: 'person' })
    const sam = await enter(test, formId)
    const send = (category: 'selfie' | 'id', more: Record<string, string> = {}) =>
      kind === 'set'
        ? post(test, sam, { formId, category, ...more }, picture, 'photo.png')
        : test.app.request('/api/documents', {
            method: 'POST',
            headers: ada.headers,
            body: multipart({ category, ...more }, picture, 'photo.png'),
          })
    // Files referenced by the verification don't count for this quota.
    const stored = (await (await send('id')).json()) as { id?: string; document?: { id: string } }
    const id = stored.document?.id ?? stored.id ?? ''
    for (let n = 1; n < waitingQuota[kind].files; n += 1) expect((await send('selfie')).ok).toBe(true)
    for (let n = 0; n < 3; n += 1) {
      expect(await (await send('selfie', { replaces: id })).json()).toMatchObject({ code: 'storage_full' })
    }
    expect((await send('id', { replaces: id })).ok).toBe(true)
  },
)

it('a file can’t replace another person’s file, or one of another kind', async () => {
  const eve = await register(test)
  const selfie = await readId(upload(test, ada, 'selfie', picture))
  const id = await readId(upload(test, eve, 'id', picture))
  expect((await replace(eve, selfie)).status).toBe(201)
  expect((await replace(eve, id)).status).toBe(201)
  expect(await keptBy(ada.id)).toEqual([{ id: selfie }])
  expect(await keptBy(eve.id)).toHaveLength(3)
})

it('a set has a limit of files, and retaking a photo doesn’t count (UPLOAD-22)', async () => {
  const { id } = await createVerification(test, ada, { type: 'person' })
  const sam = await enter(test, id)
  const send = (more: Record<string, string> = {}) =>
    post(test, sam, { formId: id, category: 'selfie', ...more }, picture, 'photo.png')
  const answers = await Promise.all(Array.from({ length: 20 }, () => send()))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(waitingQuota.set.files)
  const refused = answers.find(({ status }) => status !== 200)
  expect(await refused?.json()).toMatchObject({ code: 'storage_full', success: false })
  const stored = answers.find(({ status }) => status === 200) ?? Response.json({})
  const { document } = (await stored.json()) as { document: { id: string } }
  expect((await send({ replaces: document.id })).status).toBe(200)
  expect((await send()).status).toBe(409)
})
