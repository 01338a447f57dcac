import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../app.ts'
import { sweepDueWorkJob } from '../../due-work.ts'
import { createMetrics } from '../../operations/routes.ts'
import { createVerification, from, type Person, personCreation, register } from '../../testing/people.ts'
import { openMailedApp } from '../../testing/smtp-server.ts'
import { openForFile } from '../../testing/test-app.ts'
import { dayMs } from '../clock/index.ts'
import { sql } from '../database/index.ts'
import { forgetMailsJob, retryMails } from './index.ts'

const test = openForFile(() => openMailedApp({ accessTokenLifeSeconds: 365 * 24 * 60 * 60 }))
const away = { at: 'rcpt', code: 451, text: '4.3.2 System not accepting messages' } as const
let ada: Person
beforeEach(async () => {
  await test.database.run(sql`DELETE FROM mails`)
  ada = await register(test)
  await send()
  test.server.received.length = 0
})
afterEach(() => {
  test.server.refusal = null
})

/** Runs the due jobs, the retries, and the jobs that the sweep finds. */
async function send(): Promise<void> {
  test.clock.advance(60_000)
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, sweepDueWorkJob, {}))
  await test.send()
  await test.database.run(sql`UPDATE graphile_worker._private_jobs SET run_at = now() WHERE attempts > 0`)
  await test.send()
}

/** Lets the mail server refuse everything for four days. */
async function loseMails(): Promise<void> {
  test.server.refusal = away
  await send()
  test.clock.advance(4 * dayMs)
  await send()
  test.server.refusal = null
}
const retry = () => retryMails(test.database, test.clock.now())
const mails = () => test.database.rows(sql`SELECT task, outcome FROM mails WHERE account_id IS NULL`)
const received = () => test.server.received.map(({ to }) => to.toLowerCase())

async function readLost(): Promise<string[]> {
  const app = createApp(test.platform, { metrics: createMetrics({ process: false }) })
  const answer = await app.request('/metrics', { headers: { host: 'localhost:3000' } }, from('127.0.0.1'))
  return (await answer.text()).split('\n').filter((line) => line.startsWith('mails_lost{'))
}

it('sends each given-up mail once, however many retries run at the same moment (MAIL-73)', async () => {
  for (const n of [4, 5, 6]) {
    const creator = await register(test)
    await createVerification(test, creator, { ...personCreation(test), thirdPartyEmail: `n${n}@example.com` })
  }
  await test.database.run(sql`DELETE FROM mails WHERE account_id IS NOT NULL`)
  await loseMails()
  expect(received()).toEqual([])
  const told = await Promise.all(Array.from({ length: 50 }, retry))
  expect(told.reduce((sum, { queued }) => sum + queued, 0)).toBe(3)
  await Promise.all([send(), retry()])
  await send()
  expect(received().sort()).toEqual(['n4@example.com', 'n5@example.com', 'n6@example.com'])
  expect(await retry()).toEqual({ queued: 0, notKept: 0 })
})

it('tries a retried mail for another four days (MAIL-73)', async () => {
  await createVerification(test, ada, { type: 'person' })
  await loseMails()
  await retry()
  test.server.refusal = away
  await send()
  expect(await mails()).toEqual([{ task: 'send-invitation', outcome: null }])
  test.clock.advance(4 * dayMs)
  await send()
  expect(await mails()).toEqual([{ task: 'send-invitation', outcome: 'gave_up' }])
})

it('does not send a retried mail that is no longer needed (MAIL-73)', async () => {
  const { id } = await createVerification(test, ada, { type: 'person' })
  await loseMails()
  await test.app.request(`/api/verifications/${id}/cancel`, { method: 'POST', headers: ada.headers })
  expect(await retry()).toMatchObject({ queued: 1 })
  await send()
  expect(received()).toEqual([])
  expect(await mails()).toContainEqual({ task: 'send-invitation', outcome: 'not_needed' })
})

it.each(['the same', 'a corrected'])(
  'does not retry an invitation after a new one to %s address (MAIL-73)',
  async (address) => {
    const { id } = await createVerification(test, ada, { type: 'person' })
    await loseMails()
    const url = `/api/verifications/${id}`
    const headers = { ...ada.headers, 'content-type': 'application/json' }
    const answer =
      address === 'the same'
        ? await test.app.request(`${url}/invitation`, { method: 'POST', headers })
        : await test.app.request(`${url}/third-party-email`, {
            method: 'PATCH',
            headers,
            body: JSON.stringify({ thirdPartyEmail: 'sammy@example.com' }),
          })
    expect(answer.ok).toBe(true)
    await send()
    expect(await retry()).toEqual({ queued: 0, notKept: 1 })
    await send()
    expect(received()).toHaveLength(1)
  },
)

it('keeps the payload of a given-up mail for 30 days, then deletes it (MAIL-73, PRIVACY-17)', async () => {
  await createVerification(test, ada, { type: 'person' })
  await loseMails()
  const forget = async () => {
    await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetMailsJob, {}))
    await test.send()
  }
  test.clock.advance(29 * dayMs)
  await forget()
  expect(await mails()).toContainEqual({ task: 'send-invitation', outcome: 'gave_up' })
  test.clock.advance(dayMs + 1000)
  await forget()
  expect(await mails()).not.toContainEqual({ task: 'send-invitation', outcome: 'gave_up' })
  expect(await retry()).toEqual({ queued: 0, notKept: 0 })
})

it('warns in /readyz that the mail server accepts no mails, and stays ready (MAIL-75)', async () => {
  const { mailer } = test
  const app = createApp({ ...test.platform, mailer }, { metrics: createMetrics({ process: false }) })
  const ask = async () => {
    const answer = await app.request('/readyz')
    return [answer.status, ((await answer.json()) as { warning?: string }).warning]
  }
  expect(await ask()).toEqual([200, undefined])
  await createVerification(test, ada, { type: 'person' })
  test.server.refusal = away
  await send()
  expect(await ask()).toEqual([200, expect.stringContaining('The mail server takes no mails.')])
  test.server.refusal = null
  await send()
  expect(await ask()).toEqual([200, undefined])
})

it('reports given-up mails in the metrics until they are retried, and mails that were too late (MAIL-74)', async () => {
  await createVerification(test, ada, { type: 'person' })
  expect(await readLost()).toEqual([])
  await loseMails()
  expect(await readLost()).toEqual(['mails_lost{task="send-invitation",outcome="gave_up"} 1'])
  await retry()
  expect(await readLost()).toEqual([])
  await send()

  test.server.refusal = away
  await register(test)
  await send()
  test.clock.advance(dayMs)
  await send()
  expect(await readLost()).toEqual(['mails_lost{task="mail-account-token",outcome="not_needed"} 1'])
})
