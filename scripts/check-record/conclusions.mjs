// Conclusions: RFC 5280, 6.3; RFC 3161, 4; ETSI EN 319 102-1, 5.6.2
import crypto from 'node:crypto'
import { emptyStore } from './archive.mjs'
import { atMost, failures, most, notChecked, note, report } from './bounds.mjs'
import { findChain, isSelfSigned, readFields } from './certificates.mjs'
import { isSignedForIssuer, isStatedGood, revokedAbove } from './statements.mjs'
import { protectedUntil } from './timestamps.mjs'

/** All revocation statements in the file, each with the earliest instant at which it is proven to have existed. */
function collectStatements(seal, stamp, { archives, stores }, drawnAt) {
  const sealedAt = stamp?.at ?? new Date(drawnAt)
  const inStores = stores.flatMap((store, index) => {
    const provenAt = index === 0 ? sealedAt : archives[index - 1].at
    const before = index === 0 ? emptyStore : stores[index - 1]
    return ['OCSPs', 'CRLs'].flatMap((kind) =>
      store[kind].slice(before[kind].length).map((bytes) => ({ kind, bytes, provenAt })),
    )
  })
  const inSeal = seal.statements.map((statement) => ({ ...statement, provenAt: sealedAt }))
  const inTokens = [stamp, ...archives].flatMap((each) =>
    (each?.cms.statements ?? []).map((statement) => ({ ...statement, provenAt: each.at })),
  )
  return { inStores, all: [...inStores, ...inSeal, ...inTokens] }
}

/**
 * Reports revoked certificates. A seal is valid if its certificate was revoked after the proven instant. A timestamp is
 * valid if the certificate of its authority was revoked after it. If the key may have been compromised, the next
 * timestamp must also be older than the revocation.
 */
function checkRevocations({ seal, stamp, archives, others, all, known, roots }) {
  const proof = roots ? (stamp ?? archives[0] ?? null) : null
  const revoked = revokedAbove(seal.certificate, known, all)
  const name = ({ certificate }) => certificate.subject.split('\n').reverse().join(', ')
  if (!revoked) report(true, 'nothing in the file says that the certificate of the seal was revoked')
  else if (proof && proof.at < revoked.at)
    note(
      `${name(revoked)} was revoked at ${revoked.at.toISOString()}, after the seal was made: a timestamp of ${proof.at.toISOString()} has it`,
    )
  else
    report(
      false,
      `${name(revoked)}, of the seal, was revoked at ${revoked.at.toISOString()}, and ${roots ? 'no timestamp shows that the seal is older' : 'you named no authority whose timestamp could show that the seal is older (--authority roots.pem)'}`,
    )
  const inOrder = [...(stamp ? [stamp] : []), ...archives]
  for (const each of [...inOrder, ...others]) {
    const taken = revokedAbove(each.signer, [...each.cms.certificates, ...known, ...(each.chain ?? [])], all)
    if (!taken) continue
    const next = roots && inOrder.includes(each) ? inOrder[inOrder.indexOf(each) + 1] : null
    const isBefore = each.at < taken.at && (harmless.includes(taken.reason) || (next && next.at < taken.at))
    if (isBefore)
      note(
        `${name(taken)} was revoked at ${taken.at.toISOString()}, after the timestamp over ${each.what.replace(/,$/, '')}`,
      )
    else
      report(
        false,
        `${name(taken)}, of the timestamp over ${each.what.replace(/,$/, '')}, was revoked at ${taken.at.toISOString()}, and nothing shows that the timestamp can be believed`,
      )
  }
}
/**
 * RFC 3161, 4: unspecified, affiliationChanged, superseded, cessationOfOperation. Without a reason, the key may have
 * been compromised.
 */
const harmless = [0, 3, 4, 5]

function bounded(certificates) {
  const found = [...new Map(certificates.map((each) => [each.fingerprint256, each])).values()]
  atMost(found.length, most.certificates, 'there are too many certificates')
  return found
}

/**
 * Checks the revocation status of the certificates, and prints the level of the seal (ETSI EN 319 142-1) and the end of
 * its protection.
 */
export function checkLongTerm({ seal, stamp, archive, others, drawnAt, roots }) {
  const { archives, stores } = archive
  const { inStores, all } = collectStatements(seal, stamp, archive, drawnAt)
  const tokens = [stamp, ...archives].filter(Boolean)
  const known = bounded([
    ...stores.at(-1).Certs.map((each) => new crypto.X509Certificate(each)),
    ...seal.certificates,
    ...tokens.flatMap(({ cms }) => cms.certificates),
    ...(roots ?? []),
  ])
  const signed = inStores.map((statement) => {
    const answers = known.map((issuer) => isSignedForIssuer(issuer, statement))
    return answers.includes(true) || (answers.includes(null) ? null : false)
  })
  if (signed.length > 0)
    report(
      !signed.includes(false),
      `the ${signed.length} statements about certificates were signed by their issuers, or on their behalf`,
    )
  if (signed.includes(null))
    notChecked('a statement about a certificate, in an algorithm that this program does not know')
  checkRevocations({ seal, stamp, archives, others, all, known, roots })

  const isStated = (certificate, top) => {
    const chain = findChain(certificate, known, stamp.at, top)
    const pairs = chain?.slice(0, -1).map((each, index) => ({ certificate: each, issuer: chain[index + 1] }))
    // A self-signed certificate is unknown unless the user named it.
    return Boolean(
      (top || pairs?.length > 0) && pairs?.every((pair) => isStatedGood(pair, inStores, stamp.at)),
    )
  }
  const isIssued = !isSelfSigned(seal.certificate)
  const isLong = Boolean(isIssued && stamp && isStated(seal.certificate) && isStated(stamp.signer, roots))
  // An invalid seal has no level.
  if (failures.length > 0) return
  printLevel({ isIssued, isLong, stamp, archives, roots })
  printProtection({ seal, stamp, archives })
}

function printLevel({ isIssued, isLong, stamp, archives, roots }) {
  // Without roots, the timestamps may be from an attacker's own authority.
  const isKept = isLong && archives.length > 0 && roots
  const level = isLong ? (isKept ? 'B-LTA' : 'B-LT') : stamp ? 'B-T' : 'B-B'
  const whose = roots ? '' : ' of an authority that you did not name'
  const timestamps =
    archives.length > 0 && !isKept ? `, with ${archives.length} archive timestamps${whose}` : ''
  const why =
    !stamp || isLong
      ? ''
      : isIssued
        ? '; it lacks some statements about the certificates'
        : '; no one can revoke a self-signed certificate'
  console.log(`     the seal is PAdES ${level}${timestamps}${why}`)
}

/** Prints the end of the newest timestamp's protection, in the future or in the past. */
function printProtection({ seal, stamp, archives }) {
  const newest = archives.at(-1) ?? stamp
  const now = new Date()
  if (!newest) {
    const { until } = readFields(seal.certificate)
    if (until < now)
      note(
        `the certificate of the seal ended at ${until.toISOString()}, and no timestamp says that the seal is older`,
      )
    return
  }
  const made = `${archives.length > 0 ? 'the newest archive timestamp' : 'the timestamp'} is of ${newest.at.toISOString()}`
  if (!newest.chain)
    return console.log(
      `     ${made}; it protects nothing until you name its authority (--authority roots.pem)`,
    )
  const until = protectedUntil(newest.chain)
  if (until > now) return console.log(`     ${made}, and protects until ${until.toISOString()}`)
  note(
    `${made}, and its protection ended at ${until.toISOString()}: ask the service for a newer archived copy`,
  )
}
