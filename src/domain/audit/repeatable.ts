import type { AuditEntry, AuditEvent } from './event.ts'

/**
 * The events that people can cause again and again, each with the facts that tell one kind of it from another. The trail says the first of a
 * kind at once and the others of the same period in one row with their count, so every fact here must have few values.
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
  submission_refused: ['reason'],
  viewed: ['status'],
  downloaded: ['document', 'format'],
}

/** Their names. */
export const repeatableEvents: readonly string[] = Object.keys(kindFacts)

/** Repetitions within this time of the first are said together. */
export const repeatPeriodMs = 60 * 60 * 1000

/** Events that happen a handful of times to a verification at most, because each changes its state or is done by the service. */
export function doesHappenOnce(event: AuditEvent): boolean {
  return kindFacts[event] === undefined
}

/** The facts that two repetitions have in common. */
export function pickFactsOfKind(event: AuditEvent, detail: AuditEntry['detail']): AuditEntry['detail'] {
  return Object.fromEntries(
    (kindFacts[event] ?? []).flatMap((name) => (name in detail ? [[name, detail[name] ?? null]] : [])),
  )
}

/** What a row says about the repetitions that it stands for. */
export function describeRepeats(
  facts: AuditEntry['detail'],
  times: number,
  lastAt: Date,
): AuditEntry['detail'] {
  return { ...facts, timesMore: times, lastAt: lastAt.toISOString() }
}
