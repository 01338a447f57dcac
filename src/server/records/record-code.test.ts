import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { postJson, readAnswer, register } from '../testing/people.ts'
import { completeRecord, mailedLink, mailsTo, withdraw } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const hourMs = 60 * 60 * 1000
const third = 'sam@example.com'

const test = testAppForFile({ emailCode: false })
let id: string
let link: Awaited<ReturnType<typeof mailedLink>>
beforeAll(async () => {
  id = await completeRecord(test, await register(test))
  await test.runJobs()
  test.platform.settings.emailCode = true
  link = await mailedLink(test, id)
})
beforeEach(() => test.clock.advance(2 * hourMs))

const ask = () => postJson(test, `/api/records/${id}/code`, {}, link.headers)
const entered = (code: string) => postJson(test, `/api/records/${id}/code/entry`, { code }, link.headers)
const codesMailed = async () =>
  (await mailsTo(test, third)).flatMap(({ text }) => /^\d{8}$/m.exec(text)?.[0] ?? [])
const passes = () =>
  test.database.rows(sql`SELECT kind FROM record_passes WHERE verification_id = ${id} AND kind = 'code'`)

async function mailedCode(): Promise<string> {
  expect((await ask()).status).toBe(202)
  test.clock.advance(1)
  await test.runJobs()
  return (await codesMailed()).at(-1) ?? ''
}

it('opens the record once, even if it is entered fifty times at the same time', async () => {
  const before = (await passes()).length
  const code = await mailedCode()
  const answers = await Promise.all(Array.from({ length: 50 }, () => entered(code)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(await passes()).toHaveLength(before + 1)
  expect((await entered(code)).status).not.toBe(200)
})

it('is not used up by an entry that failed', async () => {
  const code = await mailedCode()
  await test.asOwner((owner) =>
    owner.run(sql`ALTER TABLE record_passes ADD CONSTRAINT full_up CHECK (kind <> 'code') NOT VALID`),
  )
  expect((await entered(code)).status).toBe(500)
  await test.asOwner((owner) => owner.run(sql`ALTER TABLE record_passes DROP CONSTRAINT full_up`))
  expect((await entered(code)).status).toBe(200)
})

it('is mailed again while it is valid, and never reuses a code for another purpose (GATE-10)', async () => {
  const code = await mailedCode()
  test.clock.advance(60_000)
  expect(await mailedCode()).toBe(code)
  // The row now has a code of the gate that was never entered.
  const codeMac = 'a'.repeat(43)
  await test.database.run(sql`UPDATE gate_codes SET code_mac = ${codeMac} WHERE verification_id = ${id}`)
  test.clock.advance(60_000)
  const next = await mailedCode()
  expect(next).not.toBe(code)
  expect((await entered(next)).status).toBe(200)
})

it('stays the same when its mail is retried', async () => {
  expect((await ask()).status).toBe(202)
  const { mailer } = test.platform
  const sent: string[] = []
  test.platform.mailer = {
    ...mailer,
    async send(mail, options) {
      sent.push(/^\d{8}$/m.exec(mail.text)?.[0] ?? '')
      if (sent.length === 1) throw new Error('try later')
      return mailer.send(mail, options)
    },
  }
  await test.runJobs()
  await test.database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now()`)
  await test.runJobs()
  test.platform.mailer = mailer
  expect(sent).toHaveLength(2)
  expect(sent[0]).toBe(sent[1])
  expect((await entered(sent[0] ?? '')).status).toBe(200)
})

it('is renewed at most five times an hour and fifteen times a day for one record', async () => {
  test.clock.advance(24 * hourMs)
  const statuses: number[] = []
  for (let hour = 0; hour < 4; hour += 1) {
    for (let time = 0; time < (hour === 0 ? 6 : 5); time += 1) {
      statuses.push((await ask()).status)
      await test.database.run(sql`UPDATE gate_codes SET tries = 5 WHERE verification_id = ${id}`)
    }
    test.clock.advance(hourMs)
  }
  expect(statuses).toEqual([...Array(5).fill(202), 429, ...Array(10).fill(202), ...Array(5).fill(429)])
})

it('opens nothing after a withdrawal', async () => {
  test.clock.advance(24 * hourMs)
  const code = await mailedCode()
  const { token } = await readAnswer<{ token: string }>(entered(code))
  const next = await mailedCode()
  const by = { headers: { authorization: `Bearer ${token}` } }
  expect((await withdraw(test, id, by)).status).toBe(200)
  expect((await entered(next)).status).toBe(404)
  const left = await test.database.rows(sql`SELECT id FROM gate_codes WHERE verification_id = ${id}`)
  expect(left).toEqual([])
})
