import {
  type AuditActor,
  type AuditEntry,
  type AuditEvent,
  firstPreviousHash,
  writeCanonicalEntry,
} from '../../domain/audit/event.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { findEnd, holdTrail } from './held-trail.ts'
import { insertEntry, isNoted } from './store.ts'

export type NewAuditEvent = {
  verificationId: string
  event: AuditEvent
  actor: AuditActor
  at: Date
  /** Facts such as a hash, a size or a proof; never a name, an address or a token. */
  detail?: AuditEntry['detail']
}

/** Requests that wait for each other bring their instants in another order; what is earlier by more than they may wait is a clock that was set. */
const setBackMs = 2 * 60 * 1000

/** Adds one row behind the last of a trail, whose verification the caller has locked, at its instant or that of the last row, whichever is later. */
export async function writeRow(tx: Transaction, added: NewAuditEvent): Promise<void> {
  await insertBehind(tx, { ...added, at: await pickTimeInTrail(tx, added.verificationId, added.at) })
}

/**
 * The instant that a trail gives to what happens now: never before its last row. A clock that was set back stands in a row of its own, once for
 * as long as the trail is ahead of it. The caller has locked the verification.
 */
export async function pickTimeInTrail(tx: Transaction, verificationId: string, now: Date): Promise<Date> {
  const last = await findEnd(tx, verificationId)
  if (!last || last.at <= now) return now
  const { at } = last
  if (
    at.getTime() - now.getTime() > setBackMs &&
    !(await isNoted(tx, verificationId, 'clock_set_back', at))
  ) {
    const detail = { clockAt: now.toISOString() }
    await insertBehind(tx, { verificationId, event: 'clock_set_back', actor: 'system', at, detail })
  }
  return at
}

async function insertBehind(tx: Transaction, added: NewAuditEvent): Promise<void> {
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
  const held = await holdTrail(tx, added.verificationId)
  held.end = { sequence: entry.sequence, at: added.at, hash }
}

/** Hex SHA-256 of an entry's canonical bytes. */
export function hashEntry(entry: AuditEntry): string {
  return hashHex(writeCanonicalEntry(entry))
}
