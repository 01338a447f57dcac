import type { Reading } from '../../contract/document-reading.ts'
import type { KeptProofView } from '../../contract/kept-proof.ts'
import { toCalendarDate } from '../../domain/calendar-date.ts'
import { sql } from '../platform/database/index.ts'
import {
  give,
  type Person,
  postJson,
  prepareSubmission,
  putJson,
  readAnswer,
  type ThirdParty,
} from './people.ts'
import type { TestApp } from './test-app.ts'

/** The creator's typed claims, and the day of the tests. */
export const typed = { fullName: 'Łucja Nowak', dateOfBirth: '1990-04-17', today: '2026-03-11' }

/** Requests the reading of a creator's document; returns the response. */
export function askToRead(
  test: TestApp,
  person: Person,
  documentId: string,
  claims: Partial<typeof typed> = {},
) {
  return postJson(test, '/api/document-readings', { documentId, ...typed, ...claims }, person.headers)
}

export function askToReadAs(test: TestApp, by: ThirdParty, documentId: string, today = typed.today) {
  return postJson(
    test,
    `/api/public/verifications/${by.verificationId}/reading`,
    { documentId, today },
    by.headers,
  )
}

/** Uploads an ID as the third party and requests its reading; returns the URL that a submission names it by. */
export async function giveToRead(test: TestApp, by: ThirdParty, picture: Uint8Array): Promise<string> {
  const url = await give(test, by, 'id', picture)
  await readAnswer(askToReadAs(test, by, await findDocumentId(test, url)))
  return url
}

/** The id of the document that is downloaded at a signed URL. */
export async function findDocumentId(test: TestApp, fileUrl: string): Promise<string> {
  const path = new URL(fileUrl).pathname.split('/').slice(-2).join('/')
  const row = await test.database.row<{ id: string }>(sql`SELECT id FROM documents WHERE path = ${path}`)
  return row?.id ?? ''
}

/** The state of the reading of a creator's document. */
export async function fetchReading(test: TestApp, person: Person, documentId: string): Promise<Reading> {
  const answer = test.app.request(`/api/document-readings/${documentId}`, person)
  const { reading } = await readAnswer<{ reading: Reading | null }>(answer)
  if (!reading) throw new Error('nothing was asked to be read')
  return reading
}

/**
 * Uploads both files as the third party and submits them with the finding that the ID is theirs. The finding is written
 * into the tables, because reading a picture takes seconds.
 */
export async function submitRead(test: TestApp, by: ThirdParty): Promise<Response> {
  const submit = await prepareSubmission(test, by)
  const { verificationId } = by
  const row = await test.database.row<{ id: string }>(sql`
    SELECT id FROM documents WHERE verification_id = ${verificationId} AND category = 'id' ORDER BY created_at DESC LIMIT 1`)
  const today = toCalendarDate(test.clock.now())
  await readAnswer(askToReadAs(test, by, row?.id ?? '', today))
  const at = test.clock.now()
  await test.database.run(sql`
    UPDATE document_readings SET started_at = ${at}, ended_at = ${at}, outcome = 'read', kind = 'passport',
      read_from = 'lines', issuing_state = 'GBR', age_over_18 = true, name_agrees = true, reader_version = 'test',
      claimed_name = NULL, known_until = ${`${at.getUTCFullYear() + 1}-01-01`}
    WHERE verification_id = ${verificationId}`)
  return submit({ shownReading: 'read' })
}

/** Keeps the proof that the reading of an account's ID gave; returns the response. */
export const keepProof = (test: TestApp, by: Pick<Person, 'headers'>, json: object) =>
  putJson(test, '/api/kept-proof', json, by.headers)

export async function showKeptProof(test: TestApp, by: Person): Promise<KeptProofView | null> {
  return (await readAnswer<{ kept: KeptProofView | null }>(test.app.request('/api/kept-proof', by))).kept
}
