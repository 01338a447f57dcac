import { beforeEach, expect, it } from 'vitest'
import { sweepDueWorkJob } from '../due-work.ts'
import { sql } from '../platform/database/index.ts'
import { forgetMailsJob, retryMails } from '../platform/mail/index.ts'
import { createVerification, type Person, register } from '../testing/people.ts'
import { completeRecord, mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'

const test = testAppForFile()
let ada: Person
let sam: string
beforeEach(async () => {
  ada = await register(test)
  sam = `sam-${ada.id}@example.com`
})

async function run(job: typeof forgetMailsJob | typeof sweepDueWorkJob): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, job, {}))
  await test.runJobs()
}
const forgetMails = (id: string) => test.database.run(sql`DELETE FROM mails WHERE verification_id = ${id}`)

it('leaves no file of a mail that is deleted while it is written (PRIVACY-15)', async () => {
  const { id } = await createVerification(test, ada, { type: 'person', thirdPartyEmail: sam })
  const { mailer } = test.platform
  test.platform.mailer = {
    ...mailer,
    async send(mail, options) {
      if (mail.to === sam) await forgetMails(id)
      return mailer.send(mail, options)
    },
  }
  await test.runJobs()
  test.platform.mailer = mailer
  expect(await mailsTo(test, sam)).toEqual([])
})

it('removes the files of mails whose rows are deleted, and no others (PRIVACY-17)', async () => {
  const { id } = await createVerification(test, ada, { type: 'person', thirdPartyEmail: sam })
  await test.runJobs()
  expect(await mailsTo(test, sam)).toHaveLength(1)
  const others = await mailsTo(test, ada.email)
  await forgetMails(id)
  await run(forgetMailsJob)
  expect(await mailsTo(test, sam)).toEqual([])
  expect(await mailsTo(test, ada.email)).toEqual(others)
  expect(others.length).toBeGreaterThan(0)
})

it('mails no record to a person who was erased since the mail failed (PRIVACY-12)', async () => {
  const id = await completeRecord(test, ada, { type: 'age' })
  await test.runJobs()
  const before = await mailsTo(test, 'sam@example.com')
  const now = test.clock.now()
  await test.database.run(sql`
    UPDATE mails SET outcome = 'gave_up', payload = ${JSON.stringify({
      verificationId: id,
      occasion: 'record',
      party: 'third_party',
    })}::jsonb
    WHERE verification_id = ${id} AND task = 'send-record-mail' AND account_id IS NULL`)
  await test.database.run(sql`UPDATE verifications SET third_party_left_at = ${now} WHERE id = ${id}`)
  expect(await retryMails(test.database, now)).toMatchObject({ queued: 1 })
  test.clock.advance(60_000)
  await run(sweepDueWorkJob)
  // A mail handed over again under the same Message-ID makes no second file.
  const mail = await test.database.row(sql`
    SELECT outcome FROM mails WHERE verification_id = ${id} AND task = 'send-record-mail' AND account_id IS NULL`)
  expect(mail).toEqual({ outcome: 'not_needed' })
  expect(await mailsTo(test, 'sam@example.com')).toEqual(before)
})
