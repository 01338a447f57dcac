import { beforeEach, describe, expect, it } from 'vitest'
import { thirdPartyViewSchema } from '../../contract/third-party.ts'
import type { StoredDocument } from '../../contract/verification.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { sweepDocumentsJob } from '../documents/index.ts'
import { bindJobHandlers } from '../job-handlers.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { storedFiles } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  give,
  invite,
  type Person,
  post,
  prepareSubmission,
  readAnswer,
  registerPaying,
  type ThirdParty,
  wholeSubmission,
} from '../testing/people.ts'
import { askToReadAs } from '../testing/reading-people.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
let ada: Person
let id: string
let sam: ThirdParty
beforeEach(async () => {
  test.clock.advance(60 * 60 * 1000)
  ada = await registerPaying(test)
  id = (await createVerification(test, ada, { type: 'person' })).id
  sam = await enter(test, id)
})

async function uploads(by = sam): Promise<{ selfie: StoredDocument | null; id: StoredDocument | null }> {
  const answer = await test.app.request(`/api/public/verifications/${by.verificationId}/form`, by)
  return thirdPartyViewSchema.parse(await answer.json()).uploads
}

const remove = async (by: { headers: Record<string, string> }, documentId: string, of = id) =>
  test.app.request(`/api/public/verifications/${of}/documents/${documentId}`, {
    method: 'DELETE',
    headers: by.headers,
  })

const open = async (url: string) => (await test.app.request(url)).status
const listFiles = async (owner: string) =>
  (await storedFiles(test)).filter((file) => file.includes(`_documents/${owner}`))

async function sweep() {
  await bindJobHandlers(test.platform)[sweepDocumentsJob.name]?.({})
  await test.runJobs()
}

describe('a file that the third party removes', () => {
  it('is gone at once from every address and from the form, and does not come back (UPLOAD-20)', async () => {
    const old = await give(test, sam, 'selfie')
    await give(test, sam, 'id')
    const shown = await uploads()
    expect((await remove(sam, shown.selfie?.id ?? '')).status).toBe(204)
    expect(await open(old)).toBe(404)
    expect(await uploads()).toMatchObject({ selfie: null, id: { id: shown.id?.id } })
    expect((await remove(sam, shown.selfie?.id ?? '')).status).toBe(204)
    await test.runJobs()
    expect(await listFiles(id)).toHaveLength(1)
  })

  it('takes the findings of its reading with it, finished or not (UPLOAD-20)', async () => {
    for (const isFinished of [true, false]) {
      await give(test, sam, 'id')
      const documentId = (await uploads()).id?.id ?? ''
      await readAnswer(askToReadAs(test, sam, documentId, toCalendarDate(test.clock.now())))
      if (isFinished) await test.runJobs()
      expect((await remove(sam, documentId)).status).toBe(204)
      const left = await test.database.rows(sql`
        SELECT outcome FROM document_readings WHERE document_id = ${documentId} AND forgotten_at IS NULL`)
      expect(left).toEqual([])
    }
  })

  it('is removed with the file that it replaced on another device, but not with a newer one (UPLOAD-20)', async () => {
    const first = await give(test, sam, 'selfie')
    test.clock.advance(1000)
    const second = await give(test, await enter(test, id), 'selfie')
    const shown = await uploads()
    test.clock.advance(1000)
    const third = await give(test, sam, 'selfie')
    expect((await remove(sam, shown.selfie?.id ?? '')).status).toBe(204)
    expect([await open(first), await open(second), await open(third)]).toEqual([404, 404, 200])
  })

  it('can be removed only with a pass of its own link, and not with the creator’s session (UPLOAD-25)', async () => {
    const url = await give(test, sam, 'selfie')
    const documentId = (await uploads()).selfie?.id ?? ''
    const other = await invite(test, ada, { type: 'person' })
    expect((await remove(other, documentId)).status).toBe(401)
    expect((await remove(ada, documentId)).status).toBe(403)
    expect((await remove({ headers: {} }, documentId)).status).toBe(401)
    expect((await remove(other, documentId, other.verificationId)).status).toBe(204)
    expect((await remove(sam, 'nonsense')).status).toBe(204)
    expect(await open(url)).toBe(200)
  })

  it('stays once it was submitted, and the removal is refused (UPLOAD-25)', async () => {
    const submit = await prepareSubmission(test, sam)
    const documentId = (await uploads()).selfie?.id ?? ''
    expect((await submit()).status).toBe(200)
    const answer = await remove(sam, documentId)
    expect([answer.status, await answer.json()]).toMatchObject([410, { code: 'link_closed' }])
    await test.runJobs()
    expect(await listFiles(id)).toHaveLength(2)
  })

  it('is either removed or submitted, even by fifty simultaneous requests (UPLOAD-26)', async () => {
    const submit = await prepareSubmission(test, sam)
    const documentId = (await uploads()).selfie?.id ?? ''
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => (n % 2 === 0 ? remove(sam, documentId) : submit())),
    )
    const submitted = answers.filter(({ status }) => status === 200)
    const removed = answers.filter(({ status }) => status === 204)
    expect(submitted.length + Math.min(1, removed.length)).toBe(1)
    const row = await test.database.row<{ status: string }>(
      sql`SELECT status FROM verifications WHERE id = ${id}`,
    )
    expect(row?.status).toBe(submitted.length === 1 ? 'verified' : 'pending')
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    // The later request gets a reason.
    for (const answer of answers.filter(({ status }) => status >= 400)) {
      const problem = (await answer.json()) as { title: string; detail: string }
      expect([problem.title, problem.detail].every((words) => words.length > 0)).toBe(true)
    }
  })
})

describe('an upload for a link', () => {
  it('is available on the last day of the link, on any device, and can be submitted (UPLOAD-21)', async () => {
    await give(test, sam, 'selfie')
    await give(test, sam, 'id')
    test.clock.advance(1000)
    // A newer upload for another link makes no difference.
    const other = await invite(test, ada, { type: 'person' })
    for (const category of ['selfie', 'id'] as const) await give(test, other, category)
    for (const days of [2, 27]) {
      test.clock.advance(days * dayMs)
      await sweep()
    }
    const later = await enter(test, id)
    const shown = await uploads(later)
    for (const document of [shown.selfie, shown.id]) expect(await open(document?.url ?? '')).toBe(200)
    const submission = await wholeSubmission(test, later)
    const answer = await post(test, later, {
      ...submission,
      selfieUrl: shown.selfie?.url ?? '',
      idUrl: shown.id?.url ?? '',
    })
    expect(answer.status).toBe(200)
  })

  it('is destroyed with the link, or a day after it was replaced (UPLOAD-21)', async () => {
    const first = await give(test, sam, 'selfie')
    test.clock.advance(1000)
    await give(test, sam, 'selfie')
    test.clock.advance(dayMs)
    await sweep()
    expect(await open(first)).toBe(403)
    expect(await listFiles(id)).toHaveLength(1)
    test.clock.advance(30 * dayMs)
    await bindJobHandlers(test.platform)['expire-verifications']?.({})
    await test.runJobs()
    expect(await listFiles(id)).toEqual([])
  })
})
