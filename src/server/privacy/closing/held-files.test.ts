import { beforeEach, describe, expect, it } from 'vitest'
import type { ClosingView } from '../../../contract/privacy.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import {
  logInAgain,
  type Person,
  postJson,
  readAnswer,
  register,
  registerPaying,
} from '../../testing/people.ts'
import {
  completeRecord,
  holdEvents,
  listStored,
  mailedLink,
  mailsTo,
  setHold,
  statesIn,
  sweep,
  viewRecord,
} from '../../testing/records.ts'
import { expectSoundTrails, testAppForEach } from '../../testing/test-app.ts'
import { eraseAccountsJob } from '../index.ts'

const test = testAppForEach()
let [ada, bea, id] = [] as unknown as [Person, Person, string]
let sam: { headers: { authorization: string } }
beforeEach(async () => {
  ada = await registerPaying(test)
  // The third party's account has the address that the request was sent to.
  bea = await register(test, 'Bea Ortiz')
  await test.database.run(sql`UPDATE users SET email = 'sam@example.com' WHERE id = ${bea.id}`)
  bea = { ...bea, email: 'sam@example.com' }
  id = await completeRecord(test, ada)
  await test.runJobs()
  sam = await mailedLink(test, id)
})

async function closeAndErase(person: Person): Promise<void> {
  const answer = await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, person.headers)
  expect(answer.status).toBe(200)
  await test.runJobs()
  test.clock.advance(7 * dayMs)
  await runDue(test, eraseAccountsJob)
}
const fetchClosing = (person: Person) =>
  readAnswer<ClosingView>(test.app.request('/api/account/closing', person))
const reasons = () =>
  test.database.rows(sql`SELECT party, reason FROM legal_holds WHERE verification_id = ${id} ORDER BY party`)

describe('the erasure of an account under the other person’s hold', () => {
  it('locks the creator’s photo and ID until the hold ends, as shown in advance (HOLD-4, HOLD-9)', async () => {
    expect((await fetchClosing(ada)).heldUntil).toBeNull()
    await setHold(test, id, sam)
    const { heldUntil } = await viewRecord(test, id, sam)
    expect((await fetchClosing(ada)).heldUntil).toBe(heldUntil)
    // The person who set it may still have their own files erased.
    expect((await fetchClosing(bea)).heldUntil).toBeNull()
    await closeAndErase(ada)
    expect(await listStored(test, id)).toEqual([true, true, true, true])
    expect(statesIn(await viewRecord(test, id, sam))).toEqual(['withheld', 'withheld', 'open', 'open'])
    expect(await holdEvents(test, id)).toEqual(['hold_set by third_party', 'files_withheld by system'])
    test.clock.advance(174 * dayMs)
    await sweep(test)
    expect(await listStored(test, id)).toEqual([false, false, false, false])
    await expectSoundTrails(test)
  })

  it('locks the third party’s uploads, and destroys those under no hold (HOLD-4)', async () => {
    const free = await completeRecord(test, ada)
    await test.runJobs()
    await setHold(test, id, ada)
    expect((await fetchClosing(bea)).heldUntil).toBe((await viewRecord(test, id, ada)).heldUntil)
    await closeAndErase(bea)
    expect(await listStored(test, id)).toEqual([true, true, true, true])
    expect(await listStored(test, free)).toEqual([true, true, false, false])
  })

  it('is mailed with the closing, with the day on which the hold ends (HOLD-9)', async () => {
    await setHold(test, id, sam)
    await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, ada.headers)
    await test.runJobs()
    const mail = (await mailsTo(test, ada.email)).find(({ subject }) => subject === 'Your account is closed')
    expect(mail?.text).toContain('that another person’s legal hold keeps are locked on that day')
    expect(mail?.text).toContain('on 7 September 2026 at 12:00 UTC at the latest')
  })
})

describe('the erasure of the account that set a hold', () => {
  it('ends it with its reason, tells the other person, and destroys the files kept only for it (HOLD-5, HOLD-11)', async () => {
    await setHold(test, id, ada)
    await closeAndErase(ada)
    expect(await reasons()).toEqual([{ party: 'creator', reason: null }])
    expect(await listStored(test, id)).toEqual([false, false, true, true])
    expect(await holdEvents(test, id)).toEqual([
      'hold_set by creator',
      'hold_ended by system',
      'files_destroyed by system',
    ])
    const mail = (await mailsTo(test, 'sam@example.com')).find(
      ({ subject }) => subject === 'A legal hold has ended',
    )
    expect(mail?.text).toContain('because the account of the person who set it was erased')
    await expectSoundTrails(test)
  })

  it('refuses a new one through an old link, and sends its owner no more mails (HOLD-1, HOLD-8)', async () => {
    await closeAndErase(bea)
    const before = (await mailsTo(test, 'sam@example.com')).length
    expect((await viewRecord(test, id, sam)).can.hold).toBe(false)
    expect((await setHold(test, id, sam)).status).toBe(409)
    await setHold(test, id, ada)
    await test.runJobs()
    expect(await mailsTo(test, 'sam@example.com')).toHaveLength(before)
    expect(await reasons()).not.toContainEqual(expect.objectContaining({ party: 'third_party' }))
  })

  it('isn’t shown to a person whose account is erased after the hold ends (HOLD-9)', async () => {
    await setHold(test, id, sam)
    test.clock.advance(174 * dayMs)
    expect((await fetchClosing(await logInAgain(test, ada))).heldUntil).toBeNull()
  })

  it('leaves the other person’s hold and its reason (HOLD-5)', async () => {
    await setHold(test, id, ada, 'Ada says why she did it.')
    await setHold(test, id, sam, 'Sam says why he did it.')
    await closeAndErase(bea)
    expect(await reasons()).toEqual([
      { party: 'creator', reason: 'Ada says why she did it.' },
      { party: 'third_party', reason: null },
    ])
    expect(await listStored(test, id)).toEqual([true, true, true, true])
  })

  it('also destroys the other person’s files if their retention period is over (HOLD-5)', async () => {
    await setHold(test, id, bea)
    test.clock.advance(91 * dayMs)
    await sweep(test)
    expect(await listStored(test, id)).toEqual([true, true, true, true])
    await closeAndErase(await logInAgain(test, bea))
    expect(await listStored(test, id)).toEqual([false, false, false, false])
    await expectSoundTrails(test)
  })
})
