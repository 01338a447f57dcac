import { afterAll, beforeEach, expect, it } from 'vitest'
import { describeTrailEntry } from '../../words/record.ts'
import { sql } from '../platform/database/index.ts'
import { type Person, postJson, register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { openMailedApp } from '../testing/smtp-server.ts'
import { expectSoundTrails, openForFile } from '../testing/test-app.ts'

const test = openForFile(openMailedApp)
let ada: Person
afterAll(() => expectSoundTrails(test))
beforeEach(async () => {
  test.server.refusal = null
  ada = await register(test)
})

async function listMailEvents(id: string) {
  const rows = await test.database.rows<Parameters<typeof describeTrailEntry>[0]>(sql`
    SELECT event, detail FROM audit_events WHERE verification_id = ${id} AND event LIKE 'mail\\_%'
      AND detail ->> 'mail' NOT IN ('invitation', 'code') ORDER BY sequence`)
  return rows.map(describeTrailEntry).sort()
}

it('the trail states for each mail about a record whether a server accepted it, and its recipient without the address (TRAIL-2, TRAIL-7)', async () => {
  const id = await completeRecord(test, ada, { type: 'person' })
  expect(await listMailEvents(id)).toEqual([])
  await test.send()
  expect(await listMailEvents(id)).toEqual([
    'Accepted by the email server (record, to the creator)',
    'Accepted by the email server (record, to the third party)',
  ])
  await postJson(test, `/api/records/${id}/withdrawal`, {}, ada.headers)
  test.server.refusal = { at: 'rcpt', code: 550, text: '5.1.1 No such user' }
  await test.send()
  expect((await listMailEvents(id)).slice(2)).toEqual([
    'Email not accepted (withdrawal, to the creator, address refused)',
    'Email not accepted (withdrawal, to the third party, address refused)',
  ])
})

it('the trail states that a mailbox over its limit didn’t get its record', async () => {
  const id = await completeRecord(test, ada, { type: 'person' })
  await test.database.run(sql`DELETE FROM rate_limits`)
  const others = await Promise.all(Array.from({ length: 5 }, () => register(test)))
  const ids = [id]
  for (const other of others) ids.push(await completeRecord(test, other, { type: 'person' }))
  const ask = (of: string) => postJson(test, `/api/records/${of}/link`, { email: 'sam@example.com' })
  await test.send()
  for (const of of ids.slice(0, 4)) for (let n = 0; n < 5; n += 1) expect((await ask(of)).ok).toBe(true)
  await test.send()
  const events = (await Promise.all(ids.map(listMailEvents))).flat()
  expect(events).toContainEqual(
    'Email not accepted (new link to the record, to the third party, not sent, the address had too many emails)',
  )
})
