import { beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { lookAsCreator, nameAlike, runDue } from '../testing/creators-eyes.ts'
import {
  correctAddress,
  createVerification,
  enter,
  give,
  invite,
  type Person,
  postJson,
  readAnswer,
  readingIn,
  register,
  registerPaying,
  requestPass,
  submitWhole,
  type ThirdParty,
} from '../testing/people.ts'
import { enterByCode, fetchRecord, mailedLink, mailsTo, setHold, withdraw } from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { whileLocked } from '../testing/waiting-statements.ts'
import { expireJob } from './end-verification.ts'
import { leaveRecords } from './list-verifications.ts'
import { remindJob } from './reminders.ts'

const test = soundAppForFile()
const arabic = readingIn(test, 'ar')
const german = readingIn(test, 'de')

let ada: Person
let sam: string
let id: string
beforeEach(async () => {
  test.clock.advance(dayMs)
  ada = await register(arabic)
  sam = `sam-${ada.id}@example.com`
  id = (await createVerification(arabic, ada, { thirdPartyEmail: sam })).id
  await test.runJobs()
})

async function readLanguage(): Promise<string | null | undefined> {
  const row = await test.database.row<{ language: string | null }>(
    sql`SELECT third_party_language AS language FROM verifications WHERE id = ${id}`,
  )
  return row?.language
}

const openForm = (by: ThirdParty, app: Pick<typeof test, 'app' | 'clock'> = german) =>
  app.app.request(`/api/public/verifications/${by.verificationId}/form`, by)

/** Passes the gate, and opens the form in a language. */
async function open(app = german): Promise<ThirdParty> {
  const third = await enter(app, id, sam)
  expect((await openForm(third, app)).status).toBe(200)
  return third
}

const refusePrivately = ({ verificationId, headers }: ThirdParty) =>
  postJson(german, `/api/public/verifications/${verificationId}/private-no`, {}, headers)

/** The languages of the parts of each mail to an address, oldest first. */
async function listLanguages(address: string): Promise<string[]> {
  const mails = await mailsTo(test, address)
  return mails.map(({ html }) => {
    const parts = [...html.matchAll(/<td lang="(\w+)" dir="(\w+)">/g)]
    expect(html).toContain(`<html lang="${parts[0]?.[1]}" dir="${parts[0]?.[2]}">`)
    return parts.map(([, tag]) => tag).join()
  })
}

describe('the third party’s language', () => {
  it('is that of the requests with their pass (WORDS-7)', async () => {
    const third = await enter(german, id, sam)
    expect(await readLanguage()).toBeNull()
    await openForm(third)
    expect(await readLanguage()).toBe('de')
    await openForm(third, arabic)
    expect(await readLanguage()).toBe('ar')
    await give(german, third, 'selfie')
    expect(await readLanguage()).toBe('de')
  })

  it('is written only where it changes, and stays where a request names none (WORDS-7)', async () => {
    const third = await open()
    const readVersion = () =>
      test.database.row(sql`SELECT xmin::text AS version FROM verifications WHERE id = ${id}`)
    const before = await readVersion()
    await openForm(third)
    await openForm(third, test)
    await openForm(third, readingIn(test, 'xx'))
    const ofProgram = { ...third.headers, 'accept-language': '*' }
    await test.app.request(`/api/public/verifications/${id}/form`, { headers: ofProgram })
    expect(await readVersion()).toEqual(before)
    expect(await readLanguage()).toBe('de')
  })

  it('is set by nobody without their pass (WORDS-7)', async () => {
    const pass = await invite(test, await register(test))
    const path = `/api/public/verifications/${id}`
    await german.app.request(path)
    await german.app.request(path, ada)
    await german.app.request(`/api/verifications/${id}`, ada)
    await german.app.request(`${path}/form`, ada)
    await german.app.request(`${path}/form`, { headers: { authorization: `Bearer ${'x'.repeat(43)}` } })
    await german.app.request(`${path}/form`, pass)
    await requestPass(german, id, 'somebody-else@example.com')
    await postJson(german, `/api/verifications/${id}/invitation`, {}, ada.headers)
    expect(await readLanguage()).toBeNull()
  })

  it('is deleted by a private no, and by another person’s address (WORDS-9, NO-1)', async () => {
    expect((await refusePrivately(await open())).status).toBe(204)
    expect(await readLanguage()).toBeNull()
    await open()
    await readAnswer(correctAddress(arabic, ada, id, `other-${sam}`))
    expect(await readLanguage()).toBeNull()
  })

  it('is not set again by a request that was under way when its pass ended (WORDS-9, NO-1)', async () => {
    const third = await open()
    const row = sql`SELECT 1 FROM verifications WHERE id = ${id}`
    const waiting = await whileLocked(
      test,
      row,
      async () => openForm(third, arabic),
      async (tx) => {
        await tx.run(sql`DELETE FROM gate_passes WHERE verification_id = ${id}`)
        await tx.run(sql`UPDATE verifications SET third_party_language = NULL WHERE id = ${id}`)
      },
    )
    expect(waiting.status).toBe(200)
    expect(await readLanguage()).toBeNull()
  })

  it('of a record is that of the requests with its link, until their account is erased (WORDS-7, WORDS-9)', async () => {
    await readAnswer(submitWhole(german, await open()))
    await test.runJobs()
    const link = await mailedLink(test, id, sam)
    await fetchRecord(arabic, id, ada)
    expect(await readLanguage()).toBe('de')
    test.platform.settings.emailCode = true
    await fetchRecord(arabic, id, link)
    test.platform.settings.emailCode = false
    expect(await readLanguage()).toBe('de')
    await fetchRecord(arabic, id, link)
    expect(await readLanguage()).toBe('ar')
    await test.database.transaction((tx) => leaveRecords(tx, [id], test.clock.now()))
    expect(await readLanguage()).toBeNull()
  })
})

describe('the mails of two people with different languages (WORDS-8)', () => {
  it('speak the creator’s, with English below it, until the other person has opened the request; then each their own', async () => {
    test.clock.advance(2 * dayMs + 60_000)
    await runDue(test, remindJob)
    expect(await listLanguages(sam)).toEqual(['ar,en', 'ar,en'])

    const third = await open()
    test.clock.advance(3 * dayMs + 60_000)
    await runDue(test, remindJob)
    expect((await listLanguages(sam)).at(-1)).toBe('de')

    await readAnswer(submitWhole(german, await enter(german, third.verificationId, sam)))
    await test.runJobs()
    const link = await mailedLink(test, id, sam)
    await readAnswer(setHold(german, id, link), 201)
    await test.runJobs()
    await withdraw(german, id, link)
    await test.runJobs()
    // The last reminder, the record, the hold, its end and the withdrawal.
    expect((await listLanguages(sam)).slice(2)).toEqual(['de', 'de', 'de', 'de', 'de'])
    const own = await listLanguages(ada.email)
    expect(own.length).toBeGreaterThanOrEqual(4)
    expect(new Set(own)).toEqual(new Set(['ar']))
  })

  it.each<[string, 'cancel' | 'expire', boolean, string]>([
    ['a cancelled request that was opened', 'cancel', true, 'de'],
    ['a cancelled request that was not', 'cancel', false, 'ar,en'],
    ['an expired request that was opened', 'expire', true, 'de'],
    ['an expired request that was not', 'expire', false, 'ar,en'],
  ])('about %s', async (_, ending, wasOpened, languages) => {
    if (wasOpened) await open()
    if (ending === 'cancel') await postJson(arabic, `/api/verifications/${id}/cancel`, {}, ada.headers)
    else test.clock.advance(31 * dayMs)
    await runDue(test, expireJob)
    const listed = await listLanguages(sam)
    expect(listed.length).toBeGreaterThan(1)
    expect(listed.at(-1)).toBe(languages)
  })

  it('are English alone for a creator who reads English', async () => {
    const bea = await register(readingIn(test, 'en'))
    const address = `sam-${bea.id}@example.com`
    await createVerification(test, bea, { thirdPartyEmail: address })
    await test.runJobs()
    expect(await listLanguages(address)).toEqual(['en'])
  })

  it('with a code speak the language of the request for it', async () => {
    test.platform.settings.emailCode = true
    await enterByCode(german, id, sam)
    test.platform.settings.emailCode = false
    expect(await listLanguages(sam)).toEqual(['ar,en', 'de'])
  })
})

describe('a creator', () => {
  it('sees the same whether or not the other person has a language, until there is a record (WORDS-9)', async () => {
    const seen: string[] = []
    const start = test.clock.now()
    for (const app of [test, german]) {
      test.clock.set(start)
      const creator = await registerPaying(arabic)
      id = (await createVerification(arabic, creator, { thirdPartyEmail: sam })).id
      await test.runJobs()
      const third = await open(app)
      await give(app, third, 'selfie')
      const look = (when: string, withCopy = false) => {
        test.clock.advance(1000)
        return lookAsCreator(test, { creator, ids: [id] }, when, { withCopy })
      }
      const opened = await look('opened', true)
      await refusePrivately(third)
      const refused = await look('refused')
      await postJson(test, `/api/verifications/${id}/invitation`, {}, creator.headers)
      await test.runJobs()
      const resent = await look('resent', true)
      await postJson(test, `/api/verifications/${id}/cancel`, {}, creator.headers)
      await test.runJobs()
      const cancelled = await look('cancelled')
      seen.push(nameAlike([...opened, ...refused, ...resent, ...cancelled].join('\n')))
    }
    expect(seen[1]).toBe(seen[0])
    expect(seen[0]).toContain('cancelled mail')
  })
})
