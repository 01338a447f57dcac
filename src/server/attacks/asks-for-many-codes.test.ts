import { beforeEach, expect, it } from 'vitest'
import { createVerification, from, postJson, readProblem, register } from '../testing/people.ts'
import { sealRecord } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const minuteMs = 60_000
const test = soundAppForFile()
beforeEach(() => {
  test.clock.advance(24 * 60 * minuteMs)
  test.platform.settings.emailCode = true
})

const ask = (address: string, path: string, body: object, headers: Record<string, string> = {}) =>
  postJson(test, path, body, headers, from(address))
const askForHeld = (address: string, email: string) => ask(address, '/api/my-data/code', { email })

async function countCodeMails(): Promise<number> {
  await test.runJobs()
  const mails = (await test.platform.mailer.outbox?.listNewest(500)) ?? []
  return mails.filter(({ subject }) => subject === 'Your confirmation code').length
}

it.each([
  ['an IPv4 /24', (n: number) => `82.14.7.${n}`, '82.14.8.1'],
  ['an IPv6 /48', (n: number) => `2a02:6b8:17:${n.toString(16)}::9`, '2a02:6b8:18::9'],
])(
  'fifty requests at once from the clients of %s cause thirty mails with codes, and each other request names the time (GATE-74)',
  async (_, client, elsewhere) => {
    const before = await countCodeMails()
    test.clock.advance(minuteMs)
    await askForHeld(client(200), 'first@example.org')
    test.clock.advance(5 * minuteMs)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => askForHeld(client(n), `person${n}@example.org`)),
    )
    const refused = answers.filter(({ status }) => status !== 202)
    expect(refused).toHaveLength(21)
    for (const answer of refused) {
      expect(await readProblem(answer)).toMatchObject({ status: 429, code: 'rate_limited' })
      expect(answer.headers.get('retry-after')).toBe(String(10 * 60))
    }
    expect(await countCodeMails()).toBe(before + 30)
    expect((await askForHeld(elsewhere, 'elsewhere@example.org')).status).toBe(202)
    test.clock.advance(10 * minuteMs)
    expect((await askForHeld(client(1), 'later@example.org')).status).toBe(202)
  },
)

it('counts the codes of links, of records and of what is held together, and no request that mails nothing (GATE-74)', async () => {
  const ada = await register(test)
  const { id } = await createVerification(test, ada, { type: 'person' })
  test.platform.settings.emailCode = false
  const record = await sealRecord(test, await register(test))
  test.platform.settings.emailCode = true
  const askAll = async (client: string) => {
    const gate = { email: 'sam@example.com' }
    return [
      (await ask(client, `/api/public/verifications/${id}/gate`, gate)).status,
      (await ask(client, `/api/records/${record.id}/code`, {}, record.sam.headers)).status,
      (await askForHeld(client, 'sam@example.com')).status,
    ]
  }
  // The second round is within a minute, so it mails nothing and takes no points.
  for (const client of ['81.2.3.1', '81.2.3.2']) expect(await askAll(client)).toEqual([200, 202, 202])
  for (let n = 0; n < 27; n += 1)
    expect((await askForHeld(`81.2.3.${n % 4}`, `more${n}@example.org`)).status).toBe(202)
  expect(await askAll('81.2.3.9')).toEqual([429, 429, 429])
  expect(await askAll('81.2.4.9')).toEqual([200, 202, 202])
})
