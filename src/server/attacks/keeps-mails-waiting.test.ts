import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { passwordMailJob } from '../accounts/links/account-mails.ts'
import { makeJobLanes } from '../job-handlers.ts'
import { sql } from '../platform/database/index.ts'
import { startWorkers } from '../platform/jobs/index.ts'
import { createSmtpMailer, queueMail } from '../platform/mail/index.ts'
import { type Person, register } from '../testing/people.ts'
import { completeRecord } from '../testing/records.ts'
import { startSilentServer } from '../testing/smtp-server.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'

let test: TestApp
let ada: Person
let silent: Awaited<ReturnType<typeof startSilentServer>>
beforeAll(async () => {
  test = await createTestApp()
  silent = await startSilentServer()
  ada = await register(test)
})
afterAll(async () => {
  await test.close()
  await silent.close()
})

const handedOver = () =>
  test.database.row<{ mails: number }>(sql`SELECT count(*) AS mails FROM mails WHERE ended_at IS NOT NULL`)
const sealed = () => test.database.rows(sql`SELECT verification_id AS id FROM sealed_documents`)

it('a mail server that never greets, with 41 mails waiting, delays no seal', async () => {
  const { clock, logger } = test.platform
  const platform = {
    ...test.platform,
    mailer: createSmtpMailer({
      smtpUrl: silent.url,
      from: 'assent@app.example',
      supportEmail: 'support@app.example',
      clock,
      logger,
    }),
  }
  await test.database.transaction(async (tx) => {
    for (let n = 0; n < 41; n += 1) {
      const content = { to: `n${n}@example.com`, at: clock.now().toISOString() }
      await queueMail(platform, tx, passwordMailJob, content)
    }
  })
  const lanes = makeJobLanes(platform)
  const mailsAtOnce = lanes.find(({ name }) => name === 'mail')?.concurrency ?? 0
  expect(mailsAtOnce).toBeGreaterThan(1)
  const workers = await startWorkers({ connectionString: test.connectionString, lanes, logger })
  try {
    while (silent.connections.size < mailsAtOnce) await wait(5)
    const id = await completeRecord(test, ada, { type: 'person' })
    while ((await sealed()).length === 0) await wait(5)
    expect(await sealed()).toEqual([{ id }])
    // The seal didn't wait: none of the mails had been sent by then.
    expect(silent.connections.size).toBeGreaterThan(0)
    expect(await handedOver()).toEqual({ mails: 0 })
  } finally {
    for (const socket of silent.connections) socket.destroy()
    const stopping = workers.stop()
    const ending = setInterval(() => {
      for (const socket of silent.connections) socket.destroy()
    }, 5)
    await stopping
    clearInterval(ending)
  }
})
