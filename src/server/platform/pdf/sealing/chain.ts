import { X509Certificate } from 'node:crypto'

/** Longer chains are nobody's. */
const longest = 8

/**
 * The certificates from one up to a root, both included, each issued by the next; null where it does not lead to one. Those between must be
 * valid at an instant, and so must the root unless it is the certificate itself.
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

/** Whether a certificate vouches for itself: there is nobody who could take it back. */
export function isSelfSigned(certificate: X509Certificate): boolean {
  // Not checkIssued, which wants the right to issue certificates, and ours may not.
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey)
}
