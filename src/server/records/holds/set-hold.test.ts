import { beforeEach, describe, expect, it } from 'vitest'
import words from '../../../words/en/legal-hold.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { createVerification, enter, readRefusal, register } from '../../testing/people.ts'
import {
  completeRecord,
  holdEvents,
  holdReason,
  holdsIn,
  liftHold,
  listStored,
  mailedLink,
  mailsTo,
  sealedRecord,
  setHold,
  sweep,
  viewRecord,
  withdraw,
} from '../../testing/records.ts'
import { soundAppForFile } from '../../testing/test-app.ts'

const test = soundAppForFile()
let { ada, id, sam } = {} as Awaited<ReturnType<typeof sealedRecord>>
beforeEach(async () => {
  ;({ ada, id, sam } = await sealedRecord(test))
})

const listRows = () => test.database.rows(sql`SELECT * FROM legal_holds WHERE verification_id = ${id}`)
describe('a legal hold', () => {
  it.each(['creator', 'third_party'] as const)(
    'can be set by the %s, lasts 180 days, and is visible to both (HOLD-1, HOLD-3)',
    async (party) => {
      const [holder, other] = party === 'creator' ? [ada, sam] : [sam, ada]
      expect((await viewRecord(test, id, holder)).can.hold).toBe(true)
      const answer = await setHold(test, id, holder, `  ${holdReason}\nI was hurt. `)
      expect(answer.status).toBe(201)
      const now = test.clock.now()
      const hold = {
        by: party,
        reason: `${holdReason}\nI was hurt.`,
        setAt: now.toISOString(),
        endsAt: new Date(now.getTime() + 180 * dayMs).toISOString(),
        endedAt: null,
      }
      expect(await answer.json()).toEqual({ holds: [hold], heldUntil: hold.endsAt })
      for (const reader of [holder, other]) {
        const view = await viewRecord(test, id, reader)
        expect(view).toMatchObject({ holds: [hold], heldUntil: hold.endsAt })
        expect(view.can.hold).toBe(reader === other)
      }
      expect(await holdEvents(test, id)).toEqual([`hold_set by ${party}`])
    },
  )

  it('can be in force for both at once (HOLD-3)', async () => {
    expect((await setHold(test, id, ada)).status).toBe(201)
    expect(await holdsIn(await setHold(test, id, sam))).toHaveLength(2)
  })

  it('is announced to both by a mail with its end, but without the reason or a name (HOLD-8)', async () => {
    await setHold(test, id, sam)
    await test.runJobs()
    const mails = await Promise.all([ada.email, 'sam@example.com'].map((to) => mailsTo(test, to)))
    const [toAda, toSam] = mails.map((all) =>
      all.filter(({ subject }) => subject === 'A legal hold was set').at(-1),
    )
    expect(toAda?.text).toContain('The other person in one of your records set a legal hold.')
    expect(toSam?.text).toContain('You set a legal hold on a record.')
    for (const mail of [toAda, toSam]) {
      expect(mail?.text).toContain('It ends on 7 September 2026 at 12:00 UTC')
      expect(mail?.text).not.toMatch(/police|Nowak|O’Neill/)
    }
    const link = new RegExp(`/records/${id}#([\\w-]{43})`).exec(toSam?.text ?? '')?.[1]
    expect((await viewRecord(test, id, { headers: { authorization: `Bearer ${link}` } })).holds).toHaveLength(
      1,
    )
  })

  it('can be lifted only by its holder, is then announced to both, and cannot be set again (HOLD-3, HOLD-8)', async () => {
    await setHold(test, id, ada)
    expect(await readRefusal(await liftHold(test, id, sam))).toEqual([409, 'no_hold'])
    const answer = await liftHold(test, id, ada)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({
      heldUntil: null,
      holds: [{ by: 'creator', endedAt: expect.any(String) }],
    })
    expect(await readRefusal(await liftHold(test, id, ada))).toEqual([409, 'no_hold'])
    expect(await readRefusal(await setHold(test, id, ada))).toEqual([409, 'hold_set_before'])
    expect((await viewRecord(test, id, ada)).can.hold).toBe(false)
    expect(await holdEvents(test, id)).toEqual(['hold_set by creator', 'hold_lifted by creator'])
    await test.runJobs()
    for (const to of [ada.email, 'sam@example.com'])
      expect((await mailsTo(test, to)).map(({ subject }) => subject)).toContain('A legal hold has ended')
    // No file was kept only by this hold.
    expect(await listStored(test, id)).toEqual([true, true, true, true])
  })
})

describe('setting a hold is refused and stores nothing', () => {
  it('for a stranger, for a person with another record, and for a pass of another one (HOLD-1)', async () => {
    const other = await completeRecord(test, await register(test))
    await test.runJobs()
    const passOfOther = await mailedLink(test, other)
    const gate = await enter(test, (await createVerification(test, ada)).id)
    for (const by of [await register(test), passOfOther, gate, { headers: {} }]) {
      expect(await readRefusal(await setHold(test, id, by))).toEqual([404, 'record_not_found'])
      expect(await readRefusal(await liftHold(test, id, by))).toEqual([404, 'record_not_found'])
    }
    expect(await listRows()).toEqual([])
  })

  it('before the record is complete (HOLD-1)', async () => {
    const pending = (await createVerification(test, ada)).id
    expect(await readRefusal(await setHold(test, pending, ada))).toEqual([404, 'record_not_found'])
  })

  it('after a withdrawal (HOLD-1)', async () => {
    await withdraw(test, id, ada)
    expect((await viewRecord(test, id, ada)).can.hold).toBe(false)
    expect(await readRefusal(await setHold(test, id, ada))).toEqual([409, 'hold_after_withdrawal'])
    expect(await listRows()).toEqual([])
  })

  it('once files are gone (HOLD-1)', async () => {
    const now = test.clock.now()
    test.clock.set(new Date(now.getTime() + 91 * dayMs))
    await sweep(test)
    test.clock.set(now)
    expect((await viewRecord(test, id, ada)).can.hold).toBe(false)
    expect(await readRefusal(await setHold(test, id, ada))).toEqual([409, 'hold_without_files'])
    expect(await listRows()).toEqual([])
  })

  it.each([
    ['too short', 'I want it', words.reasonFaults.short],
    ['too long', 'x'.repeat(501), words.reasonFaults.long],
    ['with control characters', `I reported it${String.fromCharCode(0)}.`, words.reasonFaults.notPlain],
  ])('for a reason that is %s, with an error at its field (HOLD-2)', async (_, reason, message) => {
    const answer = await setHold(test, id, ada, reason)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ path: 'reason', message }],
    })
    expect(await listRows()).toEqual([])
  })

  it('after ten tries within the hour (HOLD-2)', async () => {
    await setHold(test, id, ada)
    const statuses = new Set<number>()
    for (let n = 0; n < 10; n += 1) statuses.add((await setHold(test, id, ada)).status)
    expect([...statuses]).toEqual([409, 429])
    expect((await setHold(test, id, sam)).status).toBe(201)
  })
})
