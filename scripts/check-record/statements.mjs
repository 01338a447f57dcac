// Revocation lists and OCSP answers: RFC 5280, 5 and 6.3; RFC 6960
import crypto from 'node:crypto'
import { digest, orElse } from './bounds.mjs'
import {
  extensionsIn,
  forLists,
  hasUnknown,
  isCurrent,
  isIssuedBy,
  isSignedWith,
  maySign,
  pairsAbove,
  readFields,
} from './certificates.mjs'
import {
  digestNames,
  generalizedTime,
  oid,
  onlyDer,
  parts,
  readAlgorithm,
  readOid,
  readTime,
  sha1Identifier,
} from './der.mjs'

export const minuteMs = 60_000
/** The tolerated difference between the clocks of two authorities. */
const skewMs = 5 * minuteMs
/** The validity of statements without an end. */
const undatedMs = 24 * 60 * minuteMs

/**
 * The status of a certificate in a statement that its issuer, or a responder appointed by the issuer, signed. `isGood`
 * is null if the statement can't prove that the certificate is good. A revocation counts even in a statement with
 * unknown extensions (ITU-T X.509, 7.3).
 */
function readStatement(certificate, issuer, { kind, bytes: statement }) {
  return orElse(null, () =>
    (kind === 'OCSPs' ? readOcspStatus : readCrlStatus)(certificate, issuer, onlyDer(statement)),
  )
}

/** Parses an OCSP response, or the basic response in it. */
function openOcsp(response) {
  const [status, bytesPart] = parts(response)
  if (status.tag === 0x0a) {
    if (status.contents[0] !== 0 || !bytesPart) return null
    const [type, octets] = parts(onlyDer(bytesPart.contents))
    return readOid(type) === oid.basicResponse ? openOcsp(onlyDer(octets.contents)) : null
  }
  const signed = parts(response)
  const data = parts(signed[0]).filter(({ tag }) => tag !== 0xa0)
  const [, producedAt, singles, extensions] = data
  return {
    signed,
    delegates: signed[3]
      ? parts(onlyDer(signed[3].contents)).map(({ whole }) => new crypto.X509Certificate(whole))
      : [],
    producedAt: generalizedTime(producedAt),
    singles: parts(singles),
    extensions: extensionsIn(extensions && parts(extensions)[0]),
  }
}

/**
 * Whether a certificate may sign an issuer's answers: it is only for that purpose, was valid at the instant, and is
 * exempt from revocation checks (RFC 6960, 4.2.2.2).
 */
function isDelegate(certificate, issuer, at) {
  const { extensions } = readFields(certificate)
  return (
    certificate.keyUsage?.includes(oid.ocspSigning) === true &&
    extensions.has(oid.noCheck) &&
    !hasUnknown(extensions, [...followed, oid.noCheck]) &&
    isCurrent(certificate, at) &&
    isIssuedBy(certificate, issuer, 0)
  )
}

/** Whether an issuer or its responder signed an answer or a list; null for an unknown algorithm. */
export function isSignedForIssuer(issuer, { kind, bytes: statement }) {
  return orElse(false, () => {
    const value = onlyDer(statement)
    if (!issuer.ca) return false
    if (kind === 'CRLs') return maySign(issuer, forLists) && isSignedWith(issuer, parts(value))
    const answer = openOcsp(value)
    if (!answer) return false
    const signers = [
      issuer,
      ...answer.delegates.filter((each) => isDelegate(each, issuer, answer.producedAt)),
    ]
    const found = signers.map((each) => isSignedWith(each, answer.signed))
    return found.includes(true) || (found.includes(null) ? null : false)
  })
}

function readOcspStatus(certificate, issuer, response) {
  const answer = openOcsp(response)
  if (!answer || isSignedForIssuer(issuer, { kind: 'OCSPs', bytes: response.whole }) !== true) return null
  const statuses = answer.singles.flatMap((single) => {
    const [id, status, from, ...others] = parts(single)
    if (!isNamedIn(id, certificate, issuer)) return []
    const [next, list] = [0xa0, 0xa1].map((tag) => others.find((each) => each.tag === tag))
    const extensions = extensionsIn(list && parts(list)[0])
    const isReadable = !hasUnknown(answer.extensions) && !hasUnknown(extensions)
    const dates = readDates(readTime(from), next && readTime(parts(next)[0]))
    return status.tag === 0xa1
      ? { ...dates, isGood: false, revoked: readRevocation(parts(status), extensions) }
      : { ...dates, isGood: status.tag === 0x80 && isReadable ? true : null }
  })
  return statuses.find(({ revoked }) => revoked) ?? statuses[0] ?? null
}

/** Whether a CertID (RFC 6960, 4.1.1) refers to a certificate and its issuer. */
function isNamedIn(id, certificate, issuer) {
  const [algorithm, nameHash, keyHash, serial] = parts(id)
  const name = readAlgorithm(algorithm) === sha1Identifier ? 'sha1' : digestNames[readAlgorithm(algorithm)]
  const above = readFields(issuer)
  return (
    Boolean(name) &&
    serial.whole.equals(readFields(certificate).serial.whole) &&
    nameHash.contents.equals(digest(name, above.subject.whole)) &&
    keyHash.contents.equals(digest(name, above.keyBits))
  )
}

/**
 * The status of a certificate in a revocation list. A list with a critical extension is partial or extends another
 * list, so only its entries count, not their absence.
 */
function readCrlStatus(certificate, issuer, list) {
  if (isSignedForIssuer(issuer, { kind: 'CRLs', bytes: list.whole }) !== true) return null
  const fields = parts(parts(list)[0]).filter(({ tag }) => tag !== 0x02)
  const [algorithm, name, from, ...others] = fields
  const own = readFields(certificate)
  if (!algorithm.whole.equals(parts(list)[1].whole) || !name.whole.equals(own.issuer.whole)) return null
  const next = [0x17, 0x18].includes(others[0]?.tag) ? readTime(others.shift()) : null
  const entries = others[0]?.tag === 0x30 ? parts(others.shift()) : []
  const extensions = extensionsIn(others[0]?.tag === 0xa0 ? parts(others[0])[0] : null)
  const read = entries.map((entry) => {
    const [serial, at, more] = parts(entry)
    return { serial, at, extensions: extensionsIn(more) }
  })
  // The issuers of the entries of an indirect list aren't evaluated here.
  const point = extensions.get(oid.distributionPoint)
  const isIndirect =
    (point && parts(onlyDer(point.value)).some(({ tag, contents }) => tag === 0x84 && contents[0] !== 0)) ||
    read.some((entry) => entry.extensions.has(oid.entryIssuer))
  if (isIndirect) return null
  const isReadable =
    !hasUnknown(extensions) &&
    !extensions.has(oid.deltaList) &&
    read.every((entry) => !hasUnknown(entry.extensions))
  const dates = readDates(readTime(from), next)
  const revocations = read
    .filter(({ serial }) => serial.whole.equals(own.serial.whole))
    .map((entry) => readRevocation([entry.at], entry.extensions))
    .filter(({ reason }) => !(reason === removed && extensions.has(oid.deltaList)))
  if (revocations.length === 0) return { ...dates, isGood: isReadable ? true : null }
  return { ...dates, isGood: false, revoked: revocations.sort((a, b) => a.at - b.at)[0] }
}
/** removeFromCRL: cancels an entry of another list. */
const removed = 8

const readDates = (from, next) => ({ from, until: next ?? (from && new Date(from.getTime() + undatedMs)) })

/**
 * The instant from which a certificate is revoked, and the reason: the earlier of the revocation and the invalidity
 * date.
 */
function readRevocation([time, reasonPart], extensions) {
  const code = reasonPart?.tag === 0xa0 ? parts(reasonPart)[0] : null
  const inEntry = extensions.get(oid.reasonCode)
  const reason = (code ?? (inEntry ? onlyDer(inEntry.value) : null))?.contents[0] ?? null
  const invalid = extensions.get(oid.invalidityDate)
  const instants = [readTime(time), invalid ? generalizedTime(onlyDer(invalid.value)) : null].filter(Boolean)
  // Without a valid time, it counts as revoked from the beginning.
  return { at: new Date(Math.min(...(instants.length > 0 ? instants : [0]))), reason }
}

/** Whether a statement proves that a certificate was good at an instant, or later while it could still be revoked. */
export function isStatedGood({ certificate, issuer }, statements, at) {
  return statements.some((statement) => {
    const status = readStatement(certificate, issuer, statement)
    return (
      status?.isGood === true &&
      status.from &&
      at < status.until &&
      status.from <= readFields(certificate).until &&
      // A statement must be older than its proof of existence, and must not have expired at that instant.
      status.from.getTime() - skewMs <= statement.provenAt &&
      statement.provenAt < status.until.getTime() + skewMs
    )
  })
}

/** The earliest revocation of a certificate or of one above it; null if none is revoked. */
export function revokedAbove(certificate, others, statements) {
  const found = pairsAbove(certificate, others).flatMap((pair) =>
    statements.flatMap((statement) => {
      const revoked = readStatement(pair.certificate, pair.issuer, statement)?.revoked
      return revoked ? [{ ...revoked, certificate: pair.certificate }] : []
    }),
  )
  return found.sort((a, b) => a.at - b.at)[0] ?? null
}
