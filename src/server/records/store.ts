import { randomBytes } from 'node:crypto'
import { type AuditActor, type AuditEvent, repeatableEvents } from '../../domain/audit-event.ts'
import type { TrailEntry } from '../../domain/record/record.ts'
import type { Validity } from '../../domain/verification/validity.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import type { TimestampState } from '../platform/pdf/index.ts'

export const sealedKinds = ['record', 'withdrawal'] as const
export type SealedKind = (typeof sealedKinds)[number]

export type SealedRow = {
  verificationId: string
  document: SealedKind
  revision: number
  timestampState: TimestampState
  timestampAt: Date | null
  sealedAt: Date
  path: string
  pdfSha256: string
  jsonSha256: string
  leafIndex: number
  /** Hex SHA-256 of the certificate whose key sealed it. */
  certificateSha256: string
}

const columns = sql`verification_id, document, revision, timestamp_state, timestamp_at, sealed_at, path, pdf_sha256,
  json_sha256, leaf_index, certificate_sha256`

/** Records that a verification became a record. Does nothing if that was already recorded. */
export async function insertRecord(
  tx: Transaction,
  record: { verificationId: string; checkCode: string; at: Date; isLinkMailed: boolean },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO records (verification_id, check_code, created_at, is_link_mailed)
    VALUES (${record.verificationId}, ${record.checkCode}, ${record.at}, ${record.isLinkMailed})
    ON CONFLICT DO NOTHING`)
}

/** Whether the third party is mailed the link to their record once it is sealed, as decided at the completion. */
export async function isLinkMailed(q: Queryable, verificationId: string): Promise<boolean> {
  const row = await q.row<{ isLinkMailed: boolean }>(
    sql`SELECT is_link_mailed FROM records WHERE verification_id = ${verificationId}`,
  )
  return row?.isLinkMailed ?? true
}

export async function findCheckCode(q: Queryable, verificationId: string): Promise<string | null> {
  const row = await q.row<{ checkCode: string }>(
    sql`SELECT check_code FROM records WHERE verification_id = ${verificationId}`,
  )
  return row?.checkCode ?? null
}

/** Everything sealed for a verification, oldest first. */
export function listSealedDocuments(q: Queryable, verificationId: string): Promise<SealedRow[]> {
  return q.rows<SealedRow>(sql`
    SELECT ${columns} FROM sealed_documents WHERE verification_id = ${verificationId} ORDER BY leaf_index`)
}

/** At most `limit` sealed documents in the order of the log, starting at a leaf. */
export function listSealedDocumentsFrom(
  q: Queryable,
  leafIndex: number,
  limit: number,
): Promise<SealedRow[]> {
  return q.rows<SealedRow>(sql`
    SELECT ${columns} FROM sealed_documents WHERE leaf_index >= ${leafIndex} ORDER BY leaf_index LIMIT ${limit}`)
}

/** Stores a sealed document, which is then no longer due. */
export async function insertSealedDocument(tx: Transaction, row: SealedRow): Promise<void> {
  const seals =
    row.document === 'record'
      ? sql`UPDATE records SET sealed_at = ${row.sealedAt}
          WHERE verification_id = ${row.verificationId} AND sealed_at IS NULL`
      : sql`UPDATE records SET withdrawal_sealed_at = ${row.sealedAt}
          WHERE verification_id = ${row.verificationId} AND withdrawal_sealed_at IS NULL`
  await tx.run(sql`
    WITH seals AS (${seals})
    INSERT INTO sealed_documents (verification_id, document, revision, timestamp_state, timestamp_at, sealed_at, path,
      pdf_sha256, json_sha256, leaf_index, certificate_sha256)
    VALUES (${row.verificationId}, ${row.document}, ${row.revision}, ${row.timestampState}, ${row.timestampAt},
      ${row.sealedAt}, ${row.path}, ${row.pdfSha256}, ${row.jsonSha256}, ${row.leafIndex}, ${row.certificateSha256})`)
}

/** Whether that revision of a document is sealed already. */
export async function isSealed(
  q: Queryable,
  { verificationId, document, revision }: Pick<SealedRow, 'verificationId' | 'document' | 'revision'>,
): Promise<boolean> {
  const row = await q.row<{ found: boolean }>(sql`
    SELECT EXISTS (SELECT FROM sealed_documents WHERE verification_id = ${verificationId}
      AND document = ${document} AND revision = ${revision}) AS found`)
  return row?.found ?? false
}

/** How many rows of a trail a sealed document shows: from the start, from the end, and of the state changes between. */
const shownRows = { first: 100, last: 100, between: 50 } as const

/**
 * The part of a trail after one event (null: from the start) and up to another. The number of rows is limited: it
 * returns the start, the end and the state changes between them. `leftOut` counts the rest.
 *
 * The bounds of the part are looked up once. Otherwise, the planner looks them up for every row of a trail that it
 * estimates to be short.
 */
export async function readTrailPart(
  q: Queryable,
  verificationId: string,
  after: AuditEvent | null,
  until: AuditEvent,
): Promise<{ entries: TrailEntry[]; leftOut: number }> {
  const rows = await q.rows<Omit<TrailEntry, 'at'> & { at: Date; length: number }>(sql`
    WITH part AS MATERIALIZED (
      SELECT coalesce(min(sequence) FILTER (WHERE event = ${after}), 0) AS start,
        min(sequence) FILTER (WHERE event = ${until}) AS stop
      FROM audit_events WHERE verification_id = ${verificationId}
    ), inside AS (
      SELECT e.*, stop - start AS length, sequence <= start + ${shownRows.first} OR sequence > stop - ${shownRows.last} AS at_an_end
      FROM audit_events e, part WHERE verification_id = ${verificationId} AND sequence > start AND sequence <= stop
    ), between_ends AS (
      SELECT * FROM inside WHERE NOT at_an_end AND event <> ALL(${repeatableEvents}) ORDER BY sequence LIMIT ${shownRows.between}
    )
    SELECT verification_id, sequence, event, actor, at, detail, previous_hash, hash, length
    FROM (SELECT * FROM inside WHERE at_an_end UNION ALL SELECT * FROM between_ends) AS shown ORDER BY sequence`)
  const entries = rows.map(({ length: _, at, ...row }) => ({ ...row, at: at.toISOString() }))
  return { entries, leftOut: (rows[0]?.length ?? 0) - entries.length }
}

/** When an event first happened to a verification, and who caused it; null when it never did. */
export function findFirstEvent(
  q: Queryable,
  verificationId: string,
  event: AuditEvent,
): Promise<{ at: Date; actor: AuditActor } | null> {
  return q.row(sql`
    SELECT at, actor FROM audit_events WHERE verification_id = ${verificationId} AND event = ${event}
    ORDER BY sequence LIMIT 1`)
}

/**
 * Records the withdrawal, so that its addendum is due.
 * @param heldUntil the latest time until which a legal hold keeps the files; null if they were destroyed
 */
export async function noteWithdrawn(
  tx: Transaction,
  verificationId: string,
  { at, heldUntil }: { at: Date; heldUntil: Date | null },
): Promise<void> {
  await tx.run(sql`
    UPDATE records SET withdrawn_at = ${at}, withdrawal_held_until = ${heldUntil}
    WHERE verification_id = ${verificationId}`)
}

/** The latest time until which a legal hold kept the files at the withdrawal; null if they were destroyed with it. */
export async function findWithdrawalHoldEnd(q: Queryable, verificationId: string): Promise<Date | null> {
  const row = await q.row<{ heldUntil: Date | null }>(
    sql`SELECT withdrawal_held_until AS held_until FROM records WHERE verification_id = ${verificationId}`,
  )
  return row?.heldUntil ?? null
}

/** The public facts about a sealed document or a printed code. */
export type CheckRow = {
  verificationId: string
  document: SealedKind
  revision: number
  sealedAt: Date
  timestampState: TimestampState
  timestampAt: Date | null
  withdrawnAt: Date | null
  validity: Validity
  verifiedAt: Date | null
  newestRevision: number
  /** The certificate whose key sealed it, DER in base64; null if unknown. */
  certificate: string | null
  /** When another key succeeded that one. */
  followedAt: Date | null
}

const checkColumns = sql`s.verification_id, s.document, s.revision, s.sealed_at, s.timestamp_state, s.timestamp_at,
  (SELECT min(e.at) FROM audit_events e WHERE e.verification_id = s.verification_id AND e.event = 'withdrawn')
    AS withdrawn_at, v.validity, v.verified_at,
  (SELECT max(n.revision) FROM sealed_documents n WHERE n.verification_id = s.verification_id
    AND n.document = s.document) AS newest_revision,
  (SELECT c.chain->>0 FROM seal_certificates c WHERE c.sha256 = s.certificate_sha256) AS certificate,
  (SELECT c.introduced_at FROM seal_certificates c WHERE c.predecessor_sha256 = s.certificate_sha256) AS followed_at`

/** The sealed document whose PDF or JSON twin has this hash. */
export function findCheckByHash(q: Queryable, sha256: string): Promise<CheckRow | null> {
  return q.row(sql`
    SELECT ${checkColumns} FROM sealed_documents s JOIN verifications v ON v.id = s.verification_id WHERE s.pdf_sha256 = ${sha256} OR s.json_sha256 = ${sha256}`)
}

/** The sealed document that an archived copy is made of. */
export function findCheckByRevision(
  q: Queryable,
  { verificationId, document, revision }: Pick<SealedRow, 'verificationId' | 'document' | 'revision'>,
): Promise<CheckRow | null> {
  return q.row(sql`
    SELECT ${checkColumns} FROM sealed_documents s JOIN verifications v ON v.id = s.verification_id WHERE s.verification_id = ${verificationId}
      AND s.document = ${document} AND s.revision = ${revision}`)
}

export function findCheckByCode(q: Queryable, checkCode: string): Promise<CheckRow | null> {
  return q.row(sql`
    SELECT ${checkColumns} FROM records r JOIN sealed_documents s USING (verification_id)
      JOIN verifications v ON v.id = s.verification_id
    WHERE r.check_code = ${checkCode} AND s.document = 'record' ORDER BY s.revision DESC LIMIT 1`)
}

/**
 * Verifications that were completed before a given time and still have photos or IDs. Matches the condition of an
 * index.
 */
export function selectWithFiles(before: Date): Sql {
  return sql`SELECT id, verified_at AS since FROM verifications
    WHERE verified_at IS NOT NULL AND files_destroyed_at IS NULL AND files_withheld_at IS NULL AND verified_at < ${before}`
}

/**
 * Makes 128 random bits in base64url. The code identifies a printed record, can't be guessed and has no other meaning.
 */
export function makeCheckCode(): string {
  return randomBytes(16).toString('base64url')
}

/**
 * The address of the page that checks a record. The code is after the #, so only a server that the page calls gets it.
 */
export function buildCheckUrl(publicUrl: string, checkCode: string): string {
  return `${publicUrl}/check#${checkCode}`
}

/** How many records and withdrawals wait for their seal, including very recent ones. */
export async function countUnsealed(q: Queryable): Promise<number> {
  const row = await q.row<{ count: number }>(sql`
    SELECT (SELECT count(*) FROM records WHERE sealed_at IS NULL)
      + (SELECT count(*) FROM records WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL) AS count`)
  return row?.count ?? 0
}
