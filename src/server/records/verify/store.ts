import type { TrailEntry } from '../../../domain/record/record.ts'
import { empty, join, type Queryable, sql } from '../../platform/database/index.ts'
import type { SealedRow } from '../store.ts'
import type { StoredHead } from '../transparency/log-store.ts'

/** A sealed document with the log head after its leaf; null without one. */
export type SealedWithHead = SealedRow & { head: StoredHead | null }

/** At most `limit` sealed documents in the order of the log, starting at a leaf. */
export async function listSealedFrom(
  q: Queryable,
  leafIndex: number,
  limit: number,
): Promise<SealedWithHead[]> {
  const rows = await q.rows<SealedRow & { head: (Omit<StoredHead, 'at'> & { at: string }) | null }>(sql`
    SELECT s.verification_id, s.document, s.revision, s.timestamp_state, s.timestamp_at, s.sealed_at, s.path,
      s.pdf_sha256, s.json_sha256, s.leaf_index, s.certificate_sha256,
      CASE WHEN h.size IS NOT NULL THEN jsonb_build_object('size', h.size, 'rootHash', h.root_hash, 'at', h.at,
        'protected', h.protected, 'signature', h.signature) END AS head
    FROM sealed_documents s LEFT JOIN transparency_heads h ON h.size = s.leaf_index + 1
    WHERE s.leaf_index >= ${leafIndex} ORDER BY s.leaf_index LIMIT ${limit}`)
  return rows.map((row) => ({ ...row, head: row.head && { ...row.head, at: new Date(row.head.at) } }))
}

/** The log head after the leaf at an index; null when it is gone. */
export function findHeadAfter(q: Queryable, leafIndex: number): Promise<StoredHead | null> {
  return q.row(sql`
    SELECT size, root_hash, at, protected, signature FROM transparency_heads WHERE size = ${leafIndex + 1}`)
}

/** How many of these hashes the stored log has at their coordinates. */
export async function countNodes(
  q: Queryable,
  nodes: readonly { level: number; index: number; hash: string }[],
): Promise<number> {
  const wanted = nodes.map(({ level, index, hash }) => sql`(${level}::smallint, ${index}::bigint, ${hash})`)
  const found = await q.rows(
    sql`SELECT FROM transparency_nodes WHERE (level, index, hash) IN (${join(wanted)})`,
  )
  return found.length
}

/** The root of the log at a size; null when there is no head of that size. */
export async function findRoot(q: Queryable, size: number): Promise<string | null> {
  const row = await q.row<{ rootHash: string }>(
    sql`SELECT root_hash FROM transparency_heads WHERE size = ${size}`,
  )
  return row?.rootHash ?? null
}

/** The number of stored leaves and heads after the first `after` leaves, and the size of the newest head. */
export async function readLogSize(
  q: Queryable,
  after: number,
): Promise<{ leaves: number; heads: number; newest: number }> {
  const row = await q.row<{ leaves: number; heads: number; newest: number }>(sql`
    SELECT (SELECT count(*) FROM transparency_nodes WHERE level = 0 AND index >= ${after}) AS leaves,
      (SELECT count(*) FROM transparency_heads WHERE size > ${after}) AS heads,
      (SELECT coalesce(max(size), 0) FROM transparency_heads) AS newest`)
  return row ?? { leaves: 0, heads: 0, newest: 0 }
}

/**
 * A verification whose trail records a sealing, at any time or since `since`, of a document that is missing; null when
 * there is none.
 */
export function findSealedButGone(
  q: Queryable,
  since: Date | null = null,
): Promise<{ verificationId: string; sequence: number } | null> {
  return q.row(sql`
    SELECT verification_id, sequence FROM audit_events e
    WHERE event = 'sealed' ${since ? sql`AND at >= ${since}` : empty} AND NOT EXISTS (
      SELECT FROM sealed_documents s WHERE s.verification_id = e.verification_id AND s.pdf_sha256 = e.detail->>'pdfSha256')
    ORDER BY verification_id, sequence LIMIT 1`)
}

/** The rows of a trail with these sequence numbers. Rows that are gone are omitted. */
export async function listRowsStated(
  q: Queryable,
  verificationId: string,
  sequences: readonly number[],
): Promise<TrailEntry[]> {
  const rows = await q.rows<Omit<TrailEntry, 'at'> & { at: Date }>(sql`
    SELECT verification_id, sequence, event, actor, at, detail, previous_hash, hash
    FROM audit_events WHERE verification_id = ${verificationId} AND sequence = ANY(${sequences})`)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/** Whether the trail has the row that was added with this sealed document. */
export async function hasSealingRow(q: Queryable, sealed: SealedRow): Promise<boolean> {
  const row = await q.row(sql`
    SELECT FROM audit_events WHERE verification_id = ${sealed.verificationId} AND event = 'sealed'
      AND detail->>'document' = ${sealed.document} AND detail->'revision' = to_jsonb(${sealed.revision}::integer)
      AND detail->>'pdfSha256' = ${sealed.pdfSha256} LIMIT 1`)
  return row !== null
}

/** Trails or parts of trails that no sealed document covers. */
export type Unsealed = {
  /** Verifications without a sealed document, and the number of rows in their trails. */
  verifications: number
  rows: number
  /** Rows of other trails after their last sealed document. */
  rowsAfter: number
}

export async function countUnsealed(q: Queryable): Promise<Unsealed> {
  const row = await q.row<Unsealed>(sql`
    WITH last_seal AS (
      SELECT verification_id, max(sequence) AS sequence FROM audit_events
      WHERE event = 'sealed' GROUP BY verification_id
    )
    SELECT count(DISTINCT e.verification_id) FILTER (WHERE l.sequence IS NULL) AS verifications,
      count(*) FILTER (WHERE l.sequence IS NULL) AS rows,
      count(*) FILTER (WHERE e.sequence > l.sequence) AS rows_after
    FROM audit_events e LEFT JOIN last_seal l USING (verification_id)`)
  return row ?? { verifications: 0, rows: 0, rowsAfter: 0 }
}

/**
 * The statement of a witness or the time authority on a state of the log, with the state that is stored now. Only an
 * authority's statement has a `token`.
 */
export type VoucherRow = {
  origin: string
  size: number
  rootHash: string
  headAt: Date
  at: Date
  verifierKey: string | null
  line: string | null
  token: Uint8Array | null
}

/** The sort key just before all statements on a state of that size. */
export function getPlaceAfter(size: number): string {
  return size === 0 ? '' : String(size).padStart(20, '0')
}

/** At most `limit` vouchers in the order of the log, after a sort key. */
export function listVouchersAfter(
  q: Queryable,
  place: string,
  limit: number,
): Promise<(VoucherRow & { place: string })[]> {
  return q.rows(sql`
    SELECT v.*, h.root_hash, h.at AS head_at FROM (
      SELECT origin, size, cosigned_at AS at, verifier_key, line, NULL::bytea AS token,
        lpad(size::text, 20, '0') || ' ' || origin || ' ' || verifier_key AS place FROM transparency_cosignatures
      UNION ALL
      SELECT origin, size, at, NULL, NULL, token, lpad(size::text, 20, '0') || ' ' || origin FROM transparency_timestamps) v
    JOIN transparency_heads h USING (size)
    WHERE v.place COLLATE "C" > ${place} ORDER BY v.place COLLATE "C" LIMIT ${limit}`)
}
