// Timestamps: RFC 3161
import { digest, notChecked, report } from './bounds.mjs'
import {
  extensionsIn,
  findChain,
  followed,
  hasUnknown,
  isCurrent,
  isRsaBelow,
  isTooWeak,
  readFields,
} from './certificates.mjs'
import { isSealedBy, signedDataIn } from './cms.mjs'
import { digestNames, generalizedTime, oid, onlyDer, parts, readAlgorithm } from './der.mjs'
import { say } from './say.mjs'
import { clocksMs } from './seal.mjs'

/** What is said of a timestamp over the seal, an archived copy or a state of the log. */
const overSeal = {
  over: () => say`the timestamp is over this seal`,
  revokedLater: (name, at) => say`${name} was revoked at ${at}, after the timestamp over this seal`,
  revoked: (name, at) =>
    say`${name}, of the timestamp over this seal, was revoked at ${at}, and nothing shows that the timestamp can be believed`,
}
export const overCopy = (number) => ({
  over: () => say`the timestamp is over the archived copy, number ${number}`,
  revokedLater: (name, at) =>
    say`${name} was revoked at ${at}, after the timestamp over the archived copy, number ${number}`,
  revoked: (name, at) =>
    say`${name}, of the timestamp over the archived copy, number ${number}, was revoked at ${at}, and nothing shows that the timestamp can be believed`,
})
export const overLog = {
  over: () => say`the timestamp is over that state of the log`,
  revokedLater: (name, at) =>
    say`${name} was revoked at ${at}, after the timestamp over that state of the log`,
  revoked: (name, at) =>
    say`${name}, of the timestamp over that state of the log, was revoked at ${at}, and nothing shows that the timestamp can be believed`,
}

/** Checks the RFC 3161 token over the seal's signature. Returns it, or null if there is none. */
export function checkTimestamp(seal, { state, at, token }, { certificate, drawnAt, roots }) {
  const attribute = seal.unsigned.get(oid.signatureTimestamp)
  if (state !== 'granted') {
    report(
      !attribute && token === undefined && at === undefined,
      say`PDF and JSON agree that no authority vouches for the time`,
    )
    notChecked(say`the time: the record states what the clock of the service said`)
    return null
  }
  report(attribute?.whole.toString('base64') === token, say`PDF and JSON have the same timestamp`)
  const bytes = attribute?.whole ?? Buffer.from(String(token), 'base64')
  const stamp = checkToken(bytes, { data: seal.signature, of: overSeal, at, roots })
  if (!stamp) return null
  report(isCurrent(certificate, stamp.at), say`the certificate of the seal was valid at that instant too`)
  report(
    stamp.at.getTime() + clocksMs >= new Date(drawnAt).getTime(),
    say`it was not stamped before the JSON says that it was drawn`,
  )
  return stamp
}

/**
 * Checks an RFC 3161 token over some bytes and, with `isStatedInJson`, that its instant matches the JSON. Returns the
 * token with its instant and, with roots, its certificate chain to one of them; null if it proves nothing.
 */
export function checkToken(token, { data, of, at, roots, isStatedInJson = true }) {
  const cms = signedDataIn(token)
  const [, , imprint, , time, ...more] = cms.content ? parts(onlyDer(cms.content)) : []
  const [algorithm, hashed] = parts(imprint)
  // The service accepts SHA-256 only.
  const covers =
    digestNames[readAlgorithm(algorithm)] === 'sha256' && digest('sha256', data).equals(hashed.contents)
  report(cms.contentType === oid.timestampInfo && covers, of.over())
  const signer = cms.certificate
  report(
    isForTimestamps(signer) && isSealedBy(cms, signer, [cms.content]),
    say`a time authority’s certificate signed it`,
  )
  const stamped = generalizedTime(time)
  if (isStatedInJson)
    report(stamped?.toISOString() === at, say`it is of the instant that the JSON states (${at})`)
  const list = more.find(({ tag }) => tag === 0xa1)
  if (hasUnknown(extensionsIn(list))) report(false, say`it has something critical that is not known here`)
  if (!signer || !stamped) return null
  report(stamped.getTime() <= Date.now() + clocksMs, say`it is not of a time to come`)
  report(isCurrent(signer, stamped), say`that certificate was valid then`)
  const stamp = { cms, signer, at: stamped, of, chain: null }
  if (!roots) {
    notChecked(say`whose authority it is (--authority roots.pem)`)
    return stamp
  }
  const chain = findChain(signer, cms.certificates, stamped, roots)
  report(chain !== null, say`that certificate leads to an authority that you named`)
  return { ...stamp, chain }
}

/** RFC 3161, 2.3: the certificate is only for timestamps, and its extended key usage is critical. */
function isForTimestamps(certificate) {
  if (certificate?.keyUsage?.length !== 1 || certificate.keyUsage[0] !== oid.timeStamping) return false
  const { extensions } = readFields(certificate)
  return (
    !isTooWeak(certificate) &&
    extensions.get(oid.extendedKeyUsage)?.isCritical === true &&
    !hasUnknown(extensions, followed)
  )
}

/** The end of algorithms for signatures: NIST IR 8547 (draft of November 2024). */
const algorithmEnds = [
  { isSuch: isRsaBelow(2048), end: '2013-12-31T23:59:59Z' },
  { isSuch: isRsaBelow(3072), end: '2030-12-31T23:59:59Z' },
  { isSuch: () => true, end: '2035-12-31T23:59:59Z' },
]

/**
 * The end of a timestamp's protection: the earliest end of its certificates or of their algorithms. The end of the root
 * doesn't count, because the root is trusted.
 */
export function protectedUntil([own, ...above]) {
  const ends = [own, ...above.slice(0, -1)].map((each) => readFields(each).until)
  const weak = [own, ...above].flatMap((each) =>
    algorithmEnds.filter(({ isSuch }) => isSuch(each)).map(({ end }) => new Date(end)),
  )
  return new Date(Math.min(...ends, ...weak))
}
