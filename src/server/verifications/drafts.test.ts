import { beforeEach, describe, expect, it } from 'vitest'
import { type Draft, draftSchema, type SavedDraft, savedDraftSchema } from '../../contract/draft.ts'
import { draftLifeDays } from '../../domain/verification/verification.ts'
import { sweepDocumentsJob } from '../documents/index.ts'
import { bindJobHandlers } from '../job-handlers.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { makeDraft } from '../testing/drafts.ts'
import { everyRow, storedFiles } from '../testing/kept.ts'
import {
  ageCreation,
  create,
  type Person,
  personCreation,
  postJson,
  putJson,
  register,
  subscribe,
  upload,
} from '../testing/people.ts'
import { pngPicture } from '../testing/sample-files.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { forgetDraftsJob } from './drafts.ts'

// Long sessions, because weeks pass in these tests.
const test = testAppForFile({ accessTokenLifeSeconds: 60 * 24 * 60 * 60 })
let ada: Person
beforeEach(async () => {
  test.clock.advance(60 * 60 * 1000)
  ada = await register(test)
})

const save = async (by: Person, draft: unknown, kind = 'age') =>
  putJson(test, `/api/drafts/${kind}`, draft, by.headers)

async function saved(by: Person, draft: unknown, kind = 'age'): Promise<SavedDraft> {
  const answer = await save(by, draft, kind)
  expect(answer.status).toBe(200)
  return savedDraftSchema.parse(await answer.json())
}

async function found(by: Person, kind = 'age'): Promise<Draft | null> {
  const { draft } = (await (await test.app.request(`/api/drafts/${kind}`, by)).json()) as { draft: unknown }
  return draft === null ? null : draftSchema.parse(draft)
}

const end = async (by: Person, kind = 'age') =>
  (await test.app.request(`/api/drafts/${kind}`, { method: 'DELETE', headers: by.headers })).status

const given = async (by: Person, category: string) =>
  ((await (await upload(test, by, category, await pngPicture())).json()) as { id: string }).id

const listFiles = async ({ id }: Person) => (await storedFiles(test)).filter((file) => file.includes(id))

async function run(job: string) {
  await bindJobHandlers(test.platform)[job]?.({})
  await test.runJobs()
}

describe('a draft', () => {
  it('is restored with every field, its step and its files on every signed-in device (DRAFT-1)', async () => {
    const [selfieDocumentId, idDocumentId] = [await given(ada, 'selfie'), await given(ada, 'id')]
    const draft = makeDraft({ step: 3, selfieDocumentId, idDocumentId })
    const { version } = await saved(ada, draft)
    const again = await found(ada)
    expect(again).toMatchObject({ version, step: 3, values: draft.values, idempotencyKey: 'a-key' })
    for (const document of [again?.selfie, again?.id]) {
      expect((await test.app.request(document?.url ?? '')).status).toBe(200)
    }
    expect([again?.selfie?.id, again?.id?.id]).toEqual([selfieDocumentId, idDocumentId])
    expect(await found(ada, 'person')).toBeNull()
  })

  it('stores the validity of the consent, and defaults to until withdrawn in an older draft (VALID-1)', async () => {
    await saved(ada, makeDraft({ values: { validity: '7_days' } }))
    expect((await found(ada))?.values.validity).toBe('7_days')
    const earlier = makeDraft()
    Reflect.deleteProperty(earlier.values, 'validity')
    await saved(ada, earlier, 'person')
    expect((await found(ada, 'person'))?.values.validity).toBe('until_withdrawn')
  })

  it('is hidden from all other people, with its files (DRAFT-2)', async () => {
    const eve = await register(test)
    const selfieDocumentId = await given(ada, 'selfie')
    await saved(ada, makeDraft({ selfieDocumentId }))
    expect(await found(eve)).toBeNull()
    await saved(eve, makeDraft({ selfieDocumentId }))
    expect((await found(eve))?.selfie).toBeNull()
    expect(await end(eve)).toBe(204)
    await test.runJobs()
    expect((await found(ada))?.selfie?.id).toBe(selfieDocumentId)
  })

  it('is unreadable in every row, and cannot be opened in another one (DRAFT-3)', async () => {
    const values = makeDraft().values
    await saved(
      ada,
      makeDraft({ values: { ...values, additionalInformation: 'Only on weekends, never on Elm Street' } }),
    )
    expect(await everyRow(test)).not.toMatch(/Elm Street|O’Neill/)
    const eve = await register(test)
    await test.database.run(sql`
      INSERT INTO drafts (user_id, kind, version, content, saved_at)
      SELECT ${eve.id}, kind, gen_random_uuid(), content, saved_at FROM drafts WHERE user_id = ${ada.id}`)
    expect((await test.app.request('/api/drafts/age', eve)).status).toBe(500)
    await test.database.run(sql`DELETE FROM drafts WHERE user_id = ${eve.id}`)
  })

  it('expires 7 days after it was last saved, with its files (DRAFT-4, UPLOAD-21)', async () => {
    expect(draftLifeDays).toBe(7)
    const selfieDocumentId = await given(ada, 'selfie')
    const { version, savedAt, expiresAt } = await saved(ada, makeDraft({ selfieDocumentId }))
    expect(Date.parse(expiresAt) - Date.parse(savedAt)).toBe(7 * dayMs)
    test.clock.advance(6 * dayMs)
    await saved(ada, makeDraft({ selfieDocumentId, replaces: version }))
    test.clock.advance(7 * dayMs - 1)
    await run(sweepDocumentsJob.name)
    await run(forgetDraftsJob.name)
    expect((await found(ada))?.selfie?.id).toBe(selfieDocumentId)
    test.clock.advance(1)
    expect(await found(ada)).toBeNull()
    test.clock.advance(1)
    await run(forgetDraftsJob.name)
    expect(await test.database.row(sql`SELECT version FROM drafts WHERE user_id = ${ada.id}`)).toBeNull()
    expect(await listFiles(ada)).toEqual([])
  })

  it('is replaced by a new one once it has expired, even before the sweep (DRAFT-4)', async () => {
    await saved(ada, makeDraft({ selfieDocumentId: await given(ada, 'selfie') }))
    test.clock.advance(8 * dayMs)
    await saved(ada, makeDraft({ step: 4 }))
    await test.runJobs()
    expect(await found(ada)).toMatchObject({ step: 4, selfie: null })
    expect(await listFiles(ada)).toEqual([])
  })

  it('is not overwritten when it was saved elsewhere, and the later writer gets an error (DRAFT-5)', async () => {
    const first = await saved(ada, makeDraft())
    const second = await saved(ada, makeDraft({ replaces: first.version, step: 3 }))
    for (const replaces of [first.version, null]) {
      const answer = await save(ada, makeDraft({ replaces, step: 4 }))
      expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'draft_changed' }])
    }
    expect(await found(ada)).toMatchObject({ version: second.version, step: 3 })
    await end(ada)
    expect((await save(ada, makeDraft({ replaces: second.version }))).status).toBe(409)
    expect(await found(ada)).toBeNull()
  })

  it('is stored once when it is sent again after a lost answer (DRAFT-5)', async () => {
    const draft = makeDraft()
    const first = await saved(ada, draft)
    expect(await saved(ada, draft)).toMatchObject({ version: first.version })
    await saved(ada, makeDraft({ replaces: first.version }))
    expect((await save(ada, draft)).status).toBe(409)
  })

  it('is stored once by fifty simultaneous writers (DRAFT-5)', async () => {
    const { version } = await saved(ada, makeDraft())
    for (const known of [version, null]) {
      const kind = known === null ? 'person' : 'age'
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => save(ada, makeDraft({ replaces: known }), kind)),
      )
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    }
  })

  it('destroys a file that it no longer uses, and omits one that was removed (DRAFT-6, UPLOAD-20)', async () => {
    const [first, second] = [await given(ada, 'selfie'), await given(ada, 'selfie')]
    const idDocumentId = await given(ada, 'id')
    const { version } = await saved(ada, makeDraft({ selfieDocumentId: first, idDocumentId }))
    await saved(ada, makeDraft({ replaces: version, selfieDocumentId: second, idDocumentId }))
    await test.app.request(`/api/documents/${idDocumentId}`, { method: 'DELETE', headers: ada.headers })
    await test.runJobs()
    expect(await found(ada)).toMatchObject({ selfie: { id: second }, id: null })
    expect(await listFiles(ada)).toHaveLength(1)
  })

  it('is deleted at once with its files when it is started over, and again without an error (DRAFT-7)', async () => {
    await saved(ada, makeDraft({ selfieDocumentId: await given(ada, 'selfie') }))
    await saved(ada, makeDraft(), 'person')
    expect([await end(ada), await end(ada)]).toEqual([204, 204])
    await test.runJobs()
    expect(await found(ada)).toBeNull()
    expect(await found(ada, 'person')).not.toBeNull()
    expect(await listFiles(ada)).toEqual([])
  })

  it('is deleted when a verification is made from it, with the files that this does not use (DRAFT-8)', async () => {
    await subscribe(test, ada)
    const creation = await ageCreation(test, ada)
    const { selfieDocumentId } = creation
    const unused = await given(ada, 'id')
    await saved(ada, makeDraft({ selfieDocumentId, idDocumentId: unused }))
    await saved(ada, makeDraft(), 'person')
    expect((await create(test, ada, { ...creation, signature: '' })).status).toBe(422)
    expect(await found(ada)).not.toBeNull()
    expect((await create(test, ada, creation)).status).toBe(201)
    await test.runJobs()
    expect(await found(ada)).toBeNull()
    expect(await listFiles(ada)).toHaveLength(2)
    expect(await found(ada, 'person')).not.toBeNull()
    expect((await create(test, ada, personCreation(test))).status).toBe(201)
    expect(await found(ada, 'person')).toBeNull()
  })

  it('is also deleted when the first answer was lost and it was saved again since (DRAFT-8, CREATE-12)', async () => {
    const send = () =>
      postJson(test, '/api/verifications', personCreation(test), {
        ...ada.headers,
        'idempotency-key': '"a-key"',
      })
    expect((await send()).status).toBe(201)
    await saved(ada, makeDraft(), 'person')
    expect((await send()).status).toBe(201)
    expect(await found(ada, 'person')).toBeNull()
  })

  it('never fails because of a simultaneous creation, save or deletion (DRAFT-8)', async () => {
    await subscribe(test, ada)
    const creation = await ageCreation(test, ada)
    const { selfieDocumentId, idDocumentId } = creation
    const { version } = await saved(ada, makeDraft({ selfieDocumentId, idDocumentId }))
    const answers = await Promise.all(
      Array.from({ length: 51 }, (_, n) => {
        if (n % 3 === 0) return create(test, ada, creation)
        if (n % 3 === 1) return save(ada, makeDraft({ replaces: version, selfieDocumentId }))
        return test.app.request('/api/drafts/age', { method: 'DELETE', headers: ada.headers })
      }),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const made = answers.filter(({ status }) => status === 201).length
    await test.runJobs()
    expect(made).toBeLessThanOrEqual(1)
    if (made === 1) expect(await listFiles(ada)).toHaveLength(2)
  })

  it('is refused for an unknown kind, and with more data than a form holds', async () => {
    expect((await save(ada, makeDraft(), 'other')).status).toBe(404)
    expect((await test.app.request('/api/drafts/other', ada)).status).toBe(404)
    const values = { ...makeDraft().values, additionalInformation: 'x'.repeat(10_001) }
    expect((await save(ada, makeDraft({ values }))).status).toBe(400)
    expect((await save(ada, { ...makeDraft(), values: {} })).status).toBe(400)
    expect(await found(ada)).toBeNull()
  })
})
