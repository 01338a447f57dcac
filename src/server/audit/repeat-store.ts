import type { AuditActor, AuditEntry, AuditEvent } from '../../domain/audit/event.ts'
import { type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'

/** One kind of event that somebody may repeat at one verification. */
export type RepeatKind = {
  verificationId: string
  event: AuditEvent
  actor: AuditActor
  facts: AuditEntry['detail']
}

/** A period that is over: how often it happened again in it, and when last. */
export type EndedPeriod = RepeatKind & { times: number; lastAt: Date }

const columns = sql`verification_id AS "verificationId", event, actor, facts, times, last_at AS "lastAt"`

function isKind({ verificationId, event, actor, facts }: RepeatKind): Sql {
  return sql`verification_id = ${verificationId} AND event = ${event} AND actor = ${actor}
    AND facts = ${JSON.stringify(facts)}::jsonb`
}

/** Counts one repetition in the period that is open at an instant, in one statement; false when none is. */
export async function noteRepeat(q: Queryable, kind: RepeatKind, at: Date): Promise<boolean> {
  const counted = await q.run(sql`
    UPDATE repeated_events SET times = times + 1, last_at = greatest(last_at, ${at}::timestamptz)
    WHERE ${isKind(kind)} AND ends_at > ${at}`)
  return counted === 1
}

export async function openPeriod(
  tx: Transaction,
  { verificationId, event, actor, facts }: RepeatKind,
  { at, endsAt }: { at: Date; endsAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO repeated_events (verification_id, event, actor, facts, last_at, ends_at)
    VALUES (${verificationId}, ${event}, ${actor}, ${JSON.stringify(facts)}, ${at}, ${endsAt})`)
}

/** Forgets the period of one kind, and answers it; none when there was none. */
export function endPeriod(tx: Transaction, kind: RepeatKind): Promise<EndedPeriod[]> {
  return tx.rows<EndedPeriod>(sql`DELETE FROM repeated_events WHERE ${isKind(kind)} RETURNING ${columns}`)
}

/** The same for every period of a verification, or for those that ended before an instant; what happened last comes last. */
export async function endPeriodsOf(
  tx: Transaction,
  verificationId: string,
  endedBefore: Date | null = null,
): Promise<EndedPeriod[]> {
  const ended = await tx.rows<EndedPeriod>(sql`
    DELETE FROM repeated_events
    WHERE verification_id = ${verificationId} AND (${endedBefore}::timestamptz IS NULL OR ends_at <= ${endedBefore})
    RETURNING ${columns}`)
  // Those of one instant by their name: the database gives them in any order.
  return ended.toSorted((a, b) => a.lastAt.getTime() - b.lastAt.getTime() || a.event.localeCompare(b.event))
}

/** The verification of each period that ended before an instant, at most `limit`, those that ended first. */
export async function withEndedPeriods(q: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    SELECT verification_id AS id FROM repeated_events WHERE ends_at <= ${before} ORDER BY ends_at LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}
