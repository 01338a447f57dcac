import { randomInt, randomUUID } from 'node:crypto'
import type { CreationInput } from '../../contract/creation.ts'
import type { Problem } from '../../contract/problem.ts'
import type { CreatedVerification } from '../../contract/verification.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { currentConsentTextVersion } from '../../domain/verification/consent-text.ts'
import type { Clock } from '../platform/clock/index.ts'
import { type Database, sql } from '../platform/database/index.ts'
import { photoWithPlace, pngPicture } from './sample-files.ts'
import type { TestApp } from './test-app.ts'

/** A test app in this process, or a server process behind its URL. */
export type Served = {
  app: { request(path: string, init?: RequestInit, env?: object): Response | Promise<Response> }
  clock: Clock
  database?: Database
}

/** The same app, which may not be open yet, called by people who chose a language; null chose none. */
export function readingIn<App extends Served>(test: App, language: string | null): App {
  const request: Served['app']['request'] = (path, init = {}, env) =>
    test.app.request(
      path,
      {
        ...init,
        headers: { ...(init.headers as object), ...(language && { cookie: `language=${language}` }) },
      },
      env,
    )
  return Object.create(test, { app: { value: { request } } })
}

/** A signed-in person, with the header that authenticates them. */
export type Person = { id: string; email: string; headers: { authorization: string } }

/** The JSON of an answer that must have this status. */
export async function readAnswer<T>(given: Response | Promise<Response>, status = 200): Promise<T> {
  const answer = await given
  if (answer.status !== status) throw new Error(`an answer of ${answer.status}: ${await answer.text()}`)
  return (await answer.json()) as T
}

/** A refusal: the status and the problem of an answer. */
export async function readProblem(
  answer: Response,
): Promise<Problem & { success?: boolean; error?: string }> {
  if (answer.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`no problem, but ${answer.status}: ${await answer.text()}`)
  return { ...((await answer.json()) as Problem), status: answer.status }
}

export async function readRefusal(answer: Response): Promise<[status: number, code: string]> {
  const { status, code } = await readProblem(answer)
  return [status, code]
}

/** Sets the client's address of a request, as the third argument of `app.request`. */
export function from(remoteAddress: string): object {
  return { incoming: { socket: { remoteAddress } } }
}

export function newAddress(): string {
  return `10.${Array.from({ length: 3 }, () => randomInt(256)).join('.')}`
}

/** Makes a request come from an address that no other test uses. */
export function fromAnywhere(): object {
  return from(newAddress())
}

/**
 * Registers a new person over HTTP as the browser does, and confirms their address if the test has access to the
 * database.
 */
export async function register(test: Served, name = 'Łucja Nowak'): Promise<Person> {
  const person = await registerUnconfirmed(test, name)
  if (test.database) await confirmAddress(test.database, test.clock, person)
  return person
}

const password = 'Correct-Horse-7'

/** Logs in with an address, by default with the password of `register`; returns the response. */
export const logIn = (test: Served, email: string, secret = password) =>
  postJson(test, '/auth/v1/token?grant_type=password', { email, password: secret })

/** The same person with a new session, by default with the password of `register`. */
export async function logInAgain<Known extends { email: string }>(
  test: Served,
  person: Known,
  secret?: string,
) {
  const { access_token } = await readAnswer<{ access_token: string }>(logIn(test, person.email, secret))
  return { ...person, headers: { authorization: `Bearer ${access_token}` } }
}

/** Confirms an address, as opening the mailed link does. */
export async function confirmAddress(database: Database, clock: Clock, person: Person): Promise<void> {
  await database.run(sql`UPDATE users SET email_confirmed_at = ${clock.now()} WHERE id = ${person.id}`)
  // The people of these tests all ask the same third party, whose mailbox limits are reset for each new person.
  await database.run(sql`DELETE FROM rate_limits WHERE key LIKE '%-mailbox%'`)
}

/** Registers a person who has not yet used the link in their confirmation mail. */
export async function registerUnconfirmed(test: Served, name = 'Łucja Nowak'): Promise<Person> {
  const email = `person-${randomUUID()}@example.com`
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-supabase-api-version': '2024-01-01' },
    body: JSON.stringify({
      email,
      password,
      data: {
        full_name: name,
        date_of_birth: '1990-04-17',
        address: '12 Long Street, Leeds',
        sex: 'female',
        phone_number: '+447700900123',
      },
    }),
  }
  // Each person registers from another address, so that they don't use up each other's limits.
  const answer = test.app.request('/auth/v1/signup', request, fromAnywhere())
  const session = await readAnswer<{ access_token: string; user: { id: string } }>(answer)
  return { id: session.user.id, email, headers: { authorization: `Bearer ${session.access_token}` } }
}

export async function subscribe(
  test: Served & Pick<TestApp, 'database'>,
  person: Person,
  tier = 'monthly',
  status = 'active',
) {
  await test.database.run(sql`
    INSERT INTO subscriptions (user_id, tier, status, created_at)
    VALUES (${person.id}, ${tier}, ${status}, ${test.clock.now()})`)
}

/** A multipart body as browsers send it. */
export function multipart(
  fields: Record<string, string>,
  file?: Uint8Array,
  fileName = 'photo.jpg',
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  if (file) form.set('file', new File([new Uint8Array(file)], fileName))
  return form
}

/** Uploads a document as its creator; returns the response. */
export function upload(test: Served, person: Person, category: string, file: Uint8Array, fileName?: string) {
  return test.app.request('/api/documents', {
    method: 'POST',
    headers: person.headers,
    body: multipart({ category }, file, fileName),
  })
}

/** Uploads a document as its creator; returns its id. */
export async function uploadDocument(
  test: Served,
  person: Person,
  category: string,
  file: Uint8Array,
): Promise<string> {
  return (await readAnswer<{ id: string }>(upload(test, person, category, file), 201)).id
}

/** An age creation without pictures, for which something else has to prove the age. */
export function creationWithoutPictures(test: Served): CreationInput & { type: 'age' } {
  return {
    ...common,
    signatureDate: toCalendarDate(test.clock.now()),
    type: 'age',
    identityConsent: true,
    thirdPartyPlatformAge: '27',
    thirdPartyClaimedAge: null,
    selfieDocumentId: null,
    idDocumentId: null,
  }
}

/** A complete age creation, with a photo and an ID uploaded for it. */
export async function ageCreation(
  test: Served,
  person: Person,
): Promise<CreationInput & { type: 'age'; selfieDocumentId: string; idDocumentId: string }> {
  return {
    ...creationWithoutPictures(test),
    selfieDocumentId: await uploadDocument(test, person, 'selfie', await photoWithPlace()),
    idDocumentId: await uploadDocument(test, person, 'id', await pngPicture()),
  }
}

/** A complete person creation, signed on the day of `test`, or on the start day of test apps. */
export function personCreation(test?: Served): CreationInput & { type: 'person' } {
  const signatureDate = test ? toCalendarDate(test.clock.now()) : common.signatureDate
  return { ...common, signatureDate, type: 'person', thirdPartyPhone: '+44 7700 900456' }
}

const common = {
  fullName: 'Łucja Nowak',
  dateOfBirth: '1990-04-17',
  thirdPartyName: 'Sam O’Neill',
  thirdPartySocialMediaName: '@sam',
  platformName: 'Hinge',
  additionalInformation: null,
  signature: 'Łucja Nowak',
  signatureDate: '2026-03-11',
  thirdPartyEmail: 'Sam@Example.com',
  consentTextVersion: currentConsentTextVersion,
}

export function create(test: Served, person: Person, creation: unknown) {
  return postJson(test, '/api/verifications', creation, person.headers)
}

export async function createVerification(
  test: Served,
  person: Person,
  more: Partial<
    Pick<
      CreationInput,
      'additionalInformation' | 'asksFor' | 'fullName' | 'signature' | 'thirdPartyEmail' | 'type' | 'validity'
    >
  > = {},
): Promise<CreatedVerification> {
  const { type = 'age', ...rest } = more
  const creation = type === 'age' ? await ageCreation(test, person) : personCreation(test)
  return readAnswer(create(test, person, { ...creation, ...rest }), 201)
}

/** Enters an address at the gate, by default from the same network as everyone else; returns the response. */
export function requestPass(
  test: Served,
  id: string,
  email: string,
  headers: Record<string, string> = {},
  network?: object,
) {
  return postJson(test, `/api/public/verifications/${id}/gate`, { email }, headers, network)
}

/** A proven third party, with the header that authenticates them. */
export type ThirdParty = { verificationId: string; headers: { authorization: string } }

/** Passes the gate as the person whom the link was sent to, by default always in the same browser. */
export async function enter(
  test: Served,
  verificationId: string,
  email = ' sam@example.com ',
  setSecret: string | undefined = verificationId.padEnd(43, '_'),
): Promise<ThirdParty> {
  const path = `/api/public/verifications/${verificationId}/gate`
  const { token } = await readAnswer<{ token: string }>(postJson(test, path, { email, setSecret }))
  return { verificationId, headers: { authorization: `Bearer ${token}` } }
}

export function post(
  test: Served,
  by: { headers: Record<string, string> },
  fields: Record<string, string>,
  file?: Uint8Array,
  fileName?: string,
) {
  return test.app.request('/functions/v1/third-party-upload', {
    method: 'POST',
    headers: by.headers,
    body: multipart(fields, file, fileName),
  })
}

/** Uploads a photo or ID as the third party and returns its signed URL. */
export async function give(test: Served, by: ThirdParty, category: 'selfie' | 'id', file?: Uint8Array) {
  const bytes = file ?? (category === 'selfie' ? await photoWithPlace(162) : await pngPicture())
  const fields = {
    formId: by.verificationId,
    fileName: `${by.verificationId}/${category}-${test.clock.now().getTime()}.jpg`,
    verificationType: 'age',
  }
  return (await readAnswer<{ fileUrl: string }>(post(test, by, fields, bytes))).fileUrl
}

/** A complete final submission, with both files uploaded. */
export async function wholeSubmission(test: Served, by: ThirdParty): Promise<Record<string, string>> {
  return {
    completeSubmission: 'true',
    formId: by.verificationId,
    signature: 'Sam O’Neill',
    selfieUrl: await give(test, by, 'selfie'),
    idUrl: await give(test, by, 'id'),
    verificationType: 'age',
    statesAdult: 'true',
    consent: 'true',
    identityConsent: 'true',
    agreedToAdditionalTerms: 'true',
    consentTextVersion: currentConsentTextVersion,
  }
}

const sendJson =
  (method: string) =>
  (test: Served, path: string, body: unknown, headers: Record<string, string> = {}, network?: object) =>
    test.app.request(
      path,
      {
        method,
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      },
      network,
    )

export const postJson = sendJson('POST')
export const putJson = sendJson('PUT')
const patchJson = sendJson('PATCH')

export const correctAddress = (
  test: Served,
  { headers }: Pick<Person, 'headers'>,
  id: string,
  thirdPartyEmail: string,
) => patchJson(test, `/api/verifications/${id}/third-party-email`, { thirdPartyEmail }, headers)

export async function registerPaying(
  test: Served & Pick<TestApp, 'database'>,
  tier?: string,
  name?: string,
): Promise<Person> {
  const person = await register(test, name)
  await subscribe(test, person, tier)
  return person
}

/** Creates a verification and passes its gate; returns its third party. */
export async function invite(
  test: Served,
  creator: Person,
  more?: Parameters<typeof createVerification>[2],
): Promise<ThirdParty> {
  return enter(test, (await createVerification(test, creator, more)).id)
}

type Changed = Record<string, string>

/**
 * Uploads both files and returns a function that submits everything, with the given fields changed, and returns the
 * response.
 */
export async function prepareSubmission(
  test: Served,
  by: ThirdParty,
): Promise<(changed?: Changed) => Promise<Response>> {
  const whole = await wholeSubmission(test, by)
  return async (changed = {}) => post(test, by, { ...whole, ...changed })
}

export async function submitWhole(test: Served, by: ThirdParty, changed?: Changed): Promise<Response> {
  const submit = await prepareSubmission(test, by)
  return submit(changed)
}
