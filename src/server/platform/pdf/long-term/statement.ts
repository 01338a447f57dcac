import type { Certificate } from 'pkijs'

/** What an authority says of a certificate that it issued, once everything about that holds. */
export type Statement = {
  status: 'good' | 'revoked'
  kind: 'ocsps' | 'crls'
  der: Uint8Array
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

/** A certificate, and who issued it. */
export type Issued = { certificate: Certificate; issuer: Certificate }

/** How far the authority's clock may be ahead of ours. */
const clockSkewMs = 5 * 60_000
/** How long what does not say until when it holds is believed. */
const undatedMs = 24 * 60 * 60_000

/** Until when a statement of these times holds; null when it does not at this instant. */
export function holdsUntil(thisUpdate: Date, nextUpdate: Date | undefined, now: Date): Date | null {
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + undatedMs)
  return thisUpdate.getTime() - clockSkewMs <= now.getTime() && now < until ? until : null
}
