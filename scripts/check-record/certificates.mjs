// Signatures and certificates: RFC 5280
import { isSignedByKey, verifies } from './bounds.mjs'
import { oid, onlyDer, parts, readAlgorithm, readOid, readTime } from './der.mjs'

export const signatureDigests = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}
/** The key alone, whose digest is named elsewhere: rsaEncryption, id-ecPublicKey. */
export const bareKeys = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1']
/** MD5 and SHA-1: an authority that uses them can be forged, by two certificates with one signature. */
const brokenSignatures = [
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
  '1.2.840.10040.4.3',
]

/**
 * Whether a key signed the first part of a value, with the algorithm and the BIT STRING behind it; null for an unknown
 * algorithm.
 */
export function isSignedWith({ publicKey }, [content, algorithm, signature]) {
  const name = signatureDigests[readAlgorithm(algorithm)]
  if (!name) return null
  const isWhole = signature.tag === 0x03 && signature.contents[0] === 0
  return isWhole && verifies(name, content.whole, publicKey, signature.contents.subarray(1))
}

/** Extensions by their identifier, of a certificate, a list, an entry or an answer. */
export function extensionsIn(sequence) {
  const found = new Map()
  for (const extension of sequence ? parts(sequence) : []) {
    const [id, ...rest] = parts(extension)
    const isCritical = rest.length === 2 && rest[0].tag === 0x01 && rest[0].contents[0] === 0xff
    if (found.has(readOid(id))) throw new Error('an extension appears twice')
    found.set(readOid(id), { isCritical, value: rest.at(-1).contents })
  }
  return found
}

/** What this reads of a certificate itself: Node before 22 tells no dates, and none tells what is critical. */
export function readFields(certificate) {
  const all = parts(parts(onlyDer(certificate.raw))[0])
  const [serial, algorithm, issuer, validity, subject, key, ...others] =
    all[0].tag === 0xa0 ? all.slice(1) : all
  const [from, until] = parts(validity).map(readTime)
  const list = others.find(({ tag }) => tag === 0xa3)
  return {
    serial,
    issuer,
    subject,
    from,
    until,
    algorithm: readAlgorithm(algorithm),
    keyBits: parts(key)[1].contents.subarray(1),
    extensions: extensionsIn(list && parts(list)[0]),
  }
}

export function isCurrent(certificate, at) {
  const { from, until } = readFields(certificate)
  return Boolean(from && until && at && from <= at && at <= until)
}

export const isSelfSigned = (certificate) =>
  certificate.subject === certificate.issuer && isSignedByKey(certificate, certificate.publicKey)

/** Whether a bit of keyUsage (RFC 5280, 4.2.1.3) is set, or nothing limits the key. */
export function maySign(certificate, bit) {
  const usage = readFields(certificate).extensions.get(oid.keyUsage)
  if (!usage) return true
  const [, first = 0] = onlyDer(usage.value).contents
  return Boolean(first & (0x80 >> bit))
}
const forCertificates = 5
export const forLists = 6

/** Extensions that may be critical because this program follows them, or asks nothing that they limit. */
export const followed = [
  oid.basicConstraints,
  oid.keyUsage,
  oid.extendedKeyUsage,
  oid.policies,
  oid.alternativeName,
]
export const hasUnknown = (extensions, known = []) =>
  [...extensions].some(([id, { isCritical }]) => isCritical && !known.includes(id))

export function isRsaBelow(bits) {
  return ({ publicKey }) =>
    publicKey.asymmetricKeyType === 'rsa' && publicKey.asymmetricKeyDetails.modulusLength < bits
}
/** Keys that were too short when the first record was sealed. */
export const isTooWeak = isRsaBelow(2048)

/** Whether one certificate issued another: name, key and right to, with so many between them and the last one. */
export function isIssuedBy(certificate, issuer, between) {
  if (!issuer.ca || !certificate.checkIssued(issuer) || !isSignedByKey(certificate, issuer.publicKey))
    return false
  const { extensions } = readFields(issuer)
  const limit = parts(
    onlyDer(extensions.get(oid.basicConstraints)?.value ?? Buffer.from('3000', 'hex')),
  ).find(({ tag }) => tag === 0x02)
  return (
    maySign(issuer, forCertificates) &&
    !isTooWeak(issuer) &&
    !hasUnknown(extensions, followed) &&
    !brokenSignatures.includes(readFields(certificate).algorithm) &&
    (!limit || Number(`0x${limit.contents.toString('hex')}`) >= between)
  )
}

/**
 * The certificates from one upwards, each issued by the next, which was valid at an instant: to one of the roots, or
 * without any to one that vouches for itself; null where no way leads there.
 */
export function findChain(certificate, others, at, roots, below = []) {
  const chain = [...below, certificate]
  const isSame = (each) => each.fingerprint256 === certificate.fingerprint256
  if (roots ? roots.some(isSame) : isSelfSigned(certificate)) return chain
  if (chain.length > 8) return null
  const isAbove = (each) => isCurrent(each, at) && isIssuedBy(certificate, each, below.length)
  const root = roots?.find(isAbove)
  if (root) return [...chain, root]
  for (const next of others.filter(
    (each) => !chain.some((one) => one.raw.equals(each.raw)) && isAbove(each),
  )) {
    const whole = findChain(next, others, at, roots, chain)
    if (whole) return whole
  }
  return null
}

/** Each certificate from one upwards with each that issued it, for any dates: all that may have been revoked. */
export function pairsAbove(certificate, others, seen = new Set()) {
  if (seen.has(certificate.fingerprint256)) return []
  seen.add(certificate.fingerprint256)
  return others
    .filter((each) => !each.raw.equals(certificate.raw))
    .filter((each) => certificate.checkIssued(each) && isSignedByKey(certificate, each.publicKey))
    .flatMap((issuer) => [{ certificate, issuer }, ...pairsAbove(issuer, others, seen)])
}
