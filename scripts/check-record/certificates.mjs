// Signatures and certificates: RFC 5280
import { isSignedByKey, verifies } from './bounds.mjs'
import { oid, onlyDer, parts, readAlgorithm, readOid, readTime } from './der.mjs'
import { Fault, say } from './say.mjs'

export const signatureDigests = {
  '1.2.840.10045.4.3.2': 'sha256',
  '1.2.840.10045.4.3.3': 'sha384',
  '1.2.840.10045.4.3.4': 'sha512',
  '1.2.840.113549.1.1.11': 'sha256',
  '1.2.840.113549.1.1.12': 'sha384',
  '1.2.840.113549.1.1.13': 'sha512',
}
/** Key algorithms without a digest, which is stated elsewhere: rsaEncryption, id-ecPublicKey. */
export const bareKeys = ['1.2.840.113549.1.1.1', '1.2.840.10045.2.1']
/** MD5 and SHA-1: with collisions, two certificates can have the same signature. */
const brokenSignatures = [
  '1.2.840.113549.1.1.4',
  '1.2.840.113549.1.1.5',
  '1.2.840.10045.4.1',
  '1.2.840.10040.4.3',
]

/**
 * Whether a key signed the first part of a value, with the algorithm and the BIT STRING that follow it; null for an
 * unknown algorithm.
 */
export function isSignedWith({ publicKey }, [content, algorithm, signature]) {
  const name = signatureDigests[readAlgorithm(algorithm)]
  if (!name) return null
  const isWhole = signature.tag === 0x03 && signature.contents[0] === 0
  return isWhole && verifies(name, content.whole, publicKey, signature.contents.subarray(1))
}

/** The extensions of a certificate, a list, an entry or an answer, by identifier. */
export function extensionsIn(sequence) {
  const found = new Map()
  for (const extension of sequence ? parts(sequence) : []) {
    const [id, ...rest] = parts(extension)
    const isCritical = rest.length === 2 && rest[0].tag === 0x01 && rest[0].contents[0] === 0xff
    if (found.has(readOid(id))) throw new Fault(say`an extension appears twice`)
    found.set(readOid(id), { isCritical, value: rest.at(-1).contents })
  }
  return found
}

/** Fields of a certificate that Node doesn't provide: dates before Node 22, and critical extensions. */
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

/** The name of a certificate's subject or issuer, in one line. */
export const writeName = (name) => name.split('\n').reverse().join(', ')

export const isSelfSigned = (certificate) =>
  certificate.subject === certificate.issuer && isSignedByKey(certificate, certificate.publicKey)

/** Whether a bit of keyUsage (RFC 5280, 4.2.1.3) is set, or the certificate has no keyUsage. */
export function maySign(certificate, bit) {
  const usage = readFields(certificate).extensions.get(oid.keyUsage)
  if (!usage) return true
  const [, first = 0] = onlyDer(usage.value).contents
  return Boolean(first & (0x80 >> bit))
}
const forCertificates = 5
export const forLists = 6

/** Extensions that may be critical, because this program applies them or doesn't use what they limit. */
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
/** Whether a key was already too short when the first record was sealed. */
export const isTooWeak = isRsaBelow(2048)

/** Whether one certificate issued another: name, signature and permission, with `between` certificates below it. */
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
 * The chain from a certificate to one of the roots, or without roots to a self-signed certificate. Each certificate was
 * issued by the next one and was valid at the instant. Null if there is no such chain.
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

/** All pairs of certificate and issuer from a certificate upwards, for any dates: any of them may have been revoked. */
export function pairsAbove(certificate, others, seen = new Set()) {
  if (seen.has(certificate.fingerprint256)) return []
  seen.add(certificate.fingerprint256)
  return others
    .filter((each) => !each.raw.equals(certificate.raw))
    .filter((each) => certificate.checkIssued(each) && isSignedByKey(certificate, each.publicKey))
    .flatMap((issuer) => [{ certificate, issuer }, ...pairsAbove(issuer, others, seen)])
}
