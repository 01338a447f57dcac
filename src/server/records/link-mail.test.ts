import { expect, it } from 'vitest'
import { thirdPartySubmissionAnswerSchema } from '../../contract/third-party.ts'
import { sql } from '../platform/database/index.ts'
import { limitMailbox, strangersMails } from '../platform/mail/index.ts'
import { invite, readAnswer, register, submitWhole } from '../testing/people.ts'
import { mailsTo } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'

const test = soundAppForFile()

async function complete(before = async () => {}) {
  const sam = await invite(test, await register(test))
  await before()
  const { isLinkMailed } = thirdPartySubmissionAnswerSchema.parse(await readAnswer(submitWhole(test, sam)))
  return { id: sam.verificationId, isLinkMailed }
}

async function readLinkMails(id: string) {
  await test.runJobs()
  const mails = await mailsTo(test, 'sam@example.com')
  return mails.filter(({ text }) => text.includes(`/records/${id}#`)).length
}

/** Mails that others have sent to the same mailbox: as many as its limit allows. */
async function useUpMails(): Promise<void> {
  while ((await limitMailbox(test.platform, strangersMails, 'sam@example.com')).allowed);
}

it('says in the answer to a submission that the link is mailed, and mails it even if the limit is used up before the seal (FORM-11)', async () => {
  const { id, isLinkMailed } = await complete()
  expect(isLinkMailed).toBe(true)
  await useUpMails()
  expect(await readLinkMails(id)).toBe(1)
})

it('says that it is not mailed to an address that has had enough mails, and does not mail it (FORM-11, MAIL-12)', async () => {
  const { id, isLinkMailed } = await complete(useUpMails)
  expect(isLinkMailed).toBe(false)
  test.clock.advance(2 * 24 * 60 * 60 * 1000)
  expect(await readLinkMails(id)).toBe(0)
  const refused = await test.database.row(sql`
    SELECT detail->>'reason' AS reason FROM audit_events
    WHERE verification_id = ${id} AND event = 'mail_refused' AND detail->>'mail' = 'record'`)
  expect(refused).toEqual({ reason: 'limited' })
})
