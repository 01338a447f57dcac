import type { X509Certificate } from 'node:crypto'

/** How long before its end somebody should see to the next certificate. */
export const warnBeforeMs = 30 * 24 * 60 * 60_000

/** Thrown instead of sealing with a certificate that no longer vouches for anything; the message is for the operator. */
export class SealRefused extends Error {
  override name = 'SealRefused'
}

const next = 'make the next one with "npm run seal-key" and restart'

/** Why a certificate may not seal, in a sentence for the operator; null when it may. */
export function whyNotSeal(certificate: X509Certificate, isRevoked: boolean, now: Date): string | null {
  if (isRevoked)
    return `The certificate of the seal was revoked by its authority: nothing is sealed; ${next}.`
  if (certificate.validToDate < now)
    return `The certificate of the seal ended on ${dayOf(certificate)}: nothing is sealed; ${next}.`
  return null
}

/** The same, or that its end is near; null while all is well. */
export function certificateWarning(
  certificate: X509Certificate,
  isRevoked: boolean,
  now: Date,
): string | null {
  const refusal = whyNotSeal(certificate, isRevoked, now)
  if (refusal || certificate.validToDate.getTime() - now.getTime() > warnBeforeMs) return refusal
  return `The certificate of the seal ends on ${dayOf(certificate)}, and nothing is sealed from then on: ${next}.`
}

const dayOf = ({ validToDate }: X509Certificate) => validToDate.toISOString().slice(0, 10)
