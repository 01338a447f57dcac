// Conclusions: RFC 5280, 6.3; RFC 3161, 4; ETSI EN 319 102-1, 5.6.2
import crypto from 'node:crypto'
import { emptyStore } from './archive.mjs'
import { atMost, failures, most, notChecked, note, report, tell } from './bounds.mjs'
import { findChain, isSelfSigned, readFields, writeName } from './certificates.mjs'
import { say } from './say.mjs'
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
  const name = ({ certificate }) => writeName(certificate.subject)
  if (!revoked) report(true, say`nothing in the file says that the certificate of the seal was revoked`)
  else if (proof && proof.at < revoked.at)
    note(
      say`${name(revoked)} was revoked at ${revoked.at.toISOString()}, after the seal was made: a timestamp of ${proof.at.toISOString()} has it`,
    )
  else
    report(
      false,
      roots
        ? say`${name(revoked)}, of the seal, was revoked at ${revoked.at.toISOString()}, and no timestamp shows that the seal is older`
        : say`${name(revoked)}, of the seal, was revoked at ${revoked.at.toISOString()}, and you named no authority whose timestamp could show that the seal is older (--authority roots.pem)`,
    )
  const inOrder = [...(stamp ? [stamp] : []), ...archives]
  for (const each of [...inOrder, ...others]) {
    const taken = revokedAbove(each.signer, [...each.cms.certificates, ...known, ...(each.chain ?? [])], all)
    if (!taken) continue
    const next = roots && inOrder.includes(each) ? inOrder[inOrder.indexOf(each) + 1] : null
    const isBefore = each.at < taken.at && (harmless.includes(taken.reason) || (next && next.at < taken.at))
    const said = [name(taken), taken.at.toISOString()]
    if (isBefore) note(each.of.revokedLater(...said))
    else report(false, each.of.revoked(...said))
  }
}
/**
 * RFC 3161, 4: unspecified, affiliationChanged, superseded, cessationOfOperation. Without a reason, the key may have
 * been compromised.
 */
const harmless = [0, 3, 4, 5]

function bounded(certificates) {
  const found = [...new Map(certificates.map((each) => [each.fingerprint256, each])).values()]
  atMost(found.length, most.certificates, say`there are too many certificates`)
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
      say`the ${signed.length} statements about certificates were signed by their issuers, or on their behalf`,
    )
  if (signed.includes(null))
    notChecked(say`a statement about a certificate, in an algorithm that this program does not know`)
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
  const count = isKept ? 0 : archives.length
  const seal =
    count === 0
      ? say`the seal is PAdES ${level}`
      : roots
        ? say`the seal is PAdES ${level}, with ${count} archive timestamps`
        : say`the seal is PAdES ${level}, with ${count} archive timestamps of an authority that you did not name`
  if (!stamp || isLong) tell(seal)
  else if (isIssued) tell(say`${seal}; it lacks some statements about the certificates`)
  else tell(say`${seal}; no one can revoke a self-signed certificate`)
}

/** Prints the end of the newest timestamp's protection, in the future or in the past. */
function printProtection({ seal, stamp, archives }) {
  const newest = archives.at(-1) ?? stamp
  const now = new Date()
  if (!newest) {
    const { until } = readFields(seal.certificate)
    if (until < now)
      note(
        say`the certificate of the seal ended at ${until.toISOString()}, and no timestamp says that the seal is older`,
      )
    return
  }
  const at = newest.at.toISOString()
  const made =
    archives.length > 0 ? say`the newest archive timestamp is of ${at}` : say`the timestamp is of ${at}`
  if (!newest.chain)
    return tell(say`${made}; it protects nothing until you name its authority (--authority roots.pem)`)
  const until = protectedUntil(newest.chain)
  if (until > now) return tell(say`${made}, and protects until ${until.toISOString()}`)
  note(
    say`${made}, and its protection ended at ${until.toISOString()}: ask the service for a newer archived copy`,
  )
}
