import { createHash } from 'node:crypto'
import {
  type AuditActor,
  type AuditEntry,
  type AuditEvent,
  canonicalEntry,
  firstPreviousHash,
} from '../../domain/audit/event.ts'
import { isCanonicalId } from '../../domain/id.ts'
import type { Transaction } from '../platform/database/index.ts'
import { insertEntry, lastEntry, lockVerification } from './store.ts'

export type NewAuditEvent = {
  verificationId: string
  event: AuditEvent
  actor: AuditActor
  at: Date
  /** Facts such as a hash, a size or a proof; never a name, an address or a token. */
  detail?: AuditEntry['detail']
}

/**
 * Adds one row to the trail of a verification, in the transaction of the change that it records: both are kept or neither.
 *
 * Its hash covers the row before, so rows of one verification are added one after the other: the verification's row stays locked until
 * the transaction ends. Throws on an id in other letters than PostgreSQL gives back, a bug: the hash would cover what cannot be read again.
 */
export async function appendAuditEvent(tx: Transaction, added: NewAuditEvent): Promise<void> {
  if (!isCanonicalId(added.verificationId)) throw new Error('the id of a trail is not in its canonical form')
  await lockVerification(tx, added.verificationId)
  const last = await lastEntry(tx, added.verificationId)
  const entry: AuditEntry = {
    verificationId: added.verificationId,
    sequence: (last?.sequence ?? 0) + 1,
    event: added.event,
    actor: added.actor,
    at: added.at.toISOString(),
    detail: added.detail ?? {},
    previousHash: last?.hash ?? firstPreviousHash,
  }
  await insertEntry(tx, entry, hashOf(entry))
}

/** Hex SHA-256 of an entry's canonical bytes. */
export function hashOf(entry: AuditEntry): string {
  return createHash('sha256').update(canonicalEntry(entry)).digest('hex')
}
