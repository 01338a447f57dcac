import { randomInt } from 'node:crypto'
import { type Database, sql } from '../../src/server/platform/database/index.ts'
import { makeDraft } from '../../src/server/testing/drafts.ts'
import {
  ageCreation,
  confirmAddress,
  create,
  createVerification,
  enter,
  knock,
  type Person,
  post,
  register,
  type Served,
  wholeSubmission,
} from '../../src/server/testing/people.ts'
import { completeRecord } from '../../src/server/testing/records.ts'

/** A running installation, with a way to what is in it. */
export type System = {
  served: Served
  database: Database
  /** Of a record that was sealed at any time, the SHA-256 of its PDF. */
  anyPdf(): string
  /** Somebody who has been using it for long, with how to be them. */
  anyOwner(): { headers: { authorization: string } } | null
}

export type Time = <T>(what: string, act: () => Promise<T>) => Promise<T>

const password = 'Correct-Horse-7'

/** One person's way through the product, and their third party's, every call of it timed. */
export async function walkJourney(system: System, time: Time): Promise<void> {
  const { served, database } = system
  const person = await time('sign up', () => register(served))
  await confirmAddress(database, served.clock, person)
  await database.run(sql`
    INSERT INTO subscriptions (user_id, tier, status, created_at) VALUES (${person.id}, 'enterprise', 'active', now())`)
  await timeAccount(system, time, person)
  await timePending(system, time, person)
  await timeRecord(system, time, person)
  await log(system, time)
}

async function timeAccount({ served, anyOwner }: System, time: Time, person: Person): Promise<void> {
  const token = (grant: string, body: object) =>
    call(served, 'POST', `/auth/v1/token?grant_type=${grant}`, {}, body)
  const session = await time('log in', () => token('password', { email: person.email, password }))
  await time('refresh', () => token('refresh_token', { refresh_token: session['refresh_token'] }))
  const read = (what: string, path: string, by: Person | { headers: object } = person) =>
    time(what, () => call(served, 'GET', path, by.headers))
  await read('who am I', '/auth/v1/user')
  await read('profile', '/api/profile')
  await read('devices', '/api/sessions')
  await read('usage', '/api/usage')
  await read('plan', '/api/subscription')
  await read('history of somebody new', '/api/verifications?limit=20')
  const owner = anyOwner()
  await read('history of somebody old', '/api/verifications?limit=20', owner ?? person)
  await read('before closing an account', '/api/account/closing')
  await time('save a draft', () => call(served, 'PUT', '/api/drafts/person', person.headers, makeDraft()))
  await read('draft', '/api/drafts/person')
  await read('copy of my data', '/api/data-exports/newest')
  await time('rate', () =>
    call(served, 'POST', '/api/feedback', person.headers, { rating: 5, comment: 'Good' }),
  )
}

async function timePending({ served }: System, time: Time, person: Person): Promise<void> {
  const cancelled = await createVerification(served, person, { type: 'person' })
  await time('invite again', () =>
    call(served, 'POST', `/api/verifications/${cancelled.id}/invitation`, person.headers, {}),
  )
  await time('correct the address', () =>
    call(served, 'PATCH', `/api/verifications/${cancelled.id}/third-party-email`, person.headers, {
      thirdPartyEmail: 'other@example.com',
    }),
  )
  await time('cancel', () =>
    call(served, 'POST', `/api/verifications/${cancelled.id}/cancel`, person.headers, {}),
  )
  const declined = await createVerification(served, person, { type: 'person' })
  const sam = await enter(served, declined.id)
  await time('decline', () =>
    call(served, 'POST', `/api/public/verifications/${declined.id}/decline`, sam.headers, { reason: null }),
  )
}

async function timeRecord({ served }: System, time: Time, person: Person): Promise<void> {
  const creation = await ageCreation(served, person)
  const made = await time('create', async () => requireOk(await create(served, person, creation)))
  const { id } = (await made.json()) as { id: string }
  await time('open the link', () => call(served, 'GET', `/api/public/verifications/${id}`))
  await time('pass the gate', async () => requireOk(await knock(served, id, 'sam@example.com')))
  const sam = await enter(served, id)
  await time('form', () => call(served, 'GET', `/api/public/verifications/${id}/form`, sam.headers))
  const submission = await wholeSubmission(served, sam)
  await time('submit', async () => requireOk(await post(served, sam, submission)))
  await time('record page', () => call(served, 'GET', `/api/records/${id}`, person.headers))
  await time('verification page', () => call(served, 'GET', `/api/verifications/${id}`, person.headers))
  await time('withdraw', () => call(served, 'POST', `/api/records/${id}/withdrawal`, person.headers, {}))
}

async function log({ served, anyPdf }: System, time: Time): Promise<void> {
  const head = (await time('head of the log', () => call(served, 'GET', '/api/transparency/head'))) as {
    size: number
  }
  await time('the log', () => call(served, 'GET', '/api/transparency/log'))
  await time('inclusion proof', () => call(served, 'GET', `/api/transparency/inclusion/${anyPdf()}`))
  await time('proof file', () => call(served, 'GET', `/api/transparency/proof/${anyPdf()}`))
  const from = randomInt(1, head.size + 1)
  await time('consistency proof', () =>
    call(served, 'GET', `/api/transparency/consistency?from=${from}&to=${head.size}`),
  )
  await time('check a file', () => call(served, 'POST', '/api/check', {}, { sha256: anyPdf() }))
  await time('check a stranger’s file', () =>
    call(served, 'POST', '/api/check', {}, { sha256: 'f'.repeat(64) }),
  )
}

/** A sealed record of an installation that has none yet. */
export async function makeFirstRecord({
  served,
  database,
}: Pick<System, 'served' | 'database'>): Promise<Person> {
  const person = await register(served)
  await confirmAddress(database, served.clock, person)
  await completeRecord(served, person)
  return person
}

async function call(
  served: Served,
  method: string,
  path: string,
  headers: object = {},
  body?: object,
): Promise<Record<string, unknown>> {
  const answer = await served.app.request(path, {
    method,
    headers: { ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await (await requireOk(answer)).text()
  return text.startsWith('{') ? JSON.parse(text) : {}
}

async function requireOk(answer: Response): Promise<Response> {
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
  return answer
}
