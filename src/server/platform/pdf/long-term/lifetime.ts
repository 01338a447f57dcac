import type { X509Certificate } from 'node:crypto'

/**
 * The last instants at which algorithms are to be relied on, as NIST IR 8547 (draft of November 2024) gives them for signatures and SP 800-131A
 * for SHA-1; what is missing here has no known end. Whoever learns of an earlier one changes this table, and the copies are renewed in time.
 */
const signatureEnds: readonly { isSuch(certificate: X509Certificate): boolean; end: Date }[] = [
  { isSuch: isRsaBelow(2048), end: new Date('2013-12-31T23:59:59Z') },
  { isSuch: isRsaBelow(3072), end: new Date('2030-12-31T23:59:59Z') },
  { isSuch: () => true, end: new Date('2035-12-31T23:59:59Z') },
]

/** How long before its end a timestamp is followed by the next one. */
export const renewalMarginMs = 90 * 24 * 60 * 60_000

/** Until when a timestamp with these certificates, its own first, protects what it covers. The root is believed for itself. */
export function protectedUntil(chain: readonly X509Certificate[]): Date {
  const [own, ...above] = chain
  if (!own) throw new Error('a timestamp without a certificate')
  const ends = [own, ...above.slice(0, -1)].map(({ validToDate }) => validToDate.getTime())
  const weak = chain.flatMap((certificate) =>
    signatureEnds.filter(({ isSuch }) => isSuch(certificate)).map(({ end }) => end.getTime()),
  )
  return new Date(Math.min(...ends, ...weak))
}

/** When the next timestamp is due: the margin before the end of this one, but not before half of its time is over. */
export function renewalAt(madeAt: Date, until: Date): Date {
  const half = madeAt.getTime() + (until.getTime() - madeAt.getTime()) / 2
  return new Date(Math.max(half, until.getTime() - renewalMarginMs))
}

function isRsaBelow(bits: number): (certificate: X509Certificate) => boolean {
  return ({ publicKey }) =>
    publicKey.asymmetricKeyType === 'rsa' && (publicKey.asymmetricKeyDetails?.modulusLength ?? 0) < bits
}
