import { X509Certificate } from 'node:crypto'

/** A longer chain is a mistake or an attack. */
const longest = 8

/**
 * The certificates from one up to a root, both included, each issued by the next; null when there is no such chain. The
 * certificates above the first must be valid at an instant, including the root.
 */
export function findChainToRoot(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
  roots: readonly string[],
  at: Date,
): X509Certificate[] | null {
  const anchors = roots.map((pem) => new X509Certificate(pem))
  const chain = [certificate]
  for (let current = certificate; chain.length <= longest; ) {
    if (anchors.some((anchor) => anchor.fingerprint256 === current.fingerprint256)) return chain
    const isIssuedBy = (issuer: X509Certificate) =>
      isCurrent(issuer, at) && current.checkIssued(issuer) && current.verify(issuer.publicKey)
    const anchor = anchors.find(isIssuedBy)
    if (anchor) return [...chain, anchor]
    const next = others.find((other) => other.ca && isIssuedBy(other))
    if (!next || next.fingerprint256 === current.fingerprint256) return null
    chain.push(next)
    current = next
  }
  return null
}

export function isCurrent(certificate: X509Certificate, at: Date): boolean {
  return certificate.validFromDate <= at && at <= certificate.validToDate
}

/** Whether a certificate is self-signed: no authority could revoke it. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  // checkIssued requires the right to issue certificates, which the seal's own certificate lacks.
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}

/** How long before its end the operator should renew the certificate. */
const warnBeforeMs = 30 * 24 * 60 * 60_000

/** Thrown instead of sealing with an invalid certificate; the message is for the operator. */
export class SealRefused extends Error {
  override name = 'SealRefused'
}

/** Whether a certificate or one of its issuers is revoked permanently, or held until it is released. */
export type RevocationStatus = 'revoked' | 'held' | null

const next = 'make the next one with "npm run seal-key" and restart'

/** The reason why a certificate may not seal, in a sentence for the operator; null when it may. */
export function findReasonNotToSeal(
  certificate: X509Certificate,
  revocation: RevocationStatus,
  now: Date,
): string | null {
  if (revocation === 'revoked')
    return `The certificate of the seal was revoked by its authority: nothing is sealed; ${next}.`
  if (certificate.validToDate < now)
    return `The certificate of the seal ended on ${formatDay(certificate)}: nothing is sealed; ${next}.`
  if (revocation === 'held')
    return (
      'The certificate of the seal is suspended by its authority: nothing is sealed until it is ' +
      'released, or until there is another one.'
    )
  return null
}

/**
 * The warning for the operator: the reason not to seal, the coming end of the certificate, or a fault in the time
 * authority's certificate; null when there is none.
 */
export function findCertificateWarning(
  certificate: X509Certificate,
  revocation: { seal: RevocationStatus; timeAuthority: RevocationStatus },
  now: Date,
): string | null {
  const refusal = findReasonNotToSeal(certificate, revocation.seal, now)
  if (refusal) return refusal
  if (revocation.timeAuthority)
    return (
      'The certificate of the time authority ' +
      `${revocation.timeAuthority === 'held' ? 'is suspended' : 'was revoked'}: records are sealed ` +
      'without its timestamp until it uses another one.'
    )
  if (certificate.validToDate.getTime() - now.getTime() > warnBeforeMs) return null
  return `The certificate of the seal ends on ${formatDay(certificate)}, and nothing is sealed from then on: ${next}.`
}

const formatDay = ({ validToDate }: X509Certificate) => validToDate.toISOString().slice(0, 10)
