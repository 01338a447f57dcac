import { describe, expect, it } from 'vitest'
import { auditEvents, doesHappenOnce } from '../../domain/audit-event.ts'
import { appendAuditEvent, noteRepeatableEvent, verifyTrails, writeRepeatsJob } from '../audit/index.ts'
import { bindJobHandlers } from '../job-handlers.ts'
import { sql } from '../platform/database/index.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import { createVerification, enter, give, postJson, requestPass } from '../testing/people.ts'
import { completeRecord, mailedLink, personForEach } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const hourMs = 60 * 60 * 1000

const test = testAppForFile()
const ada = personForEach(test, 'annual')

type Row = { event: string; actor: string; detail: Record<string, unknown> }

const listRows = (id: string, event: string) =>
  test.database.rows<Row>(sql`
    SELECT event, actor, detail FROM audit_events WHERE verification_id = ${id} AND event = ${event} ORDER BY sequence`)

/** How often an event happened according to the trail: once per row, or the count in a row. */
const countOccurrences = (rows: Row[]) =>
  rows.reduce(
    (sum, { detail }) => sum + (typeof detail['timesMore'] === 'number' ? detail['timesMore'] : 1),
    0,
  )

const writeRepeats = () => bindJobHandlers(test.platform)[writeRepeatsJob.name]?.({})

describe('a person who does one thing a thousand times', () => {
  it('causes one row and one count per hour for a party’s downloads, and the count is correct (TRAIL-5)', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    const download = () => test.app.request(`/api/records/${id}/files/record.pdf`, ada)
    const statuses = (await Promise.all(Array.from({ length: 50 }, download))).map(({ status }) => status)
    const served = statuses.filter((status) => status === 200).length
    expect(statuses).toContain(429)
    expect(await listRows(id, 'downloaded')).toHaveLength(1)

    test.clock.advance(hourMs)
    await writeRepeats()
    await writeRepeats()
    const rows = await listRows(id, 'downloaded')
    expect(rows).toHaveLength(2)
    expect(countOccurrences(rows)).toBe(served)
    expect((await verifyTrails(test.database)).firstBad).toBeNull()
  })

  it('has 50 concurrent repetitions counted, and again when the next hour begins with 50 concurrent ones', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    const fifty = () =>
      Promise.all(
        Array.from({ length: 50 }, () =>
          noteRepeatableEvent(test.platform, {
            verificationId: id,
            event: 'opened',
            actor: 'visitor',
            at: test.clock.now(),
          }),
        ),
      )
    await fifty()
    test.clock.advance(hourMs)
    await Promise.all([fifty(), writeRepeats(), writeRepeats()])
    test.clock.advance(hourMs)
    await writeRepeats()
    const rows = await listRows(id, 'opened')
    expect(countOccurrences(rows)).toBe(100)
    expect(rows.length).toBeLessThanOrEqual(4)
    expect((await verifyTrails(test.database)).firstBad).toBeNull()
  })

  it.each(auditEvents.filter((event) => !doesHappenOnce(event)))(
    'causes at most two rows an hour with %s, even if its facts differ',
    async (event) => {
      const { id } = await createVerification(test, ada, { type: 'person' })
      const before = (await listRows(id, event)).length
      for (let n = 0; n < 20; n += 1) {
        await test.database.transaction((tx) =>
          appendAuditEvent(tx, {
            verificationId: id,
            event,
            actor: 'third_party',
            at: test.clock.now(),
            detail: { sha256: String(n).padStart(64, '0') },
          }),
        )
      }
      expect(await listRows(id, event)).toHaveLength(before + 1)
      test.clock.advance(hourMs)
      await writeRepeats()
      const rows = (await listRows(id, event)).slice(before)
      expect(rows).toHaveLength(2)
      expect(countOccurrences(rows)).toBe(20)
    },
  )

  it('has the count written before the state changes, so that the sealed record contains it (TRAIL-5)', async () => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    for (let n = 0; n < 4; n += 1) await requestPass(test, id, `wrong${n}@example.com`)
    const sam = await enter(test, id)
    for (let n = 0; n < 3; n += 1) await give(test, sam, 'selfie')
    await test.app.request(`/api/verifications/${id}/cancel`, { method: 'POST', ...ada })
    const events = await test.database.rows<Row>(sql`
      SELECT event, actor, detail FROM audit_events WHERE verification_id = ${id} ORDER BY sequence`)
    expect(events.slice(2).map(({ event, detail }) => [event, detail['timesMore'] ?? 'first'])).toEqual([
      ['gate_refused', 'first'],
      ['gate_passed', 'first'],
      ['uploaded', 'first'],
      ['gate_refused', 3],
      ['uploaded', 2],
      ['cancelled', 'first'],
      ['files_destroyed', 'first'],
    ])
  })

  it('can enter 30 codes an hour for a record, and causes one row', async () => {
    const id = await completeRecord(test, ada)
    await test.runJobs()
    const sam = await mailedLink(test, id)
    const answers: number[] = []
    for (let n = 0; n < 40; n += 1) {
      const code = String(n).padStart(6, '0')
      answers.push((await postJson(test, `/api/records/${id}/code/entry`, { code }, sam.headers)).status)
    }
    expect(answers.filter((status) => status === 422)).toHaveLength(30)
    expect(answers.filter((status) => status === 429)).toHaveLength(10)
    expect(await listRows(id, 'code_refused')).toHaveLength(1)
  })
})

describe('a trail that is long nevertheless', () => {
  /** Inserts rows between the last row and the next event, which is impossible over HTTP. */
  async function lengthen(id: string, rows: number, event: string) {
    await test.database.run(sql`
      INSERT INTO audit_events (verification_id, sequence, event, actor, at, detail, previous_hash, hash)
      SELECT ${id}, start + n, ${event}, 'visitor', now(), '{}', repeat('a', 64), repeat('a', 64)
      FROM generate_series(1, ${rows}::int) n,
        (SELECT max(sequence) AS start FROM audit_events WHERE verification_id = ${id}) AS last`)
  }

  async function countPages(pdf: Uint8Array): Promise<number> {
    const { output } = await onFiles({ 'a.pdf': pdf }, 'pdfinfo', 'a.pdf')
    return Number(/^Pages: +(\d+)$/m.exec(output)?.[1])
  }

  it('fills a few pages of an addendum with 50,000 rows, and states how many are left out (TRAIL-6)', async () => {
    await completeRecord(test, ada)
    // As is common in practice, the database's statistics are older than this record, so it plans for a trail of a row
    // or two.
    await test.asOwner((owner) => owner.run(sql`ANALYZE audit_events`))
    const id = await completeRecord(test, ada)
    await test.runJobs()
    await lengthen(id, 50_000, 'downloaded')
    const withdrawal = await test.app.request(`/api/records/${id}/withdrawal`, { method: 'POST', ...ada })
    expect(withdrawal.status).toBe(200)
    await test.runJobs()
    const fetchFile = async (name: string) => {
      const answer = await test.app.request(`/api/records/${id}/files/${name}`, ada)
      expect(answer.status).toBe(200)
      return new Uint8Array(await answer.arrayBuffer())
    }
    expect(await countPages(await fetchFile('withdrawal.pdf'))).toBeLessThan(25)
    const twin = JSON.parse(Buffer.from(await fetchFile('withdrawal.json')).toString())
    expect(twin.facts.auditTrail.length).toBeLessThanOrEqual(250)
    expect(twin.facts.auditTrail.at(-1).event).toBe('withdrawn')
    expect(twin.facts.auditTrailLeftOut).toBeGreaterThan(49_000)
    const { output } = await onFiles(
      { 'a.pdf': await fetchFile('withdrawal.pdf') },
      'pdftotext',
      '-layout',
      'a.pdf',
      '-',
    )
    expect(output).toContain(`and ${twin.facts.auditTrailLeftOut} more of`)
  })
})
