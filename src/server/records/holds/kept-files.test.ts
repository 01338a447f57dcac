import { beforeEach, describe, expect, it } from 'vitest'
import { countOverdueWork } from '../../due-work.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import { logInAgain, postJson, readAnswer, readProblem } from '../../testing/people.ts'
import {
  fetchBytes,
  fetchFile,
  holdEvents,
  liftHold,
  listStored,
  mailedLink,
  mailsTo,
  readWords,
  sealedRecord,
  setHold,
  statesIn,
  sweep,
  viewAsOwner,
  viewRecord,
  withdraw,
} from '../../testing/records.ts'
import { soundAppForFile } from '../../testing/test-app.ts'
import { endHoldsJob } from './set-hold.ts'

const all = [true, true, true, true]
const none = [false, false, false, false]

const test = soundAppForFile()
let { ada, id, sam } = {} as Awaited<ReturnType<typeof sealedRecord>>
beforeEach(async () => {
  ;({ ada, id, sam } = await sealedRecord(test))
})

/** Runs the tasks some days later. By then, the creator's session and the third party's link have expired. */
async function later(days: number): Promise<void> {
  test.clock.advance(days * dayMs)
  await sweep(test)
}
/** Signs the creator in again, and requests a new link for the third party. */
async function comeBack(): Promise<void> {
  ada = await logInAgain(test, ada)
  await postJson(test, `/api/records/${id}/link`, { email: 'sam@example.com' })
  await test.runJobs()
  sam = await mailedLink(test, id)
}
const ownerView = () => viewAsOwner(test, id, ada)
const subjectsTo = async (to: string) => (await mailsTo(test, to)).map(({ subject }) => subject)

describe('after the retention period', () => {
  it('files stay locked until the hold ends, and are then destroyed (HOLD-4, HOLD-6)', async () => {
    await setHold(test, id, sam)
    await later(91)
    expect(await listStored(test, id)).toEqual(all)
    await comeBack()
    expect(statesIn(await viewRecord(test, id, ada))).toEqual(['open', 'open', 'withheld', 'withheld'])
    expect(statesIn(await viewRecord(test, id, sam))).toEqual(['withheld', 'withheld', 'open', 'open'])
    expect((await ownerView()).documents).toMatchObject({
      selfie: { state: 'open' },
      thirdPartySelfie: { state: 'withheld' },
      thirdPartyId: { state: 'withheld' },
    })
    await later(1)
    expect(await holdEvents(test, id)).toEqual(['hold_set by third_party', 'files_withheld by system'])
    await later(88)
    expect(await listStored(test, id)).toEqual(none)
    expect(await holdEvents(test, id)).toEqual([
      'hold_set by third_party',
      'files_withheld by system',
      'hold_ended by system',
      'files_destroyed by system',
    ])
    expect(await subjectsTo('sam@example.com')).toContain('A legal hold has ended')
    expect(await subjectsTo(ada.email)).toContain('A legal hold has ended')
    const row = await test.database.row(
      sql`SELECT id FROM verifications WHERE id = ${id} AND files_destroyed_at IS NOT NULL`,
    )
    expect(row).not.toBeNull()
  })

  it('files without a hold in force are destroyed as usual (HOLD-4)', async () => {
    await setHold(test, id, ada)
    await liftHold(test, id, ada)
    await later(91)
    expect(await listStored(test, id)).toEqual(none)
    expect(await holdEvents(test, id)).toEqual([
      'hold_set by creator',
      'hold_lifted by creator',
      'files_destroyed by system',
    ])
  })

  it('files stay until the last of two holds ends (HOLD-3, HOLD-4)', async () => {
    await setHold(test, id, sam)
    await later(80)
    await comeBack()
    expect((await setHold(test, id, ada)).status).toBe(201)
    expect((await setHold(test, id, ada)).status).toBe(409)
    await later(101)
    expect(await listStored(test, id)).toEqual(all)
    expect(await subjectsTo(ada.email)).toContain('A legal hold has ended')
    const [mail] = (await mailsTo(test, ada.email)).filter(
      ({ subject }) => subject === 'A legal hold has ended',
    )
    expect(mail?.text).toContain('Another hold still keeps the photos and IDs')
    await later(80)
    expect(await listStored(test, id)).toEqual(none)
  })

  it("files kept only by a hold can't be kept by another one (HOLD-1, HOLD-3)", async () => {
    await setHold(test, id, sam)
    await later(100)
    await comeBack()
    expect(await readProblem(await setHold(test, id, ada))).toMatchObject({
      status: 409,
      code: 'hold_without_files',
      detail: expect.stringContaining('Their time is over'),
    })
    expect((await viewRecord(test, id, ada)).can.hold).toBe(false)
    await later(81)
    expect(await listStored(test, id)).toEqual(none)
  })

  it('files are destroyed at once when the last hold is lifted (HOLD-4)', async () => {
    await setHold(test, id, sam)
    await setHold(test, id, ada)
    await later(91)
    await comeBack()
    await liftHold(test, id, sam)
    await test.runJobs()
    expect(await listStored(test, id)).toEqual(all)
    await liftHold(test, id, ada)
    await test.runJobs()
    expect(await listStored(test, id)).toEqual(none)
    expect((await holdEvents(test, id)).at(-1)).toBe('files_destroyed by system')
  })

  it('the sweep finds a hold by its row, and reports when it is late (HOLD-4)', async () => {
    await setHold(test, id, sam)
    test.clock.advance(180 * dayMs)
    const late = async () =>
      (await countOverdueWork(test.platform)).find(({ kind }) => kind === 'holds')?.count
    expect(await late()).toBe(0)
    test.clock.advance(61 * 60_000)
    expect(await late()).toBe(1)
    // Independent of earlier jobs: a later run finds it.
    await runDue(test, endHoldsJob)
    expect(await late()).toBe(0)
  })
})

describe('a withdrawal', () => {
  it('by the other person locks the files, shows until when, and otherwise takes effect at once (HOLD-4, HOLD-6, HOLD-9)', async () => {
    await setHold(test, id, sam)
    const endsAt = (await viewRecord(test, id, ada)).heldUntil
    // Earlier addresses no longer open anything, but a person's own files can get new addresses.
    const before = await viewRecord(test, id, sam)
    const beforeAda = (await ownerView()).documents
    const answer = await withdraw(test, id, ada)
    expect(await answer.json()).toMatchObject({ heldUntil: endsAt })
    await test.runJobs()
    expect(await listStored(test, id)).toEqual(all)
    // The withdrawal ends the earlier link, as usual.
    expect((await test.app.request(`/api/records/${id}`, sam)).status).toBe(404)
    sam = await mailedLink(test, id)
    const view = await viewRecord(test, id, sam)
    expect(view.form.status).toBe('withdrawn')
    expect(statesIn(view)).toEqual(['withheld', 'withheld', 'open', 'open'])
    expect(statesIn(await viewRecord(test, id, ada))).toEqual(['open', 'open', 'withheld', 'withheld'])
    const readUrl = (one: { state: string } | null) =>
      one && 'document' in one ? (one.document as { url: string; id: string }) : null
    for (const one of [before.documents.creatorId, before.documents.thirdPartyId, beforeAda.thirdPartyId])
      expect((await test.app.request(readUrl(one)?.url ?? '')).status).toBe(404)
    expect((await test.app.request(readUrl(view.documents.thirdPartyId)?.url ?? '')).status).toBe(200)
    const theirs = readUrl(beforeAda.thirdPartyId)?.id
    expect((await test.app.request(`/api/documents/${theirs}/url`, ada)).status).toBe(404)
    const own = readUrl(beforeAda.id)?.id
    const fresh = await test.app.request(`/api/documents/${own}/url`, ada)
    expect((await test.app.request(((await fresh.json()) as { url: string }).url)).status).toBe(200)

    for (const to of [ada.email, 'sam@example.com']) {
      const mail = (await mailsTo(test, to)).findLast(({ subject }) => subject === 'Consent was withdrawn')
      expect(mail?.text).toContain('A legal hold keeps both people’s photos and IDs')
      expect(mail?.text).not.toContain('have been deleted')
    }
    const twin = await readAnswer<{ facts: object }>(fetchFile(test, id, 'withdrawal.json', ada))
    expect(twin.facts).toMatchObject({ filesHeldUntil: endsAt })
    const text = await readWords(await fetchBytes(test, id, 'withdrawal.pdf', ada))
    expect(text).toMatch(/a legal hold keeps them, until \d+ \w+ 20\d\d,/)
    expect(text).not.toContain('were destroyed with the withdrawal')

    await later(181)
    expect(await listStored(test, id)).toEqual(none)
    expect((await holdEvents(test, id)).slice(-2)).toEqual([
      'hold_ended by system',
      'files_destroyed by system',
    ])
  })

  it('by the holder ends the hold, and the files are destroyed as usual (HOLD-5)', async () => {
    await setHold(test, id, sam)
    expect(await (await withdraw(test, id, sam)).json()).toMatchObject({ heldUntil: null })
    await test.runJobs()
    expect(await listStored(test, id)).toEqual(none)
    expect(await holdEvents(test, id)).toEqual([
      'hold_set by third_party',
      'hold_ended by system',
      'withdrawn by third_party',
      'files_destroyed by system',
    ])
    const mail = (await mailsTo(test, ada.email)).find(({ subject }) => subject === 'A legal hold has ended')
    expect(mail?.text).toContain('because the person who set it withdrew their consent')
    const withdrawal = (await mailsTo(test, ada.email)).find(
      ({ subject }) => subject === 'Consent was withdrawn',
    )
    expect(withdrawal?.text).toContain('Both people’s photos and IDs have been deleted.')
  })

  it('by one of two holders leaves the other hold in force (HOLD-5)', async () => {
    await setHold(test, id, sam)
    await setHold(test, id, ada)
    await withdraw(test, id, ada)
    await test.runJobs()
    expect(await listStored(test, id)).toEqual(all)
    const areOver = (await viewRecord(test, id, ada)).holds.map(({ endedAt }) => endedAt !== null)
    expect(areOver.sort()).toEqual([false, true])
    await liftHold(test, id, await mailedLink(test, id))
    await test.runJobs()
    expect(await listStored(test, id)).toEqual(none)
  })
})

it('deletes the reason 30 days after the hold has ended, and not before (HOLD-11)', async () => {
  await setHold(test, id, sam)
  await liftHold(test, id, sam)
  const reason = async () =>
    (
      await test.database.row<{ reason: string | null }>(
        sql`SELECT reason FROM legal_holds WHERE verification_id = ${id}`,
      )
    )?.reason
  await later(29)
  expect(await reason()).toBe('I reported it to the police.')
  await later(2)
  expect(await reason()).toBeNull()
})
