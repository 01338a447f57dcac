import type { AuditEntry, AuditEvent } from '../../domain/audit-event.ts'
import { empty, type Queryable, sql, type Transaction } from '../platform/database/index.ts'

export type StoredEntry = Omit<AuditEntry, 'at'> & { at: Date; hash: string }

/** Makes other transactions that change or record something about a verification wait. */
export async function lockTrail(tx: Transaction, verificationId: string): Promise<void> {
  await tx.row(sql`SELECT id FROM verifications WHERE id = ${verificationId} FOR NO KEY UPDATE`)
}

/** When an event last happened to a verification; null if it never did. */
export async function findLastTime(
  q: Queryable,
  verificationId: string,
  event: AuditEvent,
): Promise<Date | null> {
  const row = await q.row<{ at: Date | null }>(
    sql`SELECT max(at) AS at FROM audit_events WHERE verification_id = ${verificationId} AND event = ${event}`,
  )
  return row?.at ?? null
}

export function findLastEntry(
  q: Queryable,
  verificationId: string,
): Promise<{ sequence: number; at: Date; hash: string } | null> {
  return q.row(sql`
    SELECT sequence, at, hash FROM audit_events WHERE verification_id = ${verificationId}
    ORDER BY sequence DESC LIMIT 1`)
}

/** Whether a trail has an event at an instant. */
export async function hasEventAt(
  q: Queryable,
  verificationId: string,
  event: AuditEvent,
  at: Date,
): Promise<boolean> {
  const row = await q.row(
    sql`SELECT FROM audit_events WHERE verification_id = ${verificationId} AND event = ${event} AND at = ${at} LIMIT 1`,
  )
  return row !== null
}

export async function insertEntry(tx: Transaction, entry: AuditEntry, hash: string): Promise<void> {
  await tx.run(sql`
    INSERT INTO audit_events (verification_id, sequence, event, actor, at, detail, previous_hash, hash)
    VALUES (${entry.verificationId}, ${entry.sequence}, ${entry.event}, ${entry.actor}, ${entry.at},
      ${JSON.stringify(entry.detail)}, ${entry.previousHash}, ${hash})`)
}

const entryColumns = sql`verification_id, sequence, event, actor, at, detail, previous_hash, hash`

/**
 * At most `limit` rows, of all trails in order or of one, after a position; the position of the first page is `null`.
 */
export function listEntriesAfter(
  q: Queryable,
  position: { verificationId: string; sequence: number } | null,
  limit: number,
  only?: string,
): Promise<StoredEntry[]> {
  const id = position?.verificationId ?? '00000000-0000-0000-0000-000000000000'
  return q.rows<StoredEntry>(sql`
    SELECT ${entryColumns} FROM audit_events WHERE (verification_id, sequence) > (${id}::uuid, ${position?.sequence ?? 0})
      ${only === undefined ? empty : sql`AND verification_id = ${only}`}
    ORDER BY verification_id, sequence LIMIT ${limit}`)
}

/** The row at a place; null if there is none. */
export function findEntry(
  q: Queryable,
  { verificationId, sequence }: { verificationId: string; sequence: number },
): Promise<StoredEntry | null> {
  return q.row<StoredEntry>(sql`
    SELECT ${entryColumns} FROM audit_events WHERE verification_id = ${verificationId} AND sequence = ${sequence}`)
}

/**
 * Opens a cursor over the trails that have a row from an instant or later; `fetchChangedTrails` continues it in the same
 * transaction.
 */
export async function openChangedTrails(tx: Transaction, since: Date): Promise<void> {
  await tx.run(sql`
    DECLARE trails_with_news NO SCROLL CURSOR FOR
    SELECT DISTINCT verification_id AS id FROM audit_events WHERE at >= ${since} ORDER BY id`)
}

/** The next 500 of those trails in the order of their ids; empty at the end. */
export async function fetchChangedTrails(tx: Transaction): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>(sql`FETCH 500 FROM trails_with_news`)
  return rows.map(({ id }) => id)
}

/** A verification's trail must contain one of these events for its status. */
const eventsOf = sql`CASE status WHEN 'verified' THEN ARRAY['verified'] WHEN 'rejected' THEN ARRAY['declined', 'not_completed']
  WHEN 'cancelled' THEN ARRAY['cancelled'] WHEN 'expired' THEN ARRAY['expired'] WHEN 'withdrawn' THEN ARRAY['withdrawn']
  ELSE ARRAY['created'] END`

/**
 * A verification (of all, or of the given ones) whose trail lacks the event for its status, with the length of the
 * trail; null if there is none.
 */
export function compareWithTrails(
  q: Queryable,
  ids?: readonly string[],
): Promise<{ verificationId: string; length: number } | null> {
  return q.row(sql`
    SELECT id AS verification_id,
      (SELECT count(*) FROM audit_events e WHERE e.verification_id = v.id) AS length
    FROM verifications v
    WHERE NOT EXISTS (SELECT FROM audit_events e WHERE e.verification_id = v.id AND e.event = ANY(${eventsOf}))
      ${ids ? sql`AND v.id = ANY(${ids}::uuid[])` : empty}
    ORDER BY id LIMIT 1`)
}
