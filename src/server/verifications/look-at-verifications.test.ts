import { describe, expect, it } from 'vitest'
import { type VerificationList, verificationListSchema } from '../../contract/verification.ts'
import { sql } from '../platform/database/index.ts'
import { listTrailRows } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  give,
  type Person,
  readProblem,
  register,
  subscribe,
} from '../testing/people.ts'
import { completeRecord, personForEach, viewAsOwner } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()
const ada = personForEach(test)

describe('the list', () => {
  async function page(by: Person, query = ''): Promise<VerificationList> {
    const answer = await test.app.request(`/api/verifications${query}`, by)
    expect(answer.status).toBe(200)
    return verificationListSchema.parse(await answer.json())
  }

  it("pages only through the person's own ones, newest first, and counts them by kind (HISTORY-2)", async () => {
    await subscribe(test, ada, 'annual')
    await createVerification(test, await register(test), { type: 'person' })
    const ids: string[] = []
    for (let n = 0; n < 7; n += 1) {
      // Two at the same time, because the order must still be total.
      if (n % 2 === 0) test.clock.advance(1000)
      ids.push((await createVerification(test, ada, { type: n === 3 ? 'age' : 'person' })).id)
    }
    const seen: VerificationList['items'] = []
    let cursor: string | null = null
    do {
      const list: VerificationList = await page(ada, `?limit=3${cursor ? `&cursor=${cursor}` : ''}`)
      expect(list.counts).toEqual({ all: 7, age: 1, person: 6 })
      seen.push(...list.items)
      cursor = list.nextCursor
    } while (cursor)
    expect(seen.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    const instants = seen.map(({ createdAt }) => createdAt)
    expect(instants).toEqual(instants.toSorted().reverse())
    expect((await page(ada, '?type=age')).items.map(({ id }) => id)).toEqual([ids[3]])
  })

  it('is empty for a new person', async () => {
    expect(await page(ada)).toEqual({
      items: [],
      counts: { all: 0, age: 0, person: 0 },
      isLimited: false,
      nextCursor: null,
    })
  })

  it('refuses a limit and a kind that do not exist', async () => {
    for (const query of ['?limit=0', '?limit=1000', '?type=pet'])
      expect((await test.app.request(`/api/verifications${query}`, ada)).status, query).toBe(400)
  })
})

describe('the owner’s view', () => {
  it("shows the owner's documents while pending, but none of the third party (OWNER-3)", async () => {
    const { id } = await createVerification(test, ada)
    await give(test, await enter(test, id), 'selfie')
    const { documents, ...form } = await viewAsOwner(test, id, ada)
    expect(form).toMatchObject({
      status: 'pending',
      thirdPartySignature: null,
      thirdPartyEmail: 'Sam@Example.com',
    })
    expect([documents.selfie?.state, documents.id?.state]).toEqual(['open', 'open'])
    expect([documents.thirdPartySelfie, documents.thirdPartyId]).toEqual([null, null])
  })

  it('opens the third party’s documents on a paid plan once verified, for 7200 s (UPLOAD-11, OWNER-4)', async () => {
    await subscribe(test, ada)
    const { documents, ...form } = await viewAsOwner(test, await completeRecord(test, ada), ada)
    expect(form).toMatchObject({
      status: 'verified',
      thirdPartySignature: 'Sam O’Neill',
      thirdPartySignatureDate: test.clock.now().toISOString().slice(0, 10),
      emailProof: 'matched',
    })
    for (const shown of Object.values(documents)) {
      if (shown?.state !== 'open') throw new Error('not open')
      expect(Date.parse(shown.document.urlExpiresAt) - test.clock.now().getTime()).toBe(7_200_000)
      expect((await test.app.request(shown.document.url)).status).toBe(200)
    }
  })

  it('locks the third party’s documents on the free plan, including new addresses for them (OWNER-4)', async () => {
    const id = await completeRecord(test, ada)
    const { documents } = await viewAsOwner(test, id, ada)
    expect(documents).toMatchObject({
      selfie: { state: 'open' },
      id: { state: 'open' },
      thirdPartySelfie: { state: 'locked', until: 'paid_plan' },
      thirdPartyId: { state: 'locked', until: 'paid_plan' },
    })
    expect(JSON.stringify(documents.thirdPartySelfie)).not.toContain('url')
    const row = await test.database.row<{ id: string }>(
      sql`SELECT third_party_id_document_id AS id FROM verifications WHERE id = ${id}`,
    )
    const renewal = await test.app.request(`/api/documents/${row?.id}/url`, ada)
    expect(await readProblem(renewal)).toMatchObject({ status: 403, code: 'plan_required' })
    await subscribe(test, ada)
    expect((await test.app.request(`/api/documents/${row?.id}/url`, ada)).status).toBe(200)
  })

  it('locks them while the payment is pending (OWNER-11)', async () => {
    const id = await completeRecord(test, ada)
    await subscribe(test, ada, 'monthly', 'pending')
    const { documents } = await viewAsOwner(test, id, ada)
    const locked = { state: 'locked', until: 'payment' }
    expect(documents).toMatchObject({ thirdPartySelfie: locked, thirdPartyId: locked })
  })

  it('gives all others the same 404 as for an unknown id (OWNER-7, ERROR-3)', async () => {
    const { id } = await createVerification(test, ada)
    const eve = await register(test)
    const before = await listTrailRows(test, id)
    const texts: string[] = []
    for (const path of [id, '00000000-0000-4000-8000-000000000000', 'nonsense', `${id}'`]) {
      const answer = await test.app.request(`/api/verifications/${path}`, eve)
      texts.push(JSON.stringify({ ...(await readProblem(answer)), requestId: '' }))
    }
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).toContain('You do not have permission to view this form')
    expect((await test.app.request(`/api/verifications/${id}`)).status).toBe(401)
    expect(await listTrailRows(test, id)).toEqual(before)
  })

  it('records that it was viewed, once an hour (OWNER-10)', async () => {
    const { id } = await createVerification(test, ada)
    await Promise.all([viewAsOwner(test, id, ada), viewAsOwner(test, id, ada), viewAsOwner(test, id, ada)])
    expect(await listTrailRows(test, id)).toEqual([
      'created by creator',
      'invited by system',
      'viewed by creator',
    ])
    test.clock.advance(60 * 60 * 1000 - 1)
    // The access token is still valid.
    await viewAsOwner(test, id, ada)
    expect(await listTrailRows(test, id)).toHaveLength(3)
  })
})
