import { expect, it } from 'vitest'
import { register } from '../../testing/people.ts'
import { mailsTo } from '../../testing/records.ts'
import { testAppForFile } from '../../testing/test-app.ts'
import { dayMs } from '../clock/index.ts'
import { sql } from '../database/index.ts'
import { forgetMailsJob } from './index.ts'

const test = testAppForFile()

async function forget(): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, forgetMailsJob, {}))
  await test.runJobs()
}

it('deletes a mail and its file in the outbox 30 days after it ended, and no other mail (PRIVACY-17)', async () => {
  const ada = await register(test)
  await test.runJobs()
  test.clock.advance(dayMs)
  const bea = await register(test)
  await test.runJobs()
  test.clock.advance(29 * dayMs)
  await forget()
  expect(await mailsTo(test, ada.email)).toHaveLength(1)
  test.clock.advance(1000)
  await forget()
  expect(await mailsTo(test, ada.email)).toEqual([])
  expect(await mailsTo(test, bea.email)).toHaveLength(1)
  expect(await test.database.rows(sql`SELECT account_id AS id FROM mails`)).toEqual([{ id: bea.id }])
})
