import { beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { testAppForFile } from '../../testing/test-app.ts'
import { sql } from '../database/index.ts'
import { UnreadablePayload } from '../jobs/index.ts'
import type { Platform } from '../platform.ts'
import { defineMail, type HandOver, type Mailer, queueMail } from './index.ts'

const test = testAppForFile()
let sent: string[]
let answer: () => Promise<HandOver>
let needed: boolean
beforeEach(async () => {
  await test.database.run(sql`DELETE FROM mails`)
  sent = []
  needed = true
  answer = async () => 'accepted'
})

const mail = { to: 'ann@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }
const mailer: Mailer = {
  reachesPeople: true,
  send(_, { id = '' } = {}) {
    sent.push(id)
    return answer()
  },
}
const day = 24 * 60 * 60 * 1000

async function queue(): Promise<string> {
  await test.database.transaction((tx) => queueMail(test.platform, tx, noteJob, { note: 1 }))
  const [row] = await test.database.rows<{ id: string }>(sql`SELECT id FROM mails`)
  return row?.id ?? ''
}
const noteJob = defineMail('send-note', z.object({ note: z.number() }), {
  write: async (_: Platform) => (needed ? mail : null),
})
const run = (mailId: string) => noteJob.run({ ...test.platform, mailer }, { mailId })
const mails = () => test.database.rows(sql`SELECT outcome, tries, payload FROM mails`)

it('hands over a mail once, however often its job runs afterwards (MAIL-14)', async () => {
  const id = await queue()
  await run(id)
  await run(id)
  expect(sent).toHaveLength(1)
  expect(await mails()).toEqual([{ outcome: 'accepted', tries: 1, payload: {} }])
})

it('retries an unaccepted or killed hand-over under the same Message-ID (MAIL-14)', async () => {
  const id = await queue()
  answer = () => Promise.reject(new Error('try later'))
  await expect(run(id)).rejects.toThrow('try later')
  answer = () => new Promise(() => {})
  void run(id)
  while (sent.length < 2) await new Promise(setImmediate)
  answer = async () => 'accepted'
  await run(id)
  expect(new Set(sent)).toEqual(new Set([sent[0]]))
  expect(sent).toHaveLength(3)
  expect(await mails()).toEqual([{ outcome: 'accepted', tries: 3, payload: {} }])
})

it.each(['address_refused', 'message_refused'] as const)(
  'does not retry a mail that was permanently refused: %s (MAIL-14)',
  async (refusal) => {
    const id = await queue()
    answer = async () => refusal
    await run(id)
    await run(id)
    expect(sent).toHaveLength(1)
    expect(await mails()).toEqual([{ outcome: refusal, tries: 1, payload: {} }])
  },
)

it('gives up an unaccepted mail after four days, no sooner, and keeps its payload (MAIL-14, MAIL-73)', async () => {
  const id = await queue()
  answer = () => Promise.reject(new Error('try later'))
  test.clock.advance(4 * day - 1)
  await expect(run(id)).rejects.toThrow('try later')
  test.clock.advance(1)
  await run(id)
  expect(await mails()).toEqual([{ outcome: 'gave_up', tries: 2, payload: { note: 1 } }])
})

it('does not send a mail that is no longer needed (MAIL-14)', async () => {
  needed = false
  await run(await queue())
  expect(sent).toEqual([])
  expect(await mails()).toMatchObject([{ outcome: 'not_needed' }])
})

it('gives up a mail whose payload does not match its type, without quoting the payload', async () => {
  const id = await queue()
  await test.database.run(sql`UPDATE mails SET payload = '{"note": "ann@example.org"}'`)
  const running = run(id)
  await expect(running).rejects.toThrow(UnreadablePayload)
  await expect(running).rejects.not.toThrow('ann@example.org')
  expect(sent).toEqual([])
  expect(await mails()).toEqual([{ outcome: 'gave_up', tries: 1, payload: { note: 'ann@example.org' } }])
})
