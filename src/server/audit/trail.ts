import type { PersonalEvent } from '../../contract/personal-data.ts'
import {
  type AuditActor,
  type AuditEntry,
  type AuditEvent,
  describeRepeats,
  doesHappenOnce,
  firstPreviousHash,
  pickFactsOfKind,
  repeatPeriodMs,
  writeCanonicalEntry,
} from '../../domain/audit-event.ts'
import { isCanonicalId } from '../../domain/typed-text.ts'
import { empty, type Queryable, type Sql, sql, type Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findLastEntry, hasEventAt, insertEntry, lockTrail } from './store.ts'

/**
 * Adds one event to the trail of a verification, in the transaction of the change it records, so that both are stored
 * or neither.
 *
 * A repeatable event has one row per period: its repetitions are counted, and written in one row when the period has
 * ended or before the verification changes its state, so that a thousand repetitions don't grow the trail.
 *
 * The hash of a row covers the previous row, so the rows of one verification are added one after the other: the
 * verification's row stays locked until the transaction ends. Throws for an id that isn't in PostgreSQL's spelling,
 * which is a bug: the hash would cover a spelling that can't be read back.
 */
export async function appendAuditEvent(tx: Transaction, added: NewAuditEvent): Promise<void> {
  const { verificationId, event, actor, at, detail = {} } = added
  if (!isCanonicalId(verificationId)) throw new Error('the id of a trail is not in its canonical form')
  const held = await lockTrailOnce(tx, verificationId)
  if (doesHappenOnce(event)) {
    if (!held.hasNoPeriods) await writeRepeats(tx, await endPeriodsOf(tx, verificationId), at)
    held.hasNoPeriods = true
    return writeRow(tx, added)
  }
  const kind = { verificationId, event, actor, facts: pickFactsOfKind(event, detail) }
  if (await noteRepeat(tx, kind, at)) return
  await writeRepeats(tx, await endPeriod(tx, kind), at)
  await writeRow(tx, added)
  held.hasNoPeriods = false
  await openPeriod(tx, kind, { at, endsAt: new Date(at.getTime() + repeatPeriodMs) })
}

/**
 * Adds a repeatable event, such as viewing, to the trail. A repetition is one statement that locks no verification, so
 * that it doesn't delay others.
 */
export async function noteRepeatableEvent({ database }: Platform, added: NewAuditEvent): Promise<void> {
  const { verificationId, event, actor, at, detail = {} } = added
  if (await noteRepeat(database, { verificationId, event, actor, facts: pickFactsOfKind(event, detail) }, at))
    return
  await database.transaction((tx) => appendAuditEvent(tx, added))
}

export type NewAuditEvent = {
  verificationId: string
  event: AuditEvent
  actor: AuditActor
  at: Date
  /** Facts such as a hash, a size or a proof; never a name, an address or a token. */
  detail?: AuditEntry['detail']
}

/**
 * Requests that wait for each other may append their instants in another order. An instant that is earlier by more than
 * the longest wait means that the clock was set back.
 */
const setBackThresholdMs = 2 * 60 * 1000

/**
 * Adds one row at the end of a trail, at its own instant or that of the last row, whichever is later. The caller has
 * locked the verification.
 */
async function writeRow(tx: Transaction, added: NewAuditEvent): Promise<void> {
  await appendRow(tx, { ...added, at: await pickTimeInTrail(tx, added.verificationId, added.at) })
}

/**
 * The instant for a new row in a trail: never before its last row. A clock that was set back is recorded in its own
 * row, once while the trail is ahead of it. The caller has locked the verification.
 */
export async function pickTimeInTrail(tx: Transaction, verificationId: string, now: Date): Promise<Date> {
  const last = await findEnd(tx, verificationId)
  if (!last || last.at <= now) return now
  const { at } = last
  if (
    at.getTime() - now.getTime() > setBackThresholdMs &&
    !(await hasEventAt(tx, verificationId, 'clock_set_back', at))
  ) {
    const detail = { clockAt: now.toISOString() }
    await appendRow(tx, { verificationId, event: 'clock_set_back', actor: 'system', at, detail })
  }
  return at
}

async function appendRow(tx: Transaction, added: NewAuditEvent): Promise<void> {
  const last = await findEnd(tx, added.verificationId)
  const entry: AuditEntry = {
    verificationId: added.verificationId,
    sequence: (last?.sequence ?? 0) + 1,
    event: added.event,
    actor: added.actor,
    at: added.at.toISOString(),
    detail: added.detail ?? {},
    previousHash: last?.hash ?? firstPreviousHash,
  }
  const hash = hashEntry(entry)
  await insertEntry(tx, entry, hash)
  const held = await lockTrailOnce(tx, added.verificationId)
  held.end = { sequence: entry.sequence, at: added.at, hash }
}

/** Hex SHA-256 of an entry's canonical bytes. */
export function hashEntry(entry: AuditEntry): string {
  return hashHex(writeCanonicalEntry(entry))
}

/** The last row of a trail, which the next one follows. */
type TrailEnd = { sequence: number; at: Date; hash: string }

/** The state of a trail in a transaction that has locked it against other writers. */
type LockedTrail = {
  /** Undefined until it was read; null for a trail without rows. */
  end: TrailEnd | null | undefined
  /** Whether no period of repetitions is open. */
  hasNoPeriods: boolean
}

const lockedTrails = new WeakMap<Transaction, Map<string, LockedTrail>>()

/** Records that a transaction has locked a verification's row, so that its trail isn't locked again. */
export function rememberLocked(tx: Transaction, verificationId: string): LockedTrail {
  const trails = lockedTrails.get(tx) ?? new Map<string, LockedTrail>()
  lockedTrails.set(tx, trails)
  const held = trails.get(verificationId) ?? { end: undefined, hasNoPeriods: false }
  trails.set(verificationId, held)
  return held
}

/** Makes other writers of a trail wait for the end of the transaction. */
async function lockTrailOnce(tx: Transaction, verificationId: string): Promise<LockedTrail> {
  const held = lockedTrails.get(tx)?.get(verificationId)
  if (held) return held
  await lockTrail(tx, verificationId)
  return rememberLocked(tx, verificationId)
}

/** The last row of a trail, read once per transaction. */
async function findEnd(tx: Transaction, verificationId: string): Promise<TrailEnd | null> {
  const held = await lockTrailOnce(tx, verificationId)
  if (held.end === undefined) held.end = await findLastEntry(tx, verificationId)
  return held.end
}

/**
 * One person's events in the trail of a verification, and their repetitions since. Leaves out the events of the others:
 * a sealed record contains the part of them that both may see. A third party's events begin with the last correction of
 * the address, because those before it may be another person's. The correction ended every period of repetitions.
 */
export function readTrail(q: Queryable, verificationId: string, actor: AuditActor): Promise<PersonalEvent[]> {
  const sinceCorrection =
    actor === 'third_party'
      ? sql`AND sequence > coalesce((SELECT max(sequence) FROM audit_events
          WHERE verification_id = ${verificationId} AND event = 'address_corrected'), 0)`
      : empty
  return q.rows(sql`
    SELECT event, at, detail, times FROM (
      SELECT event, at, detail, 1 AS times, sequence FROM audit_events
      WHERE verification_id = ${verificationId} AND actor = ${actor} ${sinceCorrection}
      UNION ALL
      SELECT event, last_at, facts, times, NULL FROM repeated_events
      WHERE verification_id = ${verificationId} AND actor = ${actor} AND times > 0
    ) AS said ORDER BY at, sequence`)
}

/** Writes one row for each ended period in which an event was repeated. The caller has locked the verification. */
async function writeRepeats(tx: Transaction, ended: readonly EndedPeriod[], at: Date): Promise<void> {
  for (const { verificationId, event, actor, facts, times, lastAt } of ended) {
    if (times === 0) continue
    await writeRow(tx, { verificationId, event, actor, at, detail: describeRepeats(facts, times, lastAt) })
  }
}

const batch = 200

/** Writes the count of every ended period into its trail. */
export const writeRepeatsJob = defineJob(
  'say-repeated-events',
  noPayload,
  async ({ clock, database }: Platform) => {
    for (;;) {
      const now = clock.now()
      const ids = await listWithEndedPeriods(database, now, batch)
      for (const id of new Set(ids)) {
        await database.transaction(async (tx) => {
          await lockTrailOnce(tx, id)
          await writeRepeats(tx, await endPeriodsOf(tx, id, now), now)
        })
      }
      if (ids.length < batch) return
    }
  },
)

/** One kind of event that may be repeated at one verification. */
type RepeatKind = {
  verificationId: string
  event: AuditEvent
  actor: AuditActor
  facts: AuditEntry['detail']
}

/** A period that is over, with the number of repetitions in it and the time of the last. */
type EndedPeriod = RepeatKind & { times: number; lastAt: Date }

const columns = sql`verification_id, event, actor, facts, times, last_at`

function isKind({ verificationId, event, actor, facts }: RepeatKind): Sql {
  return sql`verification_id = ${verificationId} AND event = ${event} AND actor = ${actor}
    AND facts = ${JSON.stringify(facts)}::jsonb`
}

/** Counts one repetition in the period that is open at an instant, in one statement; false without an open period. */
async function noteRepeat(q: Queryable, kind: RepeatKind, at: Date): Promise<boolean> {
  const counted = await q.run(sql`
    UPDATE repeated_events SET times = times + 1, last_at = greatest(last_at, ${at}::timestamptz)
    WHERE ${isKind(kind)} AND ends_at > ${at}`)
  return counted === 1
}

async function openPeriod(
  tx: Transaction,
  { verificationId, event, actor, facts }: RepeatKind,
  { at, endsAt }: { at: Date; endsAt: Date },
): Promise<void> {
  await tx.run(sql`
    INSERT INTO repeated_events (verification_id, event, actor, facts, last_at, ends_at)
    VALUES (${verificationId}, ${event}, ${actor}, ${JSON.stringify(facts)}, ${at}, ${endsAt})`)
}

/** Deletes and returns the period of one kind; empty if there was none. */
function endPeriod(tx: Transaction, kind: RepeatKind): Promise<EndedPeriod[]> {
  return tx.rows<EndedPeriod>(sql`DELETE FROM repeated_events WHERE ${isKind(kind)} RETURNING ${columns}`)
}

/**
 * The same for every period of a verification, or for those that ended before an instant, in the order of their last
 * event.
 */
async function endPeriodsOf(
  tx: Transaction,
  verificationId: string,
  endedBefore: Date | null = null,
): Promise<EndedPeriod[]> {
  const ended = await tx.rows<EndedPeriod>(sql`
    DELETE FROM repeated_events
    WHERE verification_id = ${verificationId} AND (${endedBefore}::timestamptz IS NULL OR ends_at <= ${endedBefore})
    RETURNING ${columns}`)
  // Events of the same instant are sorted by name, because the database returns them in any order.
  return ended.toSorted((a, b) => a.lastAt.getTime() - b.lastAt.getTime() || a.event.localeCompare(b.event))
}

/** The verification of each period that ended before an instant, at most `limit`, earliest first. */
async function listWithEndedPeriods(q: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await q.rows<{ id: string }>(sql`
    SELECT verification_id AS id FROM repeated_events WHERE ends_at <= ${before} ORDER BY ends_at LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}
