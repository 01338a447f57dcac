import { z } from 'zod'
import type { Reading } from '../../contract/document-reading.ts'
import { type CalendarDate, toCalendarDate } from '../../domain/calendar-date.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import { isSameName } from '../../domain/identity-document/names-agree.ts'
import { type Claims, maxReadingTries, type Verdict } from '../../domain/identity-document/verdict.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { type Queryable, runInBatches, type Transaction } from '../platform/database/index.ts'
import {
  countJobsBefore,
  type Duty,
  defineJob,
  type JobType,
  listWithoutJob,
  noPayload,
  type Place,
} from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { queueRetryAfterSeconds, type Requester } from '../platform/waiting/index.ts'
import { deleteKeptProofsBefore } from './kept-proofs.ts'
import {
  addReading,
  countTriesSpent,
  deleteReadingsBefore,
  findReading,
  hashClaims,
  lockReader,
  nameOwner,
  nameReadingKey,
  type ReadingRow,
  selectWaiting,
  wasRead,
} from './reading-store.ts'
import { type DocumentOwner, type Giver, hasUnused as hasUnusedDocument } from './store.ts'

/** The job that reads one ID. Its handler is in read-document.ts, which imports verifications; this file must not. */
export const readDocumentType: JobType<{ readingId: string }> = {
  name: 'read-document',
  // One picture at a time, because each needs the memory of the models.
  queue: 'reading',
  schema: z.object({ readingId: z.guid() }),
}

/** Counts owners whose ID crashed the reader: their IDs are read last for a while. */
export const readerEnded = { name: 'reader-ended', points: 1000, seconds: 10 * 60 }

/**
 * Enqueues the reading of an uploaded ID and its comparison with claims, for one day. Repeating the call returns the
 * current state and costs no try; nor does the same document with the same claims on another day, or after a reading
 * without a working reader. Askers take turns; a reading without an asker is the server's own. Counting the tries and
 * adding one happen in one locked transaction.
 */
export async function requestReading(
  platform: Pick<Platform, 'clock' | 'database' | 'documentReader' | 'jobs' | 'rateLimits'>,
  owner: Giver,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
  by: Pick<Requester, 'networks' | 'isLast'> | null,
): Promise<Reading | Refusal> {
  if (!platform.documentReader) return refuse('reading_off')
  const at = platform.clock.now()
  return platform.database.transaction(async (tx) => {
    await lockReader(tx, owner)
    if (!(await hasUnusedDocument(tx, { id: documentId, owner, category: 'id' })))
      return refuse('document_unknown')
    const claimsSha256 = hashClaims(documentId, claims)
    const known = await findReading(tx, { documentId, claimsSha256, day })
    if (known && known.outcome !== 'reader_unavailable') return presentReading(tx, owner, known, at)
    const isTry = !(await wasRead(tx, documentId, claimsSha256))
    const spent = await countTriesSpent(tx, owner, at)
    if (isTry && spent >= maxReadingTries) return refuse('reading_tries_spent')
    const place = by && (await reserveReadingPlace(platform, tx, owner, by))
    if (by && !place) return refuse('rate_limited', { retryAfterSeconds: queueRetryAfterSeconds })
    const added = await addReading(tx, { documentId, claimsSha256, day, owner, claims, isTry, at })
    await platform.jobs.enqueue(
      tx,
      readDocumentType,
      { readingId: added.id },
      { key: nameReadingKey(added.id), ...place },
    )
    return presentReading(tx, owner, added, at)
  })
}

async function reserveReadingPlace(
  { jobs, rateLimits }: Pick<Platform, 'jobs' | 'rateLimits'>,
  tx: Transaction,
  owner: DocumentOwner,
  { networks, isLast = false }: Pick<Requester, 'networks' | 'isLast'>,
): Promise<Place | null> {
  const sender = nameOwner(owner)
  const hasEnded = (await rateLimits.countTaken(readerEnded, sender, tx)) > 0
  return jobs.reservePlace(tx, readDocumentType, { networks, sender, isLast: isLast || hasEnded })
}

/**
 * Reads an ID again for the day of the signature if it was read on another day, because it may have expired since.
 * Costs no try. Does nothing if it was read for that day, or never.
 */
export async function rereadForDay(
  platform: Pick<Platform, 'clock' | 'database' | 'documentReader' | 'jobs' | 'rateLimits'>,
  owner: Giver,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
): Promise<void> {
  const newest = await findReadingFor(platform.database, { documentId, claims, day: null })
  // A request for a day on which it was already read would be free, too.
  if (newest && newest.day !== day) await requestReading(platform, owner, { documentId, claims, day }, null)
}

/** A reading as its owner sees it, with its place in the queue. */
export async function presentReading(
  q: Queryable,
  owner: DocumentOwner,
  row: ReadingRow,
  now: Date,
): Promise<Reading> {
  const { documentId, day, endedAt, startedAt, outcome, kind, readFrom, issuingState } = row
  const { ageOver18, nameAgrees, birthDateAgrees, sameDocument } = row
  const spent = await countTriesSpent(q, owner, now)
  return {
    documentId,
    day,
    state: endedAt ? 'done' : startedAt ? 'reading' : 'waiting',
    before: endedAt ? 0 : await countJobsBefore(q, nameReadingKey(row.id)),
    triesLeft: Math.max(0, maxReadingTries - spent),
    outcome,
    kind,
    readFrom,
    issuingState,
    ageOver18,
    nameAgrees,
    birthDateAgrees,
    sameDocument,
  }
}

/** The outcome of reading a document. The facts are null if it was inconclusive. */
export type DocumentReading = Omit<Verdict, 'knownUntil'> & {
  readerVersion: string
  day: CalendarDate
  readAt: Date
}

/**
 * The verdict on a document for exactly these claims, on this day or, without a day, the newest; null if there is no
 * finished reading.
 */
export async function findReadingFor(
  q: Queryable,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate | null },
): Promise<DocumentReading | null> {
  const row = await findReading(q, { documentId, claimsSha256: hashClaims(documentId, claims), day })
  if (!row?.outcome || !row.endedAt || row.outcome === 'reader_unavailable') return null
  const { outcome, kind, readFrom, issuingState, ageOver18, nameAgrees, birthDateAgrees } = row
  const readerVersion = row.readerVersion ?? ''
  const facts = { kind, readFrom, issuingState, ageOver18, nameAgrees, birthDateAgrees }
  return { outcome, ...facts, day: row.day, readerVersion, readAt: row.endedAt }
}

/**
 * Whether the signer's page displayed the outcome that stands for exactly these claims and this day (READING-21).
 * `shown` is empty where it displayed none.
 */
export async function wasReadingShown(
  q: Queryable,
  { documentId, claims, day }: { documentId: string; claims: Claims; day: CalendarDate },
  shown: string,
): Promise<boolean> {
  const row = await findReading(q, { documentId, claimsSha256: hashClaims(documentId, claims), day })
  return (row?.outcome ?? '') === shown
}

/**
 * The evidence from reading a person's ID, for exactly the typed data that is being signed; null if no ID was read.
 *
 * @param given.day the day on which they sign; null before they sign
 * @param given.signature the signature: a name counts only if the person signed with it
 */
export async function findDocumentSource(
  q: Queryable,
  given: { documentId: string; claims: Claims; day: CalendarDate | null; signature: string },
): Promise<EvidenceSource | null> {
  const reading = await findReadingFor(q, given)
  if (!reading) return null
  const { outcome, kind, readFrom, issuingState, nameAgrees, readerVersion, day, readAt } = reading
  const at = readAt.toISOString()
  const isInOrder = outcome === 'read' || outcome === 'name_differs'
  if (!isInOrder || !kind || !readFrom || issuingState === null) return { step: 'unread', outcome, at }
  return {
    step: 'document',
    document: kind,
    readFrom,
    issuingState,
    // The name counts only if the person signed with it.
    nameAgrees: nameAgrees && !isSameName(given.signature, given.claims.fullName) ? null : nameAgrees,
    readerVersion,
    day,
    at,
  }
}

/** Waiting readings, including those whose job was lost. */
export const readingsDuty: Duty<Platform> = {
  kind: 'reading',
  overdueAfterMs: 10 * 60_000,
  select: (_, before) => selectWaiting(before),
  async enqueueMissing({ jobs }, tx, { before, limit }) {
    const ids = await listWithoutJob(tx, selectWaiting(before), nameReadingKey(''), limit)
    const missing = ids.map((readingId) => ({ payload: { readingId }, key: nameReadingKey(readingId) }))
    await jobs.enqueueAll(tx, readDocumentType, missing)
    return missing.length
  },
}

/** A verdict counts for one day, which is over in every time zone after three. */
const keptMs = 3 * 24 * 60 * 60 * 1000

/**
 * Deletes readings that no longer count, and kept proofs that have expired. Those of an open link stay: its third party
 * has three tries in total, not three a day.
 */
export const forgetReadingsJob = defineJob(
  'forget-readings',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const before = new Date(clock.now().getTime() - keptMs)
    await runInBatches((limit) => deleteReadingsBefore(database, before, limit))
    await runInBatches((limit) => deleteKeptProofsBefore(database, toCalendarDate(before), limit))
  },
)
