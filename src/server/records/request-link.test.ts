import { beforeEach, expect, it } from 'vitest'
import { sql } from '../platform/database/index.ts'
import { createVerification, from, newAddress, postJson } from '../testing/people.ts'
import { mailedLink, mailsTo, sealedRecord } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const sam = 'sam@example.com'

const test = soundAppForFile()
let { ada, id } = {} as Awaited<ReturnType<typeof sealedRecord>>
beforeEach(async () => {
  ;({ ada, id } = await sealedRecord(test))
})

async function ask(email: string, record = id, address = newAddress()): Promise<[number, string]> {
  const answer = await postJson(test, `/api/records/${record}/link`, { email }, {}, from(address))
  return [answer.status, await answer.text()]
}

const linksTo = async (address: string) =>
  (await mailsTo(test, address)).filter(
    ({ subject, text }) => subject === 'Your link to your record' && text.includes(id),
  ).length

const queued = async () =>
  (await test.database.row<{ n: number }>(sql`SELECT count(*) AS n FROM mails WHERE outcome IS NULL`))?.n

it('mails a link to the proven address, at most five times an hour (RECORD-8)', async () => {
  for (let time = 0; time < 7; time += 1) expect(await ask(` ${sam.toUpperCase()} `)).toEqual([202, ''])
  await test.runJobs()
  expect(await linksTo(sam)).toBe(5)
  expect((await test.app.request(`/api/records/${id}`, await mailedLink(test, id))).status).toBe(200)
})

it('works for the third party while a stranger asks again and again (RECORD-21)', async () => {
  for (let time = 0; time < 12; time += 1) await ask(`eve-${time}@example.com`)
  expect(await ask(sam)).toEqual([202, ''])
  await test.runJobs()
  expect(await linksTo(sam)).toBe(1)
})

it('gives every request the same answer after the same work (RECORD-21)', async () => {
  const before = await queued()
  const nobodys = '7a1f4c52-0000-4000-8000-0123456789ab'
  const answers = [
    await ask(sam),
    await ask('eve@example.com'),
    await ask(ada.email),
    await ask(sam, nobodys),
    await ask('no address at all'),
  ]
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  // A job looks up the address after the answer, so no mail is queued until then.
  expect(await queued()).toBe(before)
  await test.runJobs()
  expect(await linksTo(sam)).toBe(1)
  for (const other of ['eve@example.com', ada.email]) expect(await linksTo(other)).toBe(0)
})

it('reveals nothing about a record to other clients, and limits a client that asks for many (RECORD-21)', async () => {
  const client = newAddress()
  const statuses: number[] = []
  for (let time = 0; time < 22; time += 1)
    statuses.push((await ask(`eve-${time}@example.com`, id, client))[0])
  expect(statuses.slice(0, 20).every((status) => status === 202)).toBe(true)
  expect(statuses.slice(20)).toEqual([429, 429])
})

it('does nothing for a request that is open or was cancelled (RECORD-21)', async () => {
  const open = await createVerification(test, ada)
  const before = (await mailsTo(test, sam)).length
  await test.runJobs()
  expect(await ask(sam, open.id)).toEqual([202, ''])
  await postJson(test, `/api/verifications/${open.id}/cancel`, {}, ada.headers)
  expect(await ask(sam, open.id)).toEqual([202, ''])
  await test.runJobs()
  const subjects = (await mailsTo(test, sam)).slice(before).map(({ subject }) => subject)
  expect(subjects).not.toContain('Your link to your record')
})
