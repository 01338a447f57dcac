import type { X509Certificate } from 'node:crypto'
import { isSelfSigned } from '../sealing/chain.ts'

/**
 * The last instants at which keys are to be relied on, as NIST IR 8547 (draft of November 2024) gives them for signatures; what is missing here
 * has no known end. Whoever learns of an earlier one changes this table, and the copies are renewed in time.
 */
const keyEnds: readonly { isSuch(certificate: X509Certificate): boolean; end: Date }[] = [
  { isSuch: isRsaBelow(2048), end: new Date('2013-12-31T23:59:59Z') },
  { isSuch: isRsaBelow(3072), end: new Date('2030-12-31T23:59:59Z') },
  { isSuch: () => true, end: new Date('2035-12-31T23:59:59Z') },
]

/** The same of what a certificate was signed with: NIST SP 800-131A allows no signature with SHA-1 after 2013. */
const sha1Ends = new Date('2013-12-31T23:59:59Z')
/** sha1WithRSAEncryption (RFC 8017), ecdsa-with-SHA1 (RFC 5758). */
const sha1Signatures: readonly string[] = ['1.2.840.113549.1.1.5', '1.2.840.10045.4.1']

/** How long before its end a timestamp is followed by the next one. */
export const renewalMarginMs = 90 * 24 * 60 * 60_000

/**
 * Until when a timestamp with these certificates, its own first, protects what it covers. A root is believed for itself: neither its end nor what
 * it says of itself counts (RFC 5280, 6.1). Its key does: what is below it was signed with that.
 */
export function computeProtectionEnd(chain: readonly X509Certificate[]): Date {
  const [own, ...above] = chain
  if (!own) throw new Error('a timestamp without a certificate')
  const belowRoot = [own, ...above.slice(0, -1)]
  const ends = [
    ...belowRoot.map(({ validToDate }) => validToDate),
    ...belowRoot.filter(isSignedWithSha1).map(() => sha1Ends),
    ...chain.flatMap((each) => keyEnds.filter(({ isSuch }) => isSuch(each)).map(({ end }) => end)),
  ]
  return new Date(Math.min(...ends.map((end) => end.getTime())))
}

/** When the next timestamp is due: the margin before the end of this one, but not before half of its time is over. */
export function computeRenewal(madeAt: Date, until: Date): Date {
  const half = madeAt.getTime() + (until.getTime() - madeAt.getTime()) / 2
  return new Date(Math.max(half, until.getTime() - renewalMarginMs))
}

function isRsaBelow(bits: number): (certificate: X509Certificate) => boolean {
  return ({ publicKey }) =>
    publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < bits
}

function isSignedWithSha1(certificate: X509Certificate): boolean {
  return sha1Signatures.includes(certificate.signatureAlgorithmOid) && !isSelfSigned(certificate)
}
