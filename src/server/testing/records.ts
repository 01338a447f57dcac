import { createVerification, enter, type Person, post, type Served, wholeSubmission } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A verification that both parties completed a moment ago; nothing of its record is sealed yet. */
export async function completeRecord(
  test: Served,
  creator: Person,
  more: Parameters<typeof createVerification>[2] = {},
): Promise<string> {
  const { id } = await createVerification(test, creator, more)
  const thirdParty = await enter(test, id)
  const answer = await post(test, thirdParty, await wholeSubmission(test, thirdParty))
  if (answer.status !== 200)
    throw new Error(`the submission answered ${answer.status}: ${await answer.text()}`)
  return id
}

/** The mails about records that somebody got, oldest first. */
export async function mailsTo(test: TestApp, address: string): Promise<{ subject: string; text: string }[]> {
  const mails = (await test.platform.mailer.outbox?.newest(500)) ?? []
  return mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase()).reverse()
}

/** The headers with which the newest link that was mailed to the third party opens the record. */
export async function mailedLink(test: TestApp, id: string): Promise<{ headers: { authorization: string } }> {
  const mails = await mailsTo(test, 'sam@example.com')
  const tokens = mails.flatMap(({ text }) => new RegExp(`/records/${id}#([\\w-]{43})`).exec(text)?.[1] ?? [])
  const newest = tokens.at(-1)
  if (!newest) throw new Error('no link to this record was mailed')
  return { headers: { authorization: `Bearer ${newest}` } }
}
