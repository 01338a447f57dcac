import type { Certificate } from 'pkijs'

/** What an authority says of a certificate that it issued, once everything about that holds. */
export type Statement = {
  /** `held`: not to be relied on until its authority releases it; `revoked`: never again. */
  status: 'good' | 'revoked' | 'held'
  kind: 'ocsps' | 'crls'
  der: Uint8Array
  /** Of when it is (thisUpdate). */
  at: Date
  /** Until when it says so. */
  until: Date
}

/** Why there is no statement. */
export type StatementFault =
  /** The certificate names nobody who could be asked. */
  | 'no_address'
  | 'unreachable'
  | 'malformed'
  /** The responder does not know the certificate, or says nothing of it. */
  | 'unknown'
  | 'bad_signature'
  | 'out_of_date'

export type Answer = Statement | { fault: StatementFault }

/** A certificate, and who issued it. */
export type Issued = { certificate: Certificate; issuer: Certificate }

/** How far the authority's clock may be ahead of ours. */
const clockSkewMs = 5 * 60_000
/** How long what does not say until when it holds is believed. */
const undatedMs = 24 * 60 * 60_000

/** Until when a statement of these times holds; null when it does not at this instant. */
export function findStatementEnd(thisUpdate: Date, nextUpdate: Date | undefined, now: Date): Date | null {
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + undatedMs)
  return thisUpdate.getTime() - clockSkewMs <= now.getTime() && now < until ? until : null
}

/** RFC 5280, 5.3.1. */
const reasons = { certificateHold: 6, removeFromCRL: 8 } as const

/**
 * What a reason for a revocation makes of the certificate; without one it is revoked. Null for `removeFromCRL`, which only lists of changes
 * may say, and those are not read.
 */
export function toStatus(reason: number | null): 'revoked' | 'held' | null {
  if (reason === reasons.removeFromCRL) return null
  return reason === reasons.certificateHold ? 'held' : 'revoked'
}
