import {
  type AuditActor,
  type AuditEntry,
  type AuditEvent,
  canonicalEntry,
  firstPreviousHash,
} from '../../domain/audit/event.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { insertEntry, lastEntry } from './store.ts'

export type NewAuditEvent = {
  verificationId: string
  event: AuditEvent
  actor: AuditActor
  at: Date
  /** Facts such as a hash, a size or a proof; never a name, an address or a token. */
  detail?: AuditEntry['detail']
}

/** Adds one row behind the last of a trail, whose verification the caller has locked. */
export async function writeRow(tx: Transaction, added: NewAuditEvent): Promise<void> {
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
  return hashHex(canonicalEntry(entry))
}
