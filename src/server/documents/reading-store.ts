import type { PersonalReading } from '../../contract/personal-data.ts'
import type { CalendarDate } from '../../domain/calendar-date.ts'
import { writeCanonicalJson } from '../../domain/canonical-json.ts'
import type { Claims, Verdict } from '../../domain/identity-document/verdict.ts'
import { deleteSome, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { type DocumentOwner, type Giver, isOwnedBy, type LinkSets, toColumns, toWholeOwner } from './store.ts'

/** A reading, with its outcome once it has ended. */
export type ReadingRow = { [Fact in keyof Verdict]: Verdict[Fact] | null } & {
  id: string
  documentId: string
  userId: string | null
  verificationId: string | null
  claimsSha256: string
  day: CalendarDate
  requestedAt: Date
  startedAt: Date | null
  endedAt: Date | null
  readerVersion: string | null
  /** Whether a third party's document is the same one that the creator uploaded. */
  sameDocument: boolean
}

const columns = sql`r.id, r.document_id, r.user_id, r.verification_id, r.claims_sha256, r.day, r.requested_at,
  r.started_at, r.ended_at, r.outcome, r.kind, r.read_from, r.issuing_state, r.age_over_18, r.name_agrees,
  r.birth_date_agrees, r.reader_version, r.known_until, r.same_document`

/** Selects readings; callers add the conditions. */
export const selectReading = sql`SELECT ${columns} FROM document_readings r`

/** Makes other requests of the same owner wait until the transaction ends. */
export async function lockReader(tx: Transaction, owner: DocumentOwner): Promise<void> {
  await tx.row(
    sql`SELECT pg_advisory_xact_lock(hashtextextended(${`document readings ${nameOwner(owner)}`}, 0))`,
  )
}

/** The id of the account or link. */
export function nameOwner(owner: { userId?: string | null; verificationId?: string | null }): string {
  return owner.userId ?? owner.verificationId ?? ''
}

/** The reading of a document for exactly these claims and this day or, without a day, the newest. */
export function findReading(
  q: Queryable,
  {
    documentId,
    claimsSha256,
    day,
  }: Pick<ReadingRow, 'documentId' | 'claimsSha256'> & { day: CalendarDate | null },
): Promise<ReadingRow | null> {
  return q.row<ReadingRow>(sql`
    SELECT ${columns} FROM document_readings r
    WHERE r.document_id = ${documentId} AND r.claims_sha256 = ${claimsSha256}
      AND (${day}::date IS NULL OR r.day = ${day})
    ORDER BY r.day DESC LIMIT 1`)
}

/** Whether a document was ever read for these claims. */
export async function wasRead(q: Queryable, documentId: string, claimsSha256: string): Promise<boolean> {
  const row = await q.row(sql`
    SELECT r.id FROM document_readings r
    WHERE r.document_id = ${documentId} AND r.claims_sha256 = ${claimsSha256} AND r.outcome <> 'reader_unavailable' LIMIT 1`)
  return row !== null
}

/** The newest reading of an owner, or of one of their documents. */
export function findNewestReading(
  q: Queryable,
  owner: DocumentOwner,
  documentId: string | null = null,
): Promise<ReadingRow | null> {
  return q.row<ReadingRow>(sql`
    SELECT ${columns} FROM document_readings r
    WHERE ${isOwnedBy(owner, sql`r`)} AND r.forgotten_at IS NULL AND (${documentId}::uuid IS NULL OR r.document_id = ${documentId})
    ORDER BY r.requested_at DESC, r.id DESC LIMIT 1`)
}

/**
 * The number of tries an owner has spent: for a link in total, over all sets; for a creator since they last used an
 * ID for a verification, but at most within the last day. A reading without a working reader costs no try.
 */
export async function countTriesSpent(q: Queryable, owner: DocumentOwner, now: Date): Promise<number> {
  const dayAgo = new Date(now.getTime() - 24 * 60 * 60 * 1000)
  const since =
    'userId' in owner
      ? sql`AND r.requested_at > greatest(${dayAgo}::timestamptz, (
          SELECT max(attached_at) FROM documents WHERE user_id = ${owner.userId} AND category = 'id'))`
      : sql``
  const row = await q.row<{ spent: number }>(sql`
    SELECT count(*) AS spent FROM document_readings r
    WHERE ${isOwnedBy(toWholeOwner(owner), sql`r`)} AND r.is_try AND r.outcome IS DISTINCT FROM 'reader_unavailable' ${since}`)
  return row?.spent ?? 0
}

/** Adds a waiting reading; a reading that failed because no reader worked waits again. */
export async function addReading(
  tx: Transaction,
  added: Pick<ReadingRow, 'documentId' | 'claimsSha256' | 'day'> & {
    owner: Giver
    claims: Claims
    isTry: boolean
    at: Date
  },
): Promise<ReadingRow> {
  const { owner, claims, documentId, claimsSha256, day, isTry, at } = added
  const { userId, verificationId, setSha256 } = toColumns(owner)
  const row = await tx.row<ReadingRow>(sql`
    INSERT INTO document_readings AS r (document_id, user_id, verification_id, set_sha256, claims_sha256, claimed_name,
      claimed_birth_date, day, is_try, requested_at)
    VALUES (${documentId}, ${userId}, ${verificationId}, ${setSha256}, ${claimsSha256}, ${claims.fullName},
      ${claims.dateOfBirth}, ${day}, ${isTry}, ${at})
    ON CONFLICT (document_id, claims_sha256, day) DO UPDATE SET claimed_name = excluded.claimed_name,
      claimed_birth_date = excluded.claimed_birth_date, requested_at = excluded.requested_at, is_try = excluded.is_try,
      started_at = NULL, ended_at = NULL, outcome = NULL, reader_version = NULL
    RETURNING ${columns}`)
  if (!row) throw new Error('a reading was not added')
  return row
}

/** Marks a reading as started and returns it with the claims it is compared with; null if none waits. */
export async function startReading(
  q: Queryable,
  id: string,
  at: Date,
): Promise<{ reading: ReadingRow; claims: Claims } | null> {
  const row = await q.row<ReadingRow & { claimedName: string; claimedBirthDate: CalendarDate | null }>(sql`
    UPDATE document_readings r SET started_at = ${at} WHERE r.id = ${id} AND r.ended_at IS NULL
    RETURNING ${columns}, r.claimed_name, r.claimed_birth_date`)
  if (!row) return null
  const { claimedName, claimedBirthDate, ...reading } = row
  return { reading, claims: { fullName: claimedName, dateOfBirth: claimedBirthDate } }
}

/**
 * Ends a reading with its verdict, and deletes the claims it was compared with. Returns whether it was still waiting.
 *
 * @param documentMark the keyed hash of a creator's document, to be compared with a third party's
 */
export async function endReading(
  tx: Transaction,
  id: string,
  verdict: Verdict,
  ended: { readerVersion: string; at: Date; documentMark: string | null; sameDocument: boolean },
): Promise<boolean> {
  const { readerVersion, at, documentMark, sameDocument } = ended
  const { outcome, kind, readFrom, issuingState, ageOver18, nameAgrees, birthDateAgrees, knownUntil } =
    verdict
  const count = await tx.run(sql`
    UPDATE document_readings SET ended_at = ${at}, document_mark = ${documentMark}, same_document = ${sameDocument},
      outcome = ${outcome}, kind = ${kind}, read_from = ${readFrom}, issuing_state = ${issuingState},
      age_over_18 = ${ageOver18}, name_agrees = ${nameAgrees},
      birth_date_agrees = ${birthDateAgrees}, known_until = ${knownUntil}, reader_version = ${readerVersion}, claimed_name = NULL, claimed_birth_date = NULL
    WHERE id = ${id} AND ended_at IS NULL`)
  return count === 1
}

/** Returns the keyed hash of a creator's document and deletes it; null if the document wasn't read. */
export async function takeDocumentMark(tx: Transaction, documentId: string): Promise<string | null> {
  const row = await tx.row<{ mark: string }>(sql`
    SELECT document_mark AS mark FROM document_readings
    WHERE document_id = ${documentId} AND document_mark IS NOT NULL ORDER BY ended_at DESC LIMIT 1`)
  await tx.run(sql`UPDATE document_readings SET document_mark = NULL WHERE document_id = ${documentId}`)
  return row?.mark ?? null
}

/** Whether a third party's document is the one that the creator uploaded, by the text read in it. */
export async function isSameDocument(q: Queryable, documentId: string): Promise<boolean> {
  const row = await q.row(
    sql`SELECT id FROM document_readings WHERE document_id = ${documentId} AND same_document LIMIT 1`,
  )
  return row !== null
}

/** The typed values as a hash that can't be compared with another document's. */
export function hashClaims(documentId: string, { fullName, dateOfBirth }: Claims): string {
  return hashHex(writeCanonicalJson({ documentId, fullName: fullName.trim(), dateOfBirth }))
}

/** Deletes the reading of a document that no longer exists: it doesn't count as a try. */
export async function dropReading(q: Queryable, id: string): Promise<void> {
  await q.run(sql`DELETE FROM document_readings WHERE id = ${id} AND ended_at IS NULL`)
}

/** Whether any ID of an owner waits to be read, or is being read. */
export async function hasPendingReading(q: Queryable, owner: DocumentOwner): Promise<boolean> {
  const row = await q.row(
    sql`SELECT r.id FROM document_readings r WHERE ${isOwnedBy(owner, sql`r`)} AND r.ended_at IS NULL LIMIT 1`,
  )
  return row !== null
}

/** Deletes the readings of a verification, for all its third parties. Readings in progress are cancelled. */
export async function deleteReadingsOf(tx: Transaction, verificationId: string): Promise<void> {
  await tx.run(sql`DELETE FROM document_readings WHERE verification_id = ${verificationId}`)
}

/** Locks the readings of documents until the transaction ends. Ending a reading locks it before its document. */
export async function lockReadings(tx: Transaction, documentIds: string[]): Promise<void> {
  await tx.rows(
    sql`SELECT r.id FROM document_readings r WHERE r.document_id = ANY(${documentIds}::uuid[]) ORDER BY r.id FOR UPDATE`,
  )
}

export function forgetReadings(tx: Transaction, documentIds: string[], at: Date): Promise<void> {
  return forgetReadingsWhere(tx, sql`document_id = ANY(${documentIds}::uuid[])`, at)
}

export function forgetReadingsOf(tx: Transaction, sets: LinkSets, at: Date): Promise<void> {
  return forgetReadingsWhere(tx, isOwnedBy(sets, sql`document_readings`), at)
}

/**
 * A finished reading still counts as a try; one that hasn't ended, or failed because no reader worked, is deleted.
 */
async function forgetReadingsWhere(tx: Transaction, which: Sql, at: Date): Promise<void> {
  await tx.run(sql`
    DELETE FROM document_readings WHERE ${which} AND (ended_at IS NULL OR outcome = 'reader_unavailable')`)
  // A hash of the row's id replaces the hash of the typed values.
  await tx.run(sql`
    UPDATE document_readings SET forgotten_at = ${at}, outcome = NULL, kind = NULL, read_from = NULL,
      issuing_state = NULL, age_over_18 = NULL, name_agrees = NULL, birth_date_agrees = NULL, known_until = NULL, document_mark = NULL,
      same_document = false,
      claims_sha256 = encode(sha256(convert_to(id::text, 'UTF8')), 'hex')
    WHERE ${which} AND forgotten_at IS NULL`)
}

/** Whether any reading of a document found that its holder is under 18. */
export async function hasUnderAgeReading(q: Queryable, documentId: string): Promise<boolean> {
  const row = await q.row(sql`
    SELECT id FROM document_readings WHERE document_id = ${documentId} AND outcome = 'under_age' LIMIT 1`)
  return row !== null
}

/** The key of the job that reads (read-document.ts). */
export function nameReadingKey(id: string): string {
  return `read-document ${id}`
}

/** Readings requested before an instant that haven't ended. */
export function selectWaiting(before: Date): Sql {
  return sql`SELECT id, requested_at AS since FROM document_readings WHERE ended_at IS NULL AND requested_at < ${before}`
}

/**
 * Deletes at most `limit` ended readings that were requested before an instant, except those of open links. Returns how
 * many.
 */
export function deleteReadingsBefore(q: Queryable, before: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM document_readings WHERE id = ANY(ARRAY(
      SELECT r.id FROM document_readings r LEFT JOIN verifications v ON v.id = r.verification_id
      WHERE r.ended_at IS NOT NULL AND r.requested_at < ${before} AND v.status IS DISTINCT FROM 'pending'
      ORDER BY r.requested_at LIMIT ${limit}))`)
}

export function gatherReadings(q: Queryable, owner: DocumentOwner): Promise<PersonalReading[]> {
  return q.rows(sql`
    SELECT requested_at, ended_at, claimed_name AS compared_name, claimed_birth_date AS compared_birth_date,
      outcome, kind, read_from, issuing_state, age_over_18, name_agrees, birth_date_agrees, known_until,
      reader_version, same_document, document_mark IS NOT NULL AS is_kept_to_compare
    FROM document_readings r WHERE ${isOwnedBy(owner, sql`r`)} ORDER BY requested_at`)
}

/** Deletes at most `limit` readings of an account's own IDs. Returns how many. */
export function eraseReadingsOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`document_readings`, sql`user_id = ${userId}`, limit)
}
