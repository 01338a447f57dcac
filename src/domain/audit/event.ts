import { writeCanonicalJson } from '../canonical-json.ts'

/** Everything that can happen to a verification and is kept as evidence. */
export const auditEvents = [
  'created',
  'invited',
  'mail_accepted',
  'mail_refused',
  'address_corrected',
  'opened',
  'code_sent',
  'code_refused',
  'gate_passed',
  'gate_refused',
  'uploaded',
  'wallet_proven',
  'wallet_refused',
  'submission_refused',
  'submitted',
  'verified',
  'sealed',
  'declined',
  'not_completed',
  'cancelled',
  'expired',
  'viewed',
  'downloaded',
  'withdrawn',
  'hold_set',
  'hold_lifted',
  'hold_ended',
  'files_withheld',
  'held_files_taken',
  'files_destroyed',
  'clock_set_back',
] as const
export type AuditEvent = (typeof auditEvents)[number]

/** Who did it. `visitor` is somebody at the link who has proven nothing. */
export const auditActors = ['creator', 'third_party', 'visitor', 'system'] as const
export type AuditActor = (typeof auditActors)[number]

/** One row of the trail, before it is hashed. `detail` holds no name, address or token: only facts such as a hash, a size or a proof. */
export type AuditEntry = {
  verificationId: string
  /** 1, 2, 3 … within one verification, without gaps. */
  sequence: number
  event: AuditEvent
  actor: AuditActor
  /** RFC 3339, UTC, milliseconds. */
  at: string
  detail: Record<string, string | number | boolean | null>
  /** Hex SHA-256 of the entry before; 64 zeros for the first. */
  previousHash: string
}

/** The `previousHash` of a trail's first entry. */
export const firstPreviousHash = '0'.repeat(64)

/** The bytes that an entry's hash covers, as text. */
export function writeCanonicalEntry(entry: AuditEntry): string {
  return writeCanonicalJson(entry)
}
