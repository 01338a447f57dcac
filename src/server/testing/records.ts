import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { invite, submitWhole } from './parties.ts'
import { type createVerification, type Person, register, type Served } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A verification that both parties completed a moment ago; nothing of its record is sealed yet. */
export async function completeRecord(
  test: Served,
  creator: Person,
  more: Parameters<typeof createVerification>[2] = {},
): Promise<string> {
  const thirdParty = await invite(test, creator, more)
  const answer = await submitWhole(test, thirdParty)
  if (answer.status !== 200)
    throw new Error(`the submission answered ${answer.status}: ${await answer.text()}`)
  return thirdParty.verificationId
}

/** Has a record of two new people sealed and keeps it in a folder, as record.pdf and record.json. */
export async function keepSealed(test: TestApp, folder: string): Promise<void> {
  const ada = await register(test)
  const id = await completeRecord(test, ada)
  await test.runJobs()
  for (const format of ['pdf', 'json']) {
    const answer = await test.app.request(`/api/records/${id}/files/record.${format}`, ada)
    await writeFile(join(folder, `record.${format}`), new Uint8Array(await answer.arrayBuffer()))
  }
}

/** The mails about records that a person got, oldest first. */
export async function mailsTo(test: TestApp, address: string): Promise<{ subject: string; text: string }[]> {
  const mails = (await test.platform.mailer.outbox?.listNewest(500)) ?? []
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
