import type { LegalHold, RecordView } from '../../contract/record.ts'
import { sql } from '../platform/database/index.ts'
import { endHoldsJob, forgetHoldReasonsJob, retentionJob } from '../records/index.ts'
import { registerPaying } from './parties.ts'
import { type Person, postJson } from './people.ts'
import { type RecordCaller, sealRecord } from './sealed-records.ts'
import type { TestApp } from './test-app.ts'

type Caller = { headers: Record<string, string> }

/** A sealed record: the creator, who pays for a plan, its id, and the third party by their mailed link. */
export async function sealedRecord(test: TestApp): Promise<{ ada: Person; id: string; sam: RecordCaller }> {
  const ada = await registerPaying(test)
  return { ada, ...(await sealRecord(test, ada)) }
}

/** A sealed record whose third party holds it. */
export async function heldRecord(test: TestApp): ReturnType<typeof sealedRecord> {
  const record = await sealedRecord(test)
  const answer = await setHold(test, record.id, record.sam)
  if (answer.status !== 201) throw new Error(`the hold answered ${answer.status}: ${await answer.text()}`)
  return record
}

export const holdReason = 'I reported it to the police.'
export const dayMs = 24 * 60 * 60 * 1000

export function setHold(test: TestApp, id: string, by: Caller, reason: unknown = holdReason) {
  return postJson(test, `/api/records/${id}/hold`, { reason }, by.headers)
}

export function liftHold(test: TestApp, id: string, by: Caller) {
  return test.app.request(`/api/records/${id}/hold`, { method: 'DELETE', headers: by.headers })
}

/** The state of each document that a party sees, the creator's photo and ID first. */
export function statesIn({ documents }: RecordView): (string | undefined)[] {
  const { creatorSelfie, creatorId, thirdPartySelfie, thirdPartyId } = documents
  return [creatorSelfie, creatorId, thirdPartySelfie, thirdPartyId].map((view) => view?.state)
}

/** Which of the four files of a record are in the storage, the creator's photo and ID first. */
export async function listStored(test: TestApp, id: string): Promise<boolean[]> {
  const rows = await test.database.rows<{ bucket: 'records'; path: string }>(sql`
    SELECT d.bucket, d.path FROM verifications v, documents d
    WHERE v.id = ${id} AND d.id IN (v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id)
    ORDER BY array_position(ARRAY[v.selfie_document_id, v.id_document_id, v.third_party_selfie_document_id, v.third_party_id_document_id], d.id)`)
  return Promise.all(rows.map(async (address) => (await test.platform.storage.get(address)) !== null))
}

/** Has the tasks of holds and retention run, and what they ask for. */
export async function sweep(test: TestApp): Promise<void> {
  await test.database.transaction(async (tx) => {
    await test.platform.jobs.enqueue(tx, retentionJob, {})
    await test.platform.jobs.enqueue(tx, endHoldsJob, {})
    await test.platform.jobs.enqueue(tx, forgetHoldReasonsJob, {})
  })
  await test.runJobs()
}

/** The events of a trail that concern holds and files, with who did them. */
export async function holdEvents(test: TestApp, id: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string }>(sql`
    SELECT event, actor FROM audit_events WHERE verification_id = ${id}
      AND (event LIKE 'hold%' OR event LIKE 'files%' OR event IN ('withdrawn', 'held_files_taken')) ORDER BY sequence`)
  return rows.map(({ event, actor }) => `${event} by ${actor}`)
}

export async function holdsIn(answer: Response): Promise<LegalHold[]> {
  return ((await answer.json()) as { holds: LegalHold[] }).holds
}
