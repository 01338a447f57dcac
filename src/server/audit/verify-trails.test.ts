import { beforeAll, describe, expect, it } from 'vitest'
import { sql, type Transaction } from '../platform/database/index.ts'
import { createVerification, enter, register, requestPass, subscribe } from '../testing/people.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { appendAuditEvent, type TrailPlace, verifyNewTrails, verifyTrails } from './index.ts'

const test = testAppForFile()
let first: string
let second: string
beforeAll(async () => {
  const ada = await register(test)
  await subscribe(test, ada)
  const ids: string[] = []
  for (let n = 0; n < 2; n += 1) {
    const { id } = await createVerification(test, ada, { type: 'person' })
    await requestPass(test, id, 'wrong@example.com')
    await enter(test, id)
    ids.push(id)
  }
  ;[first = '', second = ''] = ids.sort()
})

/** Changes rows as an intruder with the database's own rights could, verifies the trails, and rolls everything back. */
async function doctored(...steps: (ReturnType<typeof sql> | ((tx: Transaction) => Promise<void>))[]) {
  let report: Awaited<ReturnType<typeof verifyTrails>> | undefined
  await test
    .asOwner((owner) =>
      owner.transaction(async (tx) => {
        await tx.run(sql`ALTER TABLE audit_events DISABLE TRIGGER audit_events_append_only`)
        for (const step of steps) {
          if (typeof step === 'function') await step(tx)
          else expect(await tx.run(step)).toBeGreaterThan(0)
        }
        report = await verifyTrails(tx)
        throw new Error('put back')
      }),
    )
    .catch((error: Error) => {
      if (error.message !== 'put back') throw error
    })
  return report?.firstBad
}

describe('the trails', () => {
  it('are sound as written', async () => {
    expect(await verifyTrails(test.database)).toEqual({
      rows: 8,
      trails: 2,
      firstBad: null,
    })
  })

  it('number the events of each verification from 1 without gaps (TRAIL-1)', async () => {
    const rows = await test.database.rows(sql`
      SELECT sequence, event, actor FROM audit_events WHERE verification_id = ${first} ORDER BY sequence`)
    expect(rows).toEqual([
      { sequence: 1, event: 'created', actor: 'creator' },
      { sequence: 2, event: 'invited', actor: 'system' },
      { sequence: 3, event: 'gate_refused', actor: 'visitor' },
      { sequence: 4, event: 'gate_passed', actor: 'third_party' },
    ])
  })

  it('stay chained when events are added concurrently (TRAIL-1)', async () => {
    const at = test.clock.now()
    await Promise.all(
      Array.from({ length: 20 }, () =>
        test.database.transaction((tx) =>
          appendAuditEvent(tx, { verificationId: second, event: 'sealed', actor: 'system', at }),
        ),
      ),
    )
    expect(await verifyTrails(test.database)).toMatchObject({ rows: 28, firstBad: null })
  })

  it('refuse updates, deletes and truncation, even by the owner of the table (TRAIL-3)', async () => {
    for (const statement of [
      sql`UPDATE audit_events SET event = 'verified'`,
      sql`DELETE FROM audit_events`,
      sql`TRUNCATE audit_events`,
    ]) {
      await expect(test.asOwner((owner) => owner.run(statement))).rejects.toThrow('append-only')
    }
  })

  it('name the first row that was changed (TRAIL-4)', async () => {
    const bad = { verificationId: first, sequence: 2, reason: 'its content does not match its hash' }
    const of = sql`WHERE verification_id = ${first} AND sequence = 2`
    expect(await doctored(sql`UPDATE audit_events SET event = 'gate_passed' ${of}`)).toEqual(bad)
    expect(await doctored(sql`UPDATE audit_events SET actor = 'creator' ${of}`)).toEqual(bad)
    expect(await doctored(sql`UPDATE audit_events SET at = at - interval '1 ms' ${of}`)).toEqual(bad)
    expect(await doctored(sql`UPDATE audit_events SET detail = '{"a":1}' ${of}`)).toEqual(bad)
  })

  it('name the row after a removed one (TRAIL-4)', async () => {
    expect(
      await doctored(sql`DELETE FROM audit_events WHERE verification_id = ${first} AND sequence = 2`),
    ).toMatchObject({ verificationId: first, sequence: 3 })
  })

  it('name the first of two swapped rows', async () => {
    expect(
      await doctored(
        sql`UPDATE audit_events SET sequence = sequence + 10 WHERE verification_id = ${first} AND sequence IN (2, 3)`,
        sql`UPDATE audit_events SET sequence = 15 - sequence WHERE verification_id = ${first} AND sequence > 10`,
      ),
    ).toMatchObject({ verificationId: first, sequence: 2 })
  })

  it('name a verification whose trail is missing, or lacks the event of its status', async () => {
    expect(await doctored(sql`DELETE FROM audit_events WHERE verification_id = ${second}`)).toEqual({
      verificationId: second,
      sequence: 1,
      reason: 'the trail is missing',
    })
    expect(
      await doctored(
        sql`UPDATE verifications SET status = 'rejected', creator_network_mark = NULL, creator_browser_mark = NULL WHERE id = ${first}`,
      ),
    ).toMatchObject({
      verificationId: first,
      sequence: 5,
    })
  })

  it('can be walked from any row, without visiting a row twice (GROWTH-6)', async () => {
    const whole = await verifyTrails(test.database)
    const rows = await test.database.rows<TrailPlace>(sql`
      SELECT verification_id, sequence FROM audit_events ORDER BY verification_id, sequence`)
    for (const [index, place] of rows.entries()) {
      const rest = await verifyTrails(test.database, undefined, place)
      expect(rest).toMatchObject({ rows: whole.rows - index - 1, firstBad: null })
    }
  })

  it('are reported as broken if the last row of an earlier walk is missing (GROWTH-6)', async () => {
    const place = { verificationId: first, sequence: 99 }
    expect((await verifyTrails(test.database, undefined, place)).firstBad).toMatchObject(place)
  })

  it('are verified completely if they have a new row, and otherwise not at all (GROWTH-6)', async () => {
    test.clock.advance(60_000)
    const since = test.clock.now()
    const looked = (at: Date) => test.database.transaction((tx) => verifyNewTrails(tx, at))
    expect(await looked(since)).toMatchObject({ rows: 0, trails: 0, firstBad: null })
    await test.database.transaction((tx) =>
      appendAuditEvent(tx, { verificationId: first, event: 'sealed', actor: 'system', at: since }),
    )
    expect(await looked(since)).toMatchObject({ rows: 5, trails: 1, firstBad: null })
    let found: Awaited<ReturnType<typeof looked>> | undefined
    await doctored(sql`UPDATE audit_events SET event = 'viewed' WHERE sequence = 1`, async (tx) => {
      found = await verifyNewTrails(tx, since)
    })
    expect(found?.firstBad).toMatchObject({ verificationId: first, sequence: 1 })
  })
})
