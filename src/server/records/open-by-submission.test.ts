import { describe, expect, it } from 'vitest'
import { describeTrailEntry } from '../../words/record.ts'
import { sql } from '../platform/database/index.ts'
import { listTrailRows, readStatus } from '../testing/kept.ts'
import {
  createVerification,
  enter,
  invite,
  postJson,
  readAnswer,
  readRefusal,
  register,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import {
  enterByCode,
  fetchBytes,
  fetchFile,
  fetchRecord,
  mailedLink,
  type RecordCaller,
  sealingForFile,
  setHold,
  statesIn,
  viewRecord,
  withdraw,
} from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const minuteMs = 60_000
const { test, ada } = sealingForFile()
const withCodes = testAppForFile({ emailCode: true })

/** A third party who has just submitted, with the pass that they used. */
async function submitted(): Promise<{ id: string; sam: ThirdParty }> {
  const sam = await invite(test, ada)
  await readAnswer(submitWhole(test, sam))
  return { id: sam.verificationId, sam }
}

const notFound = [404, 'record_not_found']

/** Tries every door of a record that the pass of a submission may open. */
async function tryEveryDoor(id: string, by: RecordCaller): Promise<unknown[]> {
  return Promise.all(
    [
      fetchRecord(test, id, by),
      fetchFile(test, id, 'record.pdf', by),
      fetchFile(test, id, 'record.json', by),
      test.app.request(`/api/records/${id}/pack`, by),
      withdraw(test, id, by),
    ].map(async (answer) => readRefusal(await answer)),
  )
}

const nothing = Array.from({ length: 5 }, () => notFound)

describe('the pass whose submission made the record', () => {
  it('opens it at once, until it is sealed without a PDF (RECORD-6, RECORD-74)', async () => {
    const { id, sam } = await submitted()
    expect(await viewRecord(test, id, sam)).toMatchObject({
      party: 'third_party',
      record: null,
      form: { fullName: 'Łucja Nowak', thirdPartySignature: 'Sam O’Neill' },
      can: { withdraw: true },
    })
    expect(await readRefusal(await fetchFile(test, id, 'record.pdf', sam))).toEqual([
      409,
      'record_not_sealed',
    ])
    await test.runJobs()
    expect((await viewRecord(test, id, sam)).record).not.toBeNull()
    expect((await fetchBytes(test, id, 'record.pdf', sam)).subarray(0, 5)).toEqual(
      new Uint8Array(Buffer.from('%PDF-')),
    )
    const pack = await test.app.request(`/api/records/${id}/pack`, sam)
    expect(pack.status).toBe(200)
    await pack.body?.cancel()
  })

  it('opens the pictures that this person gave, and the other person’s only with the mailed link (RECORD-74)', async () => {
    const { id, sam } = await submitted()
    await test.runJobs()
    expect(statesIn(await viewRecord(test, id, sam))).toEqual(['awaits_link', 'awaits_link', 'open', 'open'])
    expect(statesIn(await viewRecord(test, id, await mailedLink(test, id)))).toEqual(Array(4).fill('open'))
    const { documents } = await viewRecord(test, id, ada)
    const creators = [documents.creatorSelfie, documents.creatorId]
    const paths = creators.flatMap((view) => (view?.state === 'open' ? [view.document.path] : []))
    expect(paths).toHaveLength(2)
    const shown = await (await fetchRecord(test, id, sam)).text()
    for (const path of paths) expect(shown).not.toContain(path)
  })

  it('opens it for the rest of its 60 minutes, however often it is used, and so do the addresses of the pictures (RECORD-74)', async () => {
    const { id, sam } = await submitted()
    const endsAt = new Date(test.clock.now().getTime() + 60 * minuteMs)
    test.clock.advance(59 * minuteMs)
    const { accessEndsAt, documents } = await viewRecord(test, id, sam)
    expect(accessEndsAt).toBe(endsAt.toISOString())
    const own = documents.thirdPartySelfie
    if (own?.state !== 'open') throw new Error('their own photo is not open')
    expect(new Date(own.document.urlExpiresAt) <= endsAt).toBe(true)
    expect((await test.app.request(own.document.url)).status).toBe(200)
    test.clock.advance(minuteMs)
    expect(await tryEveryDoor(id, sam)).toEqual(nothing)
    expect((await test.app.request(own.document.url)).status).toBe(403)
    expect(await readStatus(test, id)).toBe('verified')
  })

  it('opens nothing after a withdrawal, by whom it may be (RECORD-13, RECORD-74)', async () => {
    for (const party of ['creator', 'third_party'] as const) {
      const { id, sam } = await submitted()
      await test.runJobs()
      expect((await withdraw(test, id, party === 'creator' ? ada : sam)).status).toBe(200)
      expect(await tryEveryDoor(id, sam)).toEqual(nothing)
      expect((await viewRecord(test, id, ada)).withdrawn?.by).toBe(party)
    }
  })

  it('withdraws once, even if both people press fifty times at the same time (RECORD-12, RECORD-74)', async () => {
    const { id, sam } = await submitted()
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => withdraw(test, id, n % 2 === 0 ? sam : ada)),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    const rows = await listTrailRows(test, id)
    expect(rows.filter((row) => row.startsWith('withdrawn'))).toHaveLength(1)
  })

  it('sets no legal hold and gets no code (HOLD-1, RECORD-74)', async () => {
    const { id, sam } = await submitted()
    await test.runJobs()
    expect((await viewRecord(test, id, sam)).can).toEqual({ withdraw: true, hold: false })
    expect(await readRefusal(await setHold(test, id, sam))).toEqual(notFound)
    expect(await readRefusal(await postJson(test, `/api/records/${id}/code`, {}, sam.headers))).toEqual(
      notFound,
    )
    expect((await viewRecord(test, id, ada)).holds).toEqual([])
  })

  it('is named in the trail (RECORD-11)', async () => {
    const { id, sam } = await submitted()
    await test.runJobs()
    await fetchRecord(test, id, sam)
    await fetchFile(test, id, 'record.pdf', sam)
    await fetchRecord(test, id, await mailedLink(test, id))
    const rows = await test.database.rows<Parameters<typeof describeTrailEntry>[0]>(sql`
      SELECT event, detail FROM audit_events
      WHERE verification_id = ${id} AND event IN ('viewed', 'downloaded') AND actor = 'third_party'
        AND detail->>'status' IS DISTINCT FROM 'pending' ORDER BY sequence`)
    expect(rows.map(describeTrailEntry)).toEqual([
      'Viewed (opened in the browser that submitted)',
      'Downloaded (opened in the browser that submitted)',
      'Viewed',
    ])
  })
})

describe('every other pass', () => {
  it('to the same link opens nothing, nor does that of another record (RECORD-7, RECORD-74)', async () => {
    const { id: link } = await createVerification(test, ada)
    const unused = await enter(test, link)
    const elsewhere = await enter(test, link, 'sam@example.com', 'another-browser'.padEnd(43, '_'))
    const used = await enter(test, link)
    await readAnswer(submitWhole(test, used))
    const other = await submitted()
    await test.runJobs()
    for (const by of [unused, elsewhere, other.sam]) expect(await tryEveryDoor(link, by)).toEqual(nothing)
    expect((await viewRecord(test, link, used)).form.status).toBe('verified')
  })

  it('opens nothing before a submission, or after a private no or a decline (RECORD-74)', async () => {
    for (const no of [null, 'private-no', 'decline'] as const) {
      const sam = await invite(test, ada)
      const path = `/api/public/verifications/${sam.verificationId}`
      if (no) expect((await postJson(test, `${path}/${no}`, {}, sam.headers)).status).toBeLessThan(300)
      expect(await tryEveryDoor(sam.verificationId, sam)).toEqual(nothing)
    }
  })
})

it('the pass of a submission opens the record without another code where codes are in force (RECORD-10, RECORD-71, RECORD-74)', async () => {
  const { id } = await createVerification(withCodes, await register(withCodes))
  const sam = await enterByCode(withCodes, id, 'sam@example.com')
  await readAnswer(submitWhole(withCodes, sam))
  await withCodes.runJobs()
  expect((await viewRecord(withCodes, id, sam)).party).toBe('third_party')
  expect(await readRefusal(await fetchRecord(withCodes, id, await mailedLink(withCodes, id)))).toEqual([
    403,
    'record_code_required',
  ])
  expect((await withdraw(withCodes, id, sam)).status).toBe(200)
})
