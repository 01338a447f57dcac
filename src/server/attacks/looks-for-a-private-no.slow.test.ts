import { afterEach, describe, expect, it } from 'vitest'
import { endpoints } from '../../contract/endpoints.ts'
import { dayMs } from '../platform/clock/index.ts'
import { describeAnswer, lookAsCreator, nameAlike, readLive, runDue } from '../testing/creators-eyes.ts'
import { openLivePage } from '../testing/live-page.ts'
import {
  correctAddress,
  createVerification,
  enter,
  give,
  type Person,
  postJson,
  readingIn,
  register,
  requestPass,
  type ThirdParty,
} from '../testing/people.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { expireJob } from '../verifications/index.ts'
import { remindJob } from '../verifications/reminders.ts'

const sam = 'sam@example.com'

const open: TestApp[] = []
afterEach(async () => {
  for (const test of open.splice(0)) await test.close()
})

/** The third party's action after opening the link and uploading a photo and an ID. */
type Ending = (test: TestApp, by: ThirdParty) => Promise<void>

const ignores: Ending = async () => {}
const refuses: Ending = async (test, by) => {
  const path = `/api/public/verifications/${by.verificationId}/private-no`
  expect((await postJson(test, path, {}, by.headers)).status).toBe(204)
}

/** Makes the mail server answer for one address that it doesn't exist. */
function refuseAddress(test: TestApp, address: string): void {
  const { mailer } = test.platform
  const send: typeof mailer.send = async (mail, options) =>
    mail.to.toLowerCase() === address ? 'no_such_mailbox' : mailer.send(mail, options)
  test.platform.mailer = { ...mailer, send }
}

type Act = (creator: Person, id: string) => Response | Promise<Response>

/** Everything that a creator learns about a request from its creation on, in order, until it ends. */
async function watch(
  ending: Ending,
  acts: (test: TestApp) => readonly Act[],
  isAddressRefused = false,
): Promise<string[]> {
  const test = await createTestApp({ accessTokenLifeSeconds: 60 * 24 * 60 * 60, linkLifeDays: 10 })
  open.push(test)
  if (isAddressRefused) refuseAddress(test, sam)
  const ada = await register(test)
  const seen: string[] = []
  const page = await openLivePage(test.app, ada)
  const { id } = await createVerification(test, ada)
  await test.runJobs()

  const look = async (when: string, options?: { withCopy: boolean }) => {
    seen.push(...(await lookAsCreator(test, { creator: ada, ids: [id] }, when, options)))
  }

  // A private no deletes their language too.
  const german = readingIn(test, 'de')
  const third = await enter(german, id)
  await give(german, third, 'selfie')
  await give(german, third, 'id')
  await ending(german, third)
  await test.runJobs()
  await look('after it was opened', { withCopy: true })
  for (const act of acts(test)) {
    seen.push(await describeAnswer('act', act(ada, id)))
    await test.runJobs()
    await look('after the act')
  }
  test.clock.advance(4 * dayMs)
  await runDue(test, remindJob)
  await look('after four days', { withCopy: true })
  test.clock.advance(6 * dayMs + 1)
  await runDue(test, expireJob)
  await look('after it expired', { withCopy: true })
  seen.push(...(await readLive(page, /"status":"(?:expired|cancelled)"/)))
  return nameAlike(seen.join('\n\n')).split('\n\n')
}

const resend =
  (test: TestApp): Act =>
  (by, id) =>
    postJson(test, `/api/verifications/${id}/invitation`, {}, by.headers)
const correctTo =
  (test: TestApp, thirdPartyEmail: string): Act =>
  (by, id) =>
    correctAddress(test, by, id, thirdPartyEmail)
const cancel =
  (test: TestApp): Act =>
  (by, id) =>
    postJson(test, `/api/verifications/${id}/cancel`, {}, by.headers)

describe('a creator who looks for a private no', () => {
  it('has no other endpoints about a request than these: a new one must be tested here too (NO-2)', () => {
    const ofRequests = Object.entries(endpoints).filter(
      ([name, { who }]) => ['account', 'owner'].includes(who) && name.includes('/verifications'),
    )
    expect(ofRequests.map(([name]) => name)).toEqual([
      'POST /api/verifications',
      'GET /api/verifications',
      'GET /api/verifications/:id',
      'POST /api/verifications/:id/cancel',
      'POST /api/verifications/:id/invitation',
      'PATCH /api/verifications/:id/third-party-email',
    ])
  })

  it.each([
    ['by waiting until it expires', () => []],
    ['by inviting again, until the limit and beyond', (test: TestApp) => Array<Act>(4).fill(resend(test))],
    [
      'by correcting the address, to the same one, another one and back',
      (test: TestApp) => [
        correctTo(test, sam),
        correctTo(test, 'other@example.com'),
        correctTo(test, sam),
        resend(test),
      ],
    ],
    ['by cancelling', (test: TestApp) => [cancel(test), cancel(test)]],
  ])(
    '%s gets the same answers, mails and events as for a link that was opened and ignored (NO-2)',
    async (_, acts) => {
      const refused = await watch(refuses, acts)
      expect(refused.length).toBeGreaterThan(20)
      expect(refused).toEqual(await watch(ignores, acts))
    },
  )

  it('by inviting again still learns that the mail server refused the address (NO-2)', async () => {
    const acts = (test: TestApp) => [resend(test), resend(test)]
    const refused = await watch(refuses, acts, true)
    expect(refused.join()).toContain('address_refused')
    expect(refused).toEqual(await watch(ignores, acts, true))
  })

  it('passes the gate with only the address, and finds an unanswered form (NO-4)', async () => {
    const readForm = async (ending: Ending) => {
      const test = await createTestApp()
      open.push(test)
      const { id } = await createVerification(test, await register(test))
      const third = await enter(test, id)
      await ending(test, third)
      const visitor = await enter(test, id)
      const form = await test.app.request(`/api/public/verifications/${id}/form`, visitor)
      const uploaded = await give(test, visitor, 'selfie')
      const gate = await requestPass(test, id, 'eve@example.com')
      const texts = [form.status, await form.text(), uploaded, gate.status, await gate.text()]
      return nameAlike(texts.join('\n'))
    }
    expect(await readForm(refuses)).toBe(await readForm(ignores))
  })
})
