import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dayMs } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { createAuthCaller, sessionIn, type TestSession } from '../testing/auth-caller.ts'
import { type LivePage, openLivePage } from '../testing/live-page.ts'
import {
  createVerification,
  enter,
  give,
  type Person,
  postJson,
  readAnswer,
  register,
  registerPaying,
  requestPass,
  submitWhole,
} from '../testing/people.ts'
import { mailedDigits, send as sendFromHome } from '../testing/privacy-calls.ts'
import {
  completeRecord,
  liftHold,
  mailedLink,
  sealRecord,
  setHold,
  sweep,
  withdraw,
} from '../testing/records.ts'
import { soundAppForFile } from '../testing/test-app.ts'
import { expireJob } from '../verifications/index.ts'
import { remindJob } from '../verifications/reminders.ts'
import { announceChange } from './index.ts'

type Follower = Pick<Person, 'id' | 'headers'>

const test = soundAppForFile({ accessTokenLifeSeconds: 60 * 24 * 60 * 60 })
const pages: LivePage[] = []
let send = test.platform?.mailer.send
beforeEach(() => {
  // Starts a new window of every rate limit for each test.
  test.clock.advance(dayMs)
  send = test.platform.mailer.send
})
afterEach(() => {
  test.platform.settings.emailCode = false
  test.platform.mailer.send = send
  for (const page of pages.splice(0)) page.leave()
})

/** Signs a person in again: their session has ended in the meantime. */
async function signInAgain({ email }: Person): Promise<Follower> {
  const session = sessionIn(await createAuthCaller(test).signIn(email, 'Correct-Horse-7'))
  return toFollower(session)
}

const toFollower = ({ accessToken, userId }: TestSession): Follower => ({
  id: userId,
  headers: { authorization: `Bearer ${accessToken}` },
})

/** Opens a page. It gets only what is announced from now on, although earlier events may still be on their way. */
async function follow(by: Follower): Promise<LivePage> {
  const page = await openLivePage(test.app, by)
  pages.push(page)
  const last = { verificationId: randomUUID(), status: 'pending' } as const
  await test.database.transaction((tx) => announceChange(tx, by.id, last))
  for (let message = await page.next(); !message?.includes(last.verificationId); message = await page.next())
    expect(message).not.toBeNull()
  return page
}

/** The next event; signs of life are skipped. */
async function readEvent(page: LivePage): Promise<unknown> {
  let message = await page.next()
  while (message?.startsWith(':')) message = await page.next()
  return JSON.parse((message ?? '').replace('data: ', ''))
}

async function run(job: typeof expireJob): Promise<void> {
  await test.database.transaction((tx) => test.platform.jobs.enqueue(tx, job, {}))
  await test.runJobs()
}

async function invited(): Promise<{ by: Person; id: string }> {
  const by = await registerPaying(test, 'enterprise')
  const { id } = await createVerification(test, by)
  await test.runJobs()
  return { by, id }
}

/** A record that was withdrawn while a hold of the third party kept its files. */
async function withheld() {
  const by = await registerPaying(test, 'enterprise')
  const { id, sam } = await sealRecord(test, by)
  await readAnswer(setHold(test, id, sam), 201)
  expect((await withdraw(test, id, by)).status).toBe(200)
  await test.runJobs()
  return { by, id, sam: await mailedLink(test, id) }
}

type Event = {
  event: string
  /** The file whose call of `announceChange` sends it. */
  from: string
  /** The page that shows it, and the text or part that changes there. */
  page: string
  /** The call that the page repeats when the event arrives. */
  reads: string
  /** Prepares it, before the page is opened. */
  prepare(): Promise<{ by: Follower; id?: string; happen(): Promise<unknown> }>
  message: object
}

const list = '/api/verifications?limit=20'
const one = '/api/verifications/:id'
const events: Event[] = [
  {
    event: 'a request is made in another tab',
    from: 'verifications/create-verification.ts',
    page: 'the dashboard and the history: a new card',
    reads: list,
    async prepare() {
      const by = await register(test)
      return { by, happen: () => createVerification(test, by) }
    },
    message: { status: 'pending' },
  },
  {
    event: 'the invitation is accepted or refused',
    from: 'verifications/mails.ts',
    page: 'the page of the link, the history and the owner’s page: the state of the invitation',
    reads: one,
    async prepare() {
      const by = await register(test)
      const { id } = await createVerification(test, by)
      return { by, id, happen: () => test.runJobs() }
    },
    message: { status: 'pending' },
  },
  {
    event: 'the third party submits',
    from: 'verifications/submit-verification.ts',
    page: 'every page with the request: its status',
    reads: one,
    async prepare() {
      const { by, id } = await invited()
      return { by, id, happen: async () => submitWhole(test, await enter(test, id)) }
    },
    message: { status: 'verified' },
  },
  {
    event: 'the third party declines',
    from: 'verifications/end-verification.ts',
    page: 'every page with the request: its status',
    reads: one,
    async prepare() {
      const { by, id } = await invited()
      const { headers } = await enter(test, id)
      const path = `/api/public/verifications/${id}/decline`
      return { by, id, happen: async () => postJson(test, path, {}, headers) }
    },
    message: { status: 'rejected' },
  },
  {
    event: 'the creator cancels in another tab',
    from: 'verifications/end-verification.ts',
    page: 'every page with the request: its status',
    reads: one,
    async prepare() {
      const { by, id } = await invited()
      const path = `/api/verifications/${id}/cancel`
      return { by, id, happen: async () => postJson(test, path, {}, by.headers) }
    },
    message: { status: 'cancelled' },
  },
  {
    event: 'the link expires',
    from: 'verifications/end-verification.ts',
    page: 'every page with the request: its status',
    reads: one,
    async prepare() {
      const { by, id } = await invited()
      test.clock.advance(test.platform.settings.linkLifeDays * dayMs + 1)
      return { by: await signInAgain(by), id, happen: () => run(expireJob) }
    },
    message: { status: 'expired' },
  },
  {
    event: 'a person withdraws',
    from: 'verifications/end-verification.ts',
    page: 'every page with the record: its status',
    reads: one,
    async prepare() {
      const by = await register(test)
      const id = await completeRecord(test, by)
      return { by, id, happen: async () => withdraw(test, id, by) }
    },
    message: { status: 'withdrawn' },
  },
  {
    event: 'a person ends the hold that kept the files of a withdrawn record',
    from: 'records/holds/set-hold.ts',
    page: 'the owner’s page: the photos and IDs are destroyed',
    reads: one,
    async prepare() {
      const { by, id, sam } = await withheld()
      return { by, id, happen: async () => liftHold(test, id, sam) }
    },
    message: { status: 'withdrawn' },
  },
  {
    event: 'the time of such a hold is over',
    from: 'records/holds/set-hold.ts',
    page: 'the owner’s page: the photos and IDs are destroyed',
    reads: one,
    async prepare() {
      const { by, id } = await withheld()
      test.clock.advance(366 * dayMs)
      return { by: await signInAgain(by), id, happen: () => sweep(test) }
    },
    message: { status: 'withdrawn' },
  },
  {
    event: 'the account’s address is confirmed',
    from: 'accounts/links/prove-mailbox.ts',
    page: 'the dashboard and the owner’s page: the request to confirm the address goes',
    reads: '/api/profile',
    async prepare() {
      const auth = createAuthCaller(test)
      const by = toFollower(await auth.signUp('bob@example.org'))
      return { by, happen: () => auth.confirm('bob@example.org') }
    },
    message: { account: 'changed' },
  },
  {
    event: 'the limit of an account ends, which was made with the six digits of a request',
    from: 'accounts/links/limited-account.ts',
    page: 'the history: the other records with this email',
    reads: list,
    async prepare() {
      const by = await register(test)
      const id = await completeRecord(test, by)
      await test.database.run(sql`UPDATE users SET limited_to = ${id} WHERE id = ${by.id}`)
      await sendFromHome(test, '/api/my-data/code', { email: by.email })
      const code = await mailedDigits(test, by.email)
      const entry = { email: by.email, code }
      return { by, happen: async () => sendFromHome(test, '/api/my-data/code/entry', entry, by.headers) }
    },
    message: { account: 'changed' },
  },
  {
    event: 'a mail server refuses the account’s address',
    from: 'accounts/stores/user-store.ts',
    page: 'the dashboard and the owner’s page: the request to confirm the address',
    reads: '/api/profile',
    async prepare() {
      const { by, id } = await invited()
      await postJson(test, `/api/public/verifications/${id}/decline`, {}, (await enter(test, id)).headers)
      test.platform.mailer.send = async () => 'no_such_mailbox'
      return { by, happen: () => test.runJobs() }
    },
    message: { account: 'changed' },
  },
]

describe('each event of the stream', () => {
  it.each(events)('$event: shows on $page (LIVE-8)', async ({ prepare, reads, message }) => {
    const { by, id = '', happen } = await prepare()
    const read = async () => {
      const answer = await test.app.request(reads.replace(':id', id), by)
      // Signed addresses differ in each answer.
      return (await answer.text()).replace(/"url(?:ExpiresAt)?":"[^"]*"/g, '')
    }
    const before = await read()
    const page = await follow(by)
    await happen()
    expect(await readEvent(page)).toMatchObject(message)
    expect(await read()).not.toBe(before)
  })

  it('is in this list: a new one needs a page that shows it (LIVE-8)', () => {
    const calls = globSync('src/server/**/*.ts')
      .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('live/hub.ts'))
      .flatMap((file) => {
        const found = readFileSync(file, 'utf8').match(/announceChange\(/g) ?? []
        return found.map(() => file.replace('src/server/', ''))
      })
    expect(calls.sort()).toEqual([
      'accounts/links/limited-account.ts',
      'accounts/links/prove-mailbox.ts',
      'accounts/stores/user-store.ts',
      'records/holds/set-hold.ts',
      'records/holds/set-hold.ts',
      'verifications/create-verification.ts',
      'verifications/end-verification.ts',
      'verifications/mails.ts',
      'verifications/submit-verification.ts',
    ])
    expect(new Set(calls)).toEqual(new Set(events.map(({ from }) => from)))
  })
})

it('announces nothing that no page shows: a code, a reminder, a visit, an upload, a private no (LIVE-8)', async () => {
  const { by, id } = await invited()
  const page = await follow(by)
  test.platform.settings.emailCode = true
  expect((await requestPass(test, id, 'sam@example.com')).status).toBe(200)
  await test.runJobs()
  test.platform.settings.emailCode = false
  const third = await enter(test, id)
  await give(test, third, 'selfie')
  const refusal = await postJson(test, `/api/public/verifications/${id}/private-no`, {}, third.headers)
  expect(refusal.status).toBe(204)
  test.clock.advance(2 * dayMs + 1)
  await run(remindJob)
  await postJson(test, `/api/verifications/${id}/cancel`, {}, by.headers)
  await test.runJobs()
  const { id: next } = await createVerification(test, by, { type: 'person' })
  expect([await readEvent(page), await readEvent(page)]).toEqual([
    { verificationId: id, status: 'cancelled' },
    { verificationId: next, status: 'pending' },
  ])
})
