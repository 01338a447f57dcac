import { expect, it, vi } from 'vitest'
import { computeHoldEnd } from '../../../domain/record/legal-hold.ts'
import { dayMs } from '../../platform/clock/index.ts'
import { sql } from '../../platform/database/index.ts'
import { eraseAccountsJob } from '../../privacy/index.ts'
import { runDue } from '../../testing/creators-eyes.ts'
import { postJson, readRefusal } from '../../testing/people.ts'
import {
  completeRecord,
  holdEvents,
  holdReason,
  listStored,
  mailedLink,
  personForEach,
  setHold,
  sweep,
  viewRecord,
  withdraw,
} from '../../testing/records.ts'
import { soundAppForFile } from '../../testing/test-app.ts'
import { lockVerification } from '../../verifications/index.ts'
import { retentionJob } from '../retention.ts'
import { endHoldsJob } from './set-hold.ts'
import { insertHold } from './store.ts'

const rounds = 3
const test = soundAppForFile({ retentionDays: 20 })
const ada = personForEach(test, 'enterprise')

type Sam = { headers: { authorization: string } }

/** Completes some records, each with the third party's link. */
async function records(count: number): Promise<{ id: string; sam: Sam }[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push(await completeRecord(test, ada))
  await test.runJobs()
  return Promise.all(ids.map(async (id) => ({ id, sam: await mailedLink(test, id) })))
}

/**
 * Checks the outcome of a simultaneous hold and destruction: either the hold was refused and all files are gone, or it
 * is in force and all files are there.
 */
async function expectWhole(id: string, status: number): Promise<void> {
  const stored = await listStored(test, id)
  expect([status, new Set(stored)]).toEqual([status, new Set([status === 201])])
  expect(stored).toHaveLength(4)
}

it('a simultaneous withdrawal: the hold is refused, or every file stays (HOLD-7)', async () => {
  const all = await records(rounds)
  const answers = await Promise.all(
    all.flatMap(({ id, sam }) => [setHold(test, id, sam), withdraw(test, id, ada)]),
  )
  await test.runJobs()
  for (const [index, { id }] of all.entries()) {
    expect(answers[index * 2 + 1]?.status).toBe(200)
    await expectWhole(id, answers[index * 2]?.status ?? 0)
  }
})

it('a simultaneous end of the retention: every hold is refused, and every file goes (HOLD-1, HOLD-7)', async () => {
  const all = await records(rounds)
  test.clock.advance(20 * dayMs + 1000)
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, retentionJob, {}))
  const [answers] = await Promise.all([
    Promise.all(all.map(({ id, sam }) => setHold(test, id, sam))),
    test.runJobs(),
  ])
  for (const [index, { id }] of all.entries()) {
    expect(answers[index]?.status).toBe(409)
    await expectWhole(id, 409)
  }
})

it('a hold at the instant when the files are due to go is refused, before the round that destroys them (HOLD-1)', async () => {
  const [late, early] = await records(2)
  if (!late || !early) throw new Error('there are no records')
  const dueAt = new Date((await viewRecord(test, late.id, late.sam)).filesDestroyedAt)
  test.clock.set(new Date(dueAt.getTime() - 1))
  expect((await viewRecord(test, early.id, early.sam)).can.hold).toBe(true)
  expect((await setHold(test, early.id, early.sam)).status).toBe(201)
  test.clock.set(dueAt)
  expect((await viewRecord(test, late.id, late.sam)).can.hold).toBe(false)
  expect(await readRefusal(await setHold(test, late.id, late.sam))).toEqual([409, 'hold_without_files'])
  test.clock.advance(1)
  await runDue(test, retentionJob)
  expect(await listStored(test, late.id)).toEqual([false, false, false, false])
  expect(await listStored(test, early.id)).toEqual([true, true, true, true])
})

it('a simultaneous erasure of the other account: the hold is refused, or every file stays (HOLD-7)', async () => {
  const all = await records(rounds)
  await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, ada.headers)
  test.clock.advance(7 * dayMs + 1000)
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, eraseAccountsJob, {}))
  const [answers] = await Promise.all([
    Promise.all(all.map(({ id, sam }) => setHold(test, id, sam))),
    test.runJobs(),
  ])
  await test.runJobs()
  for (const [index, { id }] of all.entries()) {
    const status = answers[index]?.status ?? 0
    // The third party's own files stay until their retention ends, with or without a hold.
    expect([status, await listStored(test, id)]).toEqual([
      status,
      status === 201 ? [true, true, true, true] : [false, false, true, true],
    ])
  }
})

/** Sets a hold, and starts `other` before the hold is committed. Commits once `other` waits for it. */
async function whileSetting(id: string, other: () => Promise<unknown>): Promise<void> {
  const others: Promise<unknown>[] = []
  await test.database.transaction(async (tx) => {
    await lockVerification(tx, id)
    const setAt = test.clock.now()
    const hold = { verificationId: id, party: 'third_party', reason: holdReason, setAt } as const
    await insertHold(tx, { ...hold, endsAt: computeHoldEnd(setAt) })
    others.push(other())
    await vi.waitFor(
      async () => {
        const waiting = await test.asOwner((owner) =>
          owner.rows(sql`SELECT pid FROM pg_locks WHERE NOT granted`),
        )
        expect(waiting).not.toEqual([])
      },
      { timeout: 300_000 },
    )
  })
  await Promise.all(others)
}

it.each<[string, (id: string) => Promise<unknown>]>([
  ['a withdrawal', (id) => Promise.resolve(withdraw(test, id, ada))],
  [
    'the end of their time',
    () => {
      test.clock.advance(21 * dayMs)
      return runDue(test, retentionJob)
    },
  ],
  [
    'the erasure of the other account',
    async () => {
      await postJson(test, '/api/account/closing', { password: 'Correct-Horse-7' }, ada.headers)
      test.clock.advance(7 * dayMs + 1000)
      await runDue(test, eraseAccountsJob)
    },
  ],
])('%s waits for a hold that is being set, and then sees it (HOLD-7)', async (_, other) => {
  const [record] = await records(1)
  if (!record) throw new Error('there is no record')
  await whileSetting(record.id, () => other(record.id))
  await test.runJobs()
  expect(await listStored(test, record.id)).toEqual([true, true, true, true])
  expect(await holdEvents(test, record.id)).toContain('files_withheld by system')
})

it('many simultaneous tries set one hold per person, and many simultaneous ends end it once (HOLD-7)', async () => {
  const [record] = await records(1)
  if (!record) throw new Error('there is no record')
  const { id, sam } = record
  const statuses = await Promise.all(
    Array.from({ length: 8 }, async () => (await setHold(test, id, sam)).status),
  )
  expect(statuses.filter((status) => status === 201)).toHaveLength(1)
  test.clock.advance(30 * dayMs)
  await sweep(test)
  test.clock.advance(150 * dayMs)
  await Promise.all(
    Array.from({ length: 4 }, () =>
      test.database.transaction((tx) => test.platform.jobs.enqueue(tx, endHoldsJob, {})),
    ),
  )
  await test.runJobs()
  expect(await listStored(test, id)).toEqual([false, false, false, false])
  const events = await holdEvents(test, id)
  expect(events.filter((event) => event === 'hold_ended by system')).toHaveLength(1)
})
