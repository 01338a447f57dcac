import { writeCanonicalJson } from './canonical-json.ts'

/** Every event of a verification that is kept as evidence. */
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
  'voucher_proven',
  'voucher_refused',
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

/** The actor. `visitor` is a person at the link who has proven nothing. */
const auditActors = ['creator', 'third_party', 'visitor', 'system'] as const
export type AuditActor = (typeof auditActors)[number]

/**
 * One row of the trail, before it is hashed. `detail` never contains a name, address or token: only facts such as a
 * hash, a size or a proof.
 */
export type AuditEntry = {
  verificationId: string
  /** 1, 2, 3 … within one verification, without gaps. */
  sequence: number
  event: AuditEvent
  actor: AuditActor
  /** RFC 3339, UTC, milliseconds. */
  at: string
  detail: Record<string, string | number | boolean | null>
  /** Hex SHA-256 of the previous entry; 64 zeros for the first. */
  previousHash: string
}

/** The `previousHash` of a trail's first entry. */
export const firstPreviousHash = '0'.repeat(64)

export function writeCanonicalEntry(entry: AuditEntry): string {
  return writeCanonicalJson(entry)
}

/**
 * The events that users can repeat, each with the facts that distinguish its kinds. The trail records the first event
 * of a kind at once and the others of the same period in one row with their count, so every fact here must have few
 * values.
 */
const kindFacts: Partial<Record<AuditEvent, readonly string[]>> = {
  invited: ['channel'],
  mail_accepted: ['mail', 'party'],
  mail_refused: ['mail', 'party', 'reason'],
  opened: [],
  code_sent: ['channel'],
  code_refused: [],
  gate_passed: ['emailProof'],
  gate_refused: [],
  uploaded: ['category'],
  wallet_proven: ['credentialType'],
  wallet_refused: ['reason'],
  voucher_proven: ['voucher'],
  voucher_refused: ['reason'],
  submission_refused: ['reason'],
  viewed: ['status', 'openedIn'],
  downloaded: ['document', 'format', 'openedIn'],
}

export const repeatableEvents: readonly string[] = Object.keys(kindFacts)

/** Repetitions within this time of the first share one row. */
export const repeatPeriodMs = 60 * 60 * 1000

/**
 * Whether an event occurs only a few times per verification, because it changes the state or is caused by the service.
 */
export function doesHappenOnce(event: AuditEvent): boolean {
  return kindFacts[event] === undefined
}

/** The facts that identify the kind of a repeated event. */
export function pickFactsOfKind(event: AuditEvent, detail: AuditEntry['detail']): AuditEntry['detail'] {
  return Object.fromEntries(
    (kindFacts[event] ?? []).flatMap((name) => (name in detail ? [[name, detail[name] ?? null]] : [])),
  )
}

/** Adds the number of repeated events and the time of the last one to a row's detail. */
export function describeRepeats(
  facts: AuditEntry['detail'],
  times: number,
  lastAt: Date,
): AuditEntry['detail'] {
  return { ...facts, timesMore: times, lastAt: lastAt.toISOString() }
}
