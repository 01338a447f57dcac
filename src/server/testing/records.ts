import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, expect } from 'vitest'
import { type LegalHold, type RecordView, recordViewSchema } from '../../contract/record.ts'
import { ownerViewSchema } from '../../contract/verification.ts'
import type { RecordFacts } from '../../domain/record/record.ts'
import { sql } from '../platform/database/index.ts'
import { onFiles } from '../platform/pdf/testing/public-tools.ts'
import { endHoldsJob, forgetHoldReasonsJob, retentionJob } from '../records/index.ts'
import {
  createVerification,
  invite,
  type Person,
  postJson,
  readAnswer,
  register,
  registerPaying,
  requestPass,
  type Served,
  submitWhole,
  type ThirdParty,
} from './people.ts'
import { soundAppForFile, type TestApp } from './test-app.ts'

/** A verification that both parties have just completed; its record isn't sealed yet. */
export async function completeRecord(
  test: Served,
  creator: Person,
  more: Parameters<typeof createVerification>[2] = {},
): Promise<string> {
  const thirdParty = await invite(test, creator, more)
  await readAnswer(submitWhole(test, thirdParty))
  return thirdParty.verificationId
}

/** Seals a record of two new people and saves it as `saveRecord` does. */
export async function keepSealed(test: TestApp, folder: string): Promise<void> {
  const ada = await register(test)
  const id = await completeRecord(test, ada)
  await test.runJobs()
  await saveRecord(test, folder, { id, by: ada })
}

/** Saves a record in a folder for the checker, as record.pdf and record.json, and the certificate of the seal. */
export async function saveRecord(
  test: TestApp,
  folder: string,
  { id, by, name = 'record', pem = 'seal' }: { id: string; by: RecordCaller; name?: string; pem?: string },
): Promise<void> {
  for (const format of ['pdf', 'json'])
    await writeFile(join(folder, `${name}.${format}`), await fetchBytes(test, id, `record.${format}`, by))
  await writeFile(join(folder, `${pem}.pem`), test.platform.sealer.certificatePem)
}

/** The facts of a record, which is sealed before if its job is due. */
export async function readFacts(test: TestApp, id: string, by: RecordCaller): Promise<RecordFacts> {
  await test.runJobs()
  return (await readAnswer<{ facts: RecordFacts }>(fetchFile(test, id, 'record.json', by))).facts
}

/** The mails that an address received, oldest first. */
export async function mailsTo(
  test: TestApp,
  address: string,
): Promise<{ subject: string; text: string; html: string }[]> {
  const mails = (await test.platform.mailer.outbox?.listNewest(500)) ?? []
  return mails.filter(({ to }) => to.toLowerCase() === address.toLowerCase()).reverse()
}

/** The headers that open the record, from the newest link mailed to the third party. */
export async function mailedLink(
  test: TestApp,
  id: string,
  email = 'sam@example.com',
): Promise<{ headers: { authorization: string } }> {
  const mails = await mailsTo(test, email)
  const tokens = mails.flatMap(({ text }) => new RegExp(`/records/${id}#([\\w-]{43})`).exec(text)?.[1] ?? [])
  const newest = tokens.at(-1)
  if (!newest) throw new Error('no link to this record was mailed')
  return { headers: { authorization: `Bearer ${newest}` } }
}

/** The caller of a record: a signed-in person, or the holder of a link. */
export type RecordCaller = { headers: { authorization: string } }

/** A person's sealed record, with the third party's link to it. */
export async function sealRecord(
  test: TestApp,
  by: Person,
  more: Parameters<typeof completeRecord>[2] = {},
): Promise<{ id: string; sam: RecordCaller }> {
  const id = await completeRecord(test, by, more)
  await test.runJobs()
  return { id, sam: await mailedLink(test, id) }
}

export const fetchRecord = (test: TestApp, id: string, by: Partial<RecordCaller>) =>
  test.app.request(`/api/records/${id}`, by)

export const fetchFile = (test: TestApp, id: string, file: string, by: Partial<RecordCaller>) =>
  test.app.request(`/api/records/${id}/files/${file}`, by)

export const withdraw = (test: TestApp, id: string, by: Partial<RecordCaller>) =>
  test.app.request(`/api/records/${id}/withdrawal`, { method: 'POST', ...by })

export async function viewRecord(test: TestApp, id: string, by: RecordCaller): Promise<RecordView> {
  return recordViewSchema.parse(await readAnswer(fetchRecord(test, id, by)))
}

export async function fetchBytes(
  test: TestApp,
  id: string,
  file: string,
  by: RecordCaller,
): Promise<Uint8Array> {
  const answer = await fetchFile(test, id, file, by)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="assent-${file.replace('.', `-${id.slice(0, 8)}.`)}"`,
  )
  return new Uint8Array(await answer.arrayBuffer())
}

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** The text of a PDF on one line, without the marks that readers put around right-to-left text. */
export async function readWords(pdf: Uint8Array): Promise<string> {
  return (await readText(pdf)).replace(/[\u200e\u200f\u202a-\u202e]/g, '').replace(/\s+/g, ' ')
}

/** The text of a PDF, in the layout of its pages. */
export async function readText(pdf: Uint8Array): Promise<string> {
  return (await onFiles({ 'a.pdf': pdf }, 'pdftotext', '-layout', 'a.pdf', '-')).output
}

type Caller = { headers: Record<string, string> }

/** A sealed record: its creator with a paid plan, its id, and the third party with their mailed link. */
export async function sealedRecord(test: TestApp): Promise<{ ada: Person; id: string; sam: RecordCaller }> {
  const ada = await registerPaying(test)
  return { ada, ...(await sealRecord(test, ada)) }
}

/** A sealed record on which the third party has set a legal hold. */
export async function heldRecord(test: TestApp): ReturnType<typeof sealedRecord> {
  const record = await sealedRecord(test)
  await readAnswer(setHold(test, record.id, record.sam), 201)
  return record
}

export const holdReason = 'I reported it to the police.'

export function setHold(test: TestApp, id: string, by: Caller, reason: unknown = holdReason) {
  return postJson(test, `/api/records/${id}/hold`, { reason }, by.headers)
}

export function liftHold(test: TestApp, id: string, by: Caller) {
  return test.app.request(`/api/records/${id}/hold`, { method: 'DELETE', headers: by.headers })
}

/** The state of each document as a party sees it, the creator's photo and ID first. */
export function statesIn({ documents }: RecordView): (string | undefined)[] {
  const { creatorSelfie, creatorId, thirdPartySelfie, thirdPartyId } = documents
  return [creatorSelfie, creatorId, thirdPartySelfie, thirdPartyId].map((view) => view?.state)
}

/** Whether each of a record's four files is in the storage, the creator's photo and ID first. */
export async function listStored(test: TestApp, id: string): Promise<boolean[]> {
  const rows = await test.database.rows<{ bucket: 'records'; path: string }>(sql`
    SELECT d.bucket, d.path FROM verifications v, documents d
    WHERE v.id = ${id} AND d.id IN (v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id)
    ORDER BY array_position(ARRAY[v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id], d.id)`)
  return Promise.all(rows.map(async (address) => (await test.platform.storage.get(address)) !== null))
}

/** Runs the jobs of holds and retention, and the jobs they enqueue. */
export async function sweep(test: TestApp): Promise<void> {
  await test.database.transaction(async (tx) => {
    await test.platform.jobs.enqueue(tx, retentionJob, {})
    await test.platform.jobs.enqueue(tx, endHoldsJob, {})
    await test.platform.jobs.enqueue(tx, forgetHoldReasonsJob, {})
  })
  await test.runJobs()
}

/** The events of a trail about holds and files, with their actors. */
export async function holdEvents(test: TestApp, id: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string }>(sql`
    SELECT event, actor FROM audit_events WHERE verification_id = ${id}
      AND (event LIKE 'hold%' OR event LIKE 'files%' OR event IN ('withdrawn', 'held_files_taken')) ORDER BY sequence`)
  return rows.map(({ event, actor }) => `${event} by ${actor}`)
}

export async function holdsIn(answer: Response): Promise<LegalHold[]> {
  return ((await answer.json()) as { holds: LegalHold[] }).holds
}

/** The number of rows of everything that a creation writes. */
export async function countEverything(test: TestApp) {
  return test.database.row<Record<string, number>>(sql`
    SELECT (SELECT count(*) FROM verifications) AS verifications, (SELECT count(*) FROM audit_events) AS events,
      (SELECT count(*) FROM subscription_usage) AS usage, (SELECT count(*) FROM documents) AS documents,
      (SELECT count(*) FROM documents WHERE attached_at IS NOT NULL) AS attached`)
}

export async function viewAsOwner(test: TestApp, id: string, by: Person) {
  return ownerViewSchema.parse(await readAnswer(test.app.request(`/api/verifications/${id}`, by)))
}

/** A new person for each test of a file or of a `describe`, with a paid plan if one is named. */
export function personForEach(test: TestApp, tier?: string): Person {
  const person = {} as Person
  beforeEach(async () => {
    Object.assign(person, await (tier ? registerPaying(test, tier) : register(test)))
  })
  return person
}

/**
 * The setup for tests of sealed records: an installation for the file, and for each test a new person on the annual
 * plan.
 */
export function sealingForFile(): { test: TestApp; ada: Person } {
  const test = soundAppForFile()
  return { test, ada: personForEach(test, 'annual') }
}

/** A new person and the id of their pending request, an hour later, so that every limit has a new window. */
export async function askInNewWindow(test: TestApp): Promise<{ ada: Person; id: string }> {
  test.clock.advance(60 * 60 * 1000)
  const ada = await register(test)
  return { ada, id: (await createVerification(test, ada)).id }
}

/** Waits until a record is sealed, as its creator sees it. */
export async function expectSealed({ app }: Served, record: { id: string; creator: Person }): Promise<void> {
  await expect
    .poll(
      async () => {
        const answer = await app.request(`/api/records/${record.id}`, record.creator)
        return ((await answer.json()) as RecordView).record?.revision
      },
      { timeout: 300_000 },
    )
    .toBe(1)
}

/** Passes the gate of a link with the mailed code; `mailedTo` is the address as spelled in the mail. */
export async function enterByCode(
  test: TestApp,
  verificationId: string,
  email: string,
  mailedTo = email,
): Promise<ThirdParty> {
  expect((await requestPass(test, verificationId, email)).status).toBe(200)
  await test.runJobs()
  const codes = (await mailsTo(test, mailedTo)).flatMap(({ text }) => /^\d{6}$/m.exec(text) ?? [])
  const code = codes.at(-1) ?? ''
  const path = `/api/public/verifications/${verificationId}/gate/code`
  const { token } = await readAnswer<{ token: string }>(postJson(test, path, { email, code }))
  return { verificationId, headers: { authorization: `Bearer ${token}` } }
}
