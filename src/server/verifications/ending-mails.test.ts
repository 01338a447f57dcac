import { beforeEach, describe, expect, it } from 'vitest'
import { toOwnerPath } from '../../contract/address.ts'
import { endUnderAge } from '../../domain/verification/transition.ts'
import { toReference } from '../../domain/verification/verification.ts'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import {
  describeMoment,
  limitMailbox,
  listMailsAbout,
  listMailsFor,
  queueMail,
} from '../platform/mail/index.ts'
import { correctAddress, createVerification, type Person, postJson, register } from '../testing/people.ts'
import { mailsTo } from '../testing/records.ts'
import { testAppForFile } from '../testing/test-app.ts'
import { endVerification, expireJob } from './end-verification.ts'
import { invitationsPerMailbox } from './invitation.ts'
import { reminderMailJob, remindJob } from './reminders.ts'

const test = testAppForFile()
let ada: Person
let sam: string
let id: string
beforeEach(async () => {
  ada = await register(test)
  sam = `sam-${ada.id.slice(0, 8)}@example.com`
  id = (await createVerification(test, ada, { type: 'person', thirdPartyEmail: sam })).id
  await test.runJobs()
})

async function run(job: typeof expireJob | typeof remindJob) {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, job, {}))
  await test.runJobs()
}

async function subjects(address: string) {
  return (await mailsTo(test, address)).map(({ subject }) => subject)
}

const invitation = 'You’ve been asked for a verification'
const reminder = 'A request is still waiting for you'
const notCompleted = 'A request wasn’t completed'
const revocation = 'A request was cancelled'
const expired = 'A request has expired'

describe('an ending is mailed to the people concerned (STATE-11)', () => {
  it('to the creator for a decline, without its reason', async () => {
    const third = await enterAs(sam)
    await postJson(test, `/api/public/verifications/${id}/decline`, { reason: 'I know him' }, third.headers)
    await test.runJobs()
    expect((await subjects(ada.email)).filter((subject) => subject === notCompleted)).toHaveLength(1)
    const mail = (await mailsTo(test, ada.email)).find(({ subject }) => subject === notCompleted)
    expect(mail?.text).not.toMatch(/I know him|declined|refused|under 18|\bSam\b/)
    expect(mail?.text).toContain(`Reference ${toReference(id)}`)
    expect(mail?.text).toContain('Photos and IDs given for it have been deleted.')
    expect(mail?.text).toContain(toOwnerPath({ id, type: 'person' }))
    expect(await subjects(sam)).toEqual([invitation])
    // The copy of a person's data and an erasure find each mail by its reader.
    const listTasks = (mails: { task: string }[]) => mails.map(({ task }) => task)
    expect(listTasks(await listMailsFor(test.database, ada.id))).toContain('send-ending-mail')
    expect(listTasks(await listMailsAbout(test.database, id))).not.toContain('send-ending-mail')
  })

  it('to the creator for a person under 18, in the same words', async () => {
    const other = (await createVerification(test, ada, { type: 'age' })).id
    const third = await enterAs(sam)
    await postJson(test, `/api/public/verifications/${id}/decline`, { reason: null }, third.headers)
    await test.database.transaction((tx) => endVerification(test.platform, tx, other, endUnderAge()))
    await test.runJobs()
    const texts = (await mailsTo(test, ada.email))
      .filter(({ subject }) => subject === notCompleted)
      .map(({ text }) => text.replace(/http\S+/, '').replace(/Reference \S+/, ''))
    expect(texts).toHaveLength(2)
    expect(texts[0]).toBe(texts[1])
  })

  it('to the invited third party for a cancellation', async () => {
    expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)).status).toBe(204)
    await test.runJobs()
    expect(await subjects(sam)).toEqual([invitation, revocation])
    expect(await subjects(ada.email)).not.toContain(revocation)
  })

  it('only to people who were mailed before', async () => {
    await test.database.run(sql`UPDATE verifications SET invited_at = NULL WHERE id = ${id}`)
    expect((await postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)).status).toBe(204)
    await test.runJobs()
    expect(await subjects(sam)).toEqual([invitation])
  })

  it('to both for an expired link', async () => {
    test.clock.advance(30 * dayMs + 1000)
    await run(expireJob)
    const readExpired = async (address: string) =>
      (await mailsTo(test, address)).find(({ subject }) => subject === expired)?.text
    const ownerPath = toOwnerPath({ id, type: 'person' })
    expect(await readExpired(ada.email)).toContain(ownerPath)
    expect(await readExpired(sam)).toContain(`Reference ${toReference(id)}`)
    expect(await readExpired(sam)).not.toContain(ownerPath)
  })
})

it('a mail contains the reference of its verification, but not in its subject (MAIL-18)', async () => {
  const mails = await mailsTo(test, sam)
  expect(mails.map(({ text }) => text)).toEqual([expect.stringContaining(`Reference ${toReference(id)}`)])
  expect(mails.map(({ subject }) => subject).join()).not.toMatch(/[0-9A-F]{4}-|age|person/)
})

describe('a reminder (MAIL-19)', () => {
  const reminders = async () => (await subjects(sam)).filter((subject) => subject === reminder).length

  it('is sent at most twice, two and five days after the accepted invitation, however often it is due', async () => {
    test.clock.advance(2 * dayMs - 60_000)
    await run(remindJob)
    expect(await reminders()).toBe(0)
    test.clock.advance(120_000)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        test.database.transaction((tx) => test.platform.jobs.enqueue(tx, remindJob, {})),
      ),
    )
    await test.runJobs()
    test.clock.advance(dayMs)
    await run(remindJob)
    expect(await reminders()).toBe(1)
    const mail = (await mailsTo(test, sam)).find(({ subject }) => subject === reminder)
    expect(mail?.text).toContain(`/verify/${id}`)
    expect(mail?.text).toContain('We remind you once more at most.')
    const invitation = (await mailsTo(test, sam)).find(({ subject }) =>
      /asked for a verification/.test(subject),
    )
    expect(invitation?.text).toContain('We remind you twice at most.')
    const [row] = await test.database.rows<{ at: Date }>(
      sql`SELECT created_at AS at FROM verifications WHERE id = ${id}`,
    )
    const closesAt = new Date((row?.at.getTime() ?? 0) + test.platform.settings.linkLifeDays * dayMs)
    expect(mail?.text).toContain(`closes on ${describeMoment(closesAt)}.`)
    expect(mail?.text).not.toMatch(/Łucja|Nowak/)
    test.clock.advance(2 * dayMs - 120_000)
    await run(remindJob)
    expect(await reminders()).toBe(1)
    test.clock.advance(180_000)
    await run(remindJob)
    expect(await reminders()).toBe(2)
    for (let day = 0; day < 9; day += 1) {
      test.clock.advance(dayMs)
      await run(remindJob)
    }
    expect(await reminders()).toBe(2)
    const last = (await mailsTo(test, sam)).findLast(({ subject }) => subject === reminder)
    expect(last?.text).toContain('This is the last reminder.')
    expect(last?.text).not.toMatch(/Łucja|Nowak/)
  })

  it('is not sent on the last days of a link, nor to a person who was never mailed', async () => {
    const now = test.clock.now().getTime()
    await test.database.run(
      sql`UPDATE verifications SET created_at = ${new Date(now - 26 * dayMs)} WHERE id = ${id}`,
    )
    test.clock.advance(3 * dayMs)
    await run(remindJob)
    expect(await reminders()).toBe(0)
  })

  it('is not sent when the link closes while it waits to be sent', async () => {
    await test.database.transaction((tx) =>
      queueMail(test.platform, tx, reminderMailJob, { verificationId: id, isLast: false }),
    )
    const third = await enterAs(sam)
    const declined = await postJson(test, at('decline'), { reason: null }, third.headers)
    expect(declined.status).toBe(204)
    await test.runJobs()
    expect(await reminders()).toBe(0)
  })

  it('is not sent to a mailbox that strangers had mailed as often as its limit allows (MAIL-12)', async () => {
    test.clock.advance(2 * dayMs + 1000)
    const isMailed = async () => (await limitMailbox(test.platform, invitationsPerMailbox, sam)).allowed
    while (await isMailed()) {
      // Uses up the limit.
    }
    await run(remindJob)
    expect(await reminders()).toBe(0)
  })

  it('starts again with a corrected address', async () => {
    const daysAgo = (days: number) => new Date(test.clock.now().getTime() - days * dayMs)
    await test.database.run(sql`
      UPDATE verifications SET invited_at = ${daysAgo(5)}, reminded_at = ${daysAgo(3)} WHERE id = ${id}`)
    const corrected = `other-${sam}`
    const answer = await correctAddress(test, ada, id, corrected)
    expect(answer.status).toBeLessThan(300)
    await test.runJobs()
    test.clock.advance(dayMs)
    await run(remindJob)
    expect(await subjects(corrected)).toEqual([invitation])
    test.clock.advance(dayMs + 1000)
    await run(remindJob)
    expect(await subjects(corrected)).toEqual([invitation, reminder])
    expect(await reminders()).toBe(0)
  })

  it('that waits for the mail server is not sent to a corrected address', async () => {
    await test.database.transaction((tx) =>
      queueMail(
        test.platform,
        tx,
        reminderMailJob,
        { verificationId: id, isLast: true },
        { verificationId: id },
      ),
    )
    const corrected = `other-${sam}`
    expect((await correctAddress(test, ada, id, corrected)).status).toBeLessThan(300)
    await test.runJobs()
    expect(await subjects(corrected)).toEqual([invitation])
  })

  const at = (path: string) => `/api/public/verifications/${id}/${path}`
  it.each([
    ['a decline', async () => postJson(test, at('decline'), { reason: null }, (await enterAs(sam)).headers)],
    ['a private no', async () => postJson(test, at('private-no'), {}, (await enterAs(sam)).headers)],
    ['a block', () => postJson(test, at('block'), {})],
    ['a cancellation', () => postJson(test, `/api/verifications/${id}/cancel`, {}, ada.headers)],
  ])('is not sent after %s', async (_, answer) => {
    expect((await answer()).status).toBe(204)
    test.clock.advance(2 * dayMs + 1000)
    await run(remindJob)
    expect(await reminders()).toBe(0)
  })
})

async function enterAs(email: string) {
  const answer = await postJson(test, `/api/public/verifications/${id}/gate`, { email })
  const { token } = (await answer.json()) as { token: string }
  return { headers: { authorization: `Bearer ${token}` } }
}
