import type { X509Certificate } from 'node:crypto'

/** How long before its end somebody should see to the next certificate. */
export const warnBeforeMs = 30 * 24 * 60 * 60_000

/** Thrown instead of sealing with a certificate that does not vouch for anything now; the message is for the operator. */
export class SealRefused extends Error {
  override name = 'SealRefused'
}

/** What the issuers of a certificate, and of those that vouch for it, took back of it: for good, or until they release it. */
export type TakenBack = 'revoked' | 'held' | null

const next = 'make the next one with "npm run seal-key" and restart'

/** Why a certificate may not seal, in a sentence for the operator; null when it may. */
export function findReasonNotToSeal(
  certificate: X509Certificate,
  takenBack: TakenBack,
  now: Date,
): string | null {
  if (takenBack === 'revoked')
    return `The certificate of the seal was revoked by its authority: nothing is sealed; ${next}.`
  if (certificate.validToDate < now)
    return `The certificate of the seal ended on ${formatDay(certificate)}: nothing is sealed; ${next}.`
  if (takenBack === 'held')
    return 'The certificate of the seal is suspended by its authority: nothing is sealed until it is released, or until there is another one.'
  return null
}

/** The same, or that its end is near, or what is wrong with the certificate of the time authority; null while all is well. */
export function findCertificateWarning(
  certificate: X509Certificate,
  takenBack: { seal: TakenBack; timeAuthority: TakenBack },
  now: Date,
): string | null {
  const refusal = findReasonNotToSeal(certificate, takenBack.seal, now)
  if (refusal) return refusal
  if (takenBack.timeAuthority)
    return `The certificate of the time authority ${takenBack.timeAuthority === 'held' ? 'is suspended' : 'was revoked'}: records are sealed without its timestamp until it uses another one.`
  if (certificate.validToDate.getTime() - now.getTime() > warnBeforeMs) return null
  return `The certificate of the seal ends on ${formatDay(certificate)}, and nothing is sealed from then on: ${next}.`
}

const formatDay = ({ validToDate }: X509Certificate) => validToDate.toISOString().slice(0, 10)
