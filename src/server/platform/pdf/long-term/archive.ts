import { X509Certificate } from 'node:crypto'
import { fromBER } from 'asn1js'
import { ContentInfo, SignedData } from 'pkijs'
import type { Clock } from '../../clock/index.ts'
import { hashHex } from '../../hash-hex.ts'
import type { Sealer } from '../sealer.ts'
import { isSelfSigned } from '../sealing/chain.ts'
import { toExactBuffer } from '../sealing/seal-key.ts'
import type { TimeAuthority } from '../sealing/time-authority.ts'
import { findStampedInstant, findStamper } from '../sealing/timestamp-token.ts'
import { collectValidation, getFingerprint, type Sources } from './collect-validation.ts'
import { appendTimestampRoom, fillTimestamp, joinCoveredBytes } from './document-timestamp.ts'
import { readPdfObjects, storeKeys, storeParts, type ValidationData } from './pdf-objects.ts'

type Parts = { authority: TimeAuthority; sources: Sources; clock: Clock }

export function createArchiver({
  authority,
  ...parts
}: Omit<Parts, 'authority'> & { authority: TimeAuthority | null }): Sealer['archive'] {
  return async (pdf, options) => {
    if (!authority) return { fault: 'no_authority' }
    if (authority.isSilent()) return { fault: 'unreachable' }
    return archive({ authority, ...parts }, pdf, options)
  }
}

async function archive(
  { authority, sources, clock }: Parts,
  pdf: Uint8Array,
  { sealChain, earlier, acceptsMissing }: Parameters<Sealer['archive']>[1],
): ReturnType<Sealer['archive']> {
  const token = findTokenOfSeal(pdf)
  const stamps = await authority.learnChain()
  // A request for statements before the issuers are known would fail.
  const unknown = authority.whyUnknown()
  if (unknown) return { fault: unknown }
  const chains = [
    sealChain.map((der) => new X509Certificate(der)),
    ...[...(token ? [token] : []), ...earlier].map(authority.readChain),
    stamps,
  ]
  const known = await collectValidation(sources, chains)
  const { data, state, revoked } =
    known.state === 'missing' ? await collectValidation(sources, chains, { refresh: true }) : known
  if (stamps.some((each) => revoked.has(getFingerprint(each)))) {
    await authority.lookAnew()
    return { fault: 'revoked_certificate' }
  }
  if (state === 'missing' && !acceptsMissing) return { fault: 'no_statement' }
  const room = appendTimestampRoom(pdf, data)
  const stamped = await authority.stamp(joinCoveredBytes(room))
  if (stamped.state === 'none') return { fault: 'no_authority' }
  if (stamped.state === 'pending') return { fault: stamped.fault }
  fillTimestamp(room, stamped.token)
  const chain = authority.readChain(stamped.token)
  if ((await sources.revoked.listAmong(chain.map(getFingerprint))).size > 0)
    return { fault: 'revoked_certificate' }
  const by = findStamper(stamped.token)
  const until = computeProtectionEnd(chain.length > 0 || !by ? chain : [by])
  if (until <= clock.now()) return { fault: 'weak_algorithm' }
  return {
    bytes: room.bytes,
    sha256: hashHex(room.bytes),
    at: stamped.at,
    protectedUntil: until,
    renewAt: computeRenewal(clock.now(), until),
    validation: state,
  }
}

/** The reason why bytes aren't an archived copy of a sealed PDF. */
type ArchiveFault = 'other_original' | 'nothing_added' | 'other_content' | 'bad_timestamp'

/** The document timestamps of an archived copy, oldest first; `token` is DER. */
type ArchiveTimestamps = { token: Uint8Array; at: Date }[]

/**
 * The timestamps of an archived copy, or the reason why it is invalid. A copy is valid exactly when it begins with the
 * complete sealed PDF, continues only with revisions as `appendTimestampRoom` makes them, byte for byte, and every
 * timestamp is valid.
 */
export async function readArchivedCopy(
  original: Uint8Array,
  copy: Uint8Array,
): Promise<ArchiveTimestamps | { fault: ArchiveFault }> {
  if (!Buffer.from(copy.subarray(0, original.length)).equals(original)) return { fault: 'other_original' }
  const timestamps: ArchiveTimestamps = []
  for (let length = original.length; length < copy.length; ) {
    const revision = findRevision(copy.subarray(0, length), copy)
    if (!revision) return { fault: 'other_content' }
    const at = await findStampedInstant(revision.token, revision.covered)
    if (!at || at < (timestamps.at(-1)?.at ?? at)) return { fault: 'bad_timestamp' }
    timestamps.push({ token: revision.token, at })
    length = revision.length
  }
  return timestamps.length > 0 ? timestamps : { fault: 'nothing_added' }
}

/**
 * Finds the next revision after the first bytes of a copy. It recreates the revision from the values that it adds, and
 * compares everything except the token.
 */
function findRevision(previous: Uint8Array, copy: Uint8Array) {
  try {
    const made = appendTimestampRoom(previous, readAdded(copy.subarray(previous.length)))
    const { bytes, hexStart, hexLength } = made
    const [found, room] = [
      copy.subarray(0, bytes.length),
      Buffer.from(copy).subarray(hexStart, hexStart + hexLength),
    ]
    const covered = joinCoveredBytes({ bytes: found, hexStart, hexLength })
    if (found.length < bytes.length || !Buffer.from(covered).equals(joinCoveredBytes(made))) return null
    const token = parseToken(room.toString('latin1'))
    return token && { token, covered, length: bytes.length }
  } catch {
    return null
  }
}

/** The values at the beginning of a revision, by the list in its store that references them. */
function readAdded(revision: Uint8Array): ValidationData {
  const text = Buffer.from(revision).toString('latin1')
  const values = new Map<number, Uint8Array>()
  let at = 0
  for (;;) {
    const [head, number, length] =
      /^(\d+) 0 obj\n<<\n\/Length (\d+)\n>>\nstream\n/.exec(text.slice(at, at + 80)) ?? []
    if (!head) break
    const start = at + head.length
    values.set(Number(number), revision.subarray(start, start + Number(length)))
    at = start + Number(length) + '\nendstream\nendobj\n'.length
  }
  const store = text.slice(at, text.indexOf('endobj', at))
  const [certificates = [], ocsps = [], crls = []] = storeParts.map((part) => {
    const [, list = ''] = new RegExp(`\\n/${storeKeys[part]} \\[([^\\]]*)\\]\\n`).exec(store) ?? []
    return [...list.matchAll(/(\d+) 0 R/g)].flatMap(([, number]) => values.get(Number(number)) ?? [])
  })
  return { certificates, ocsps, crls }
}

/** Parses the token in its reserved room, which must be followed only by zeros. */
function parseToken(digits: string): Uint8Array | null {
  if (!/^(?:[0-9a-f]{2})+$/.test(digits)) return null
  const room = Buffer.from(digits, 'hex')
  const { offset } = fromBER(toExactBuffer(room))
  return offset > 0 && room.subarray(offset).every((byte) => byte === 0)
    ? new Uint8Array(room.subarray(0, offset))
    : null
}

/** The timestamp token in the seal of a PDF; null when it has none. */
function findTokenOfSeal(pdf: Uint8Array): Uint8Array | null {
  const objects = readPdfObjects(pdf)
  const [, seal] = /\n\/DocMDP (\d+) 0 R\n/.exec(objects.readText(objects.root)) ?? []
  const [, digits = ''] = /\n\/Contents <([0-9a-f]+)>\n/.exec(objects.readText(Number(seal))) ?? []
  const { content } = ContentInfo.fromBER(toExactBuffer(Buffer.from(digits, 'hex')))
  const [signer] = new SignedData({ schema: content }).signerInfos
  const value = signer?.unsignedAttrs?.attributes[0]?.values[0]
  return value ? new Uint8Array(value.toBER()) : null
}

/**
 * The last instants at which keys can be relied on, as given by NIST IR 8547 (draft of November 2024) for signatures;
 * an algorithm without an entry has no known end. When an earlier end becomes known, change this table, and the copies
 * are renewed in time.
 */
const keyEnds: readonly { isSuch(certificate: X509Certificate): boolean; end: Date }[] = [
  { isSuch: isRsaBelow(2048), end: new Date('2013-12-31T23:59:59Z') },
  { isSuch: isRsaBelow(3072), end: new Date('2030-12-31T23:59:59Z') },
  { isSuch: () => true, end: new Date('2035-12-31T23:59:59Z') },
]

/** The end for a certificate's own signature: NIST SP 800-131A allows no signature with SHA-1 after 2013. */
const sha1Ends = new Date('2013-12-31T23:59:59Z')
/** sha1WithRSAEncryption (RFC 8017), ecdsa-with-SHA1 (RFC 5758). */
const sha1Signatures: readonly string[] = ['1.2.840.113549.1.1.5', '1.2.840.10045.4.1']

/** How long before its end a timestamp is followed by the next one. */
const renewalMarginMs = 90 * 24 * 60 * 60_000

/**
 * The instant until which a timestamp with these certificates, its own first, protects its content. A root is trusted
 * as it is: neither its expiry nor its own signature counts (RFC 5280, 6.1). Its key counts, because it signed the
 * certificate below.
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

/**
 * The time when the next timestamp is due: the margin before the end of this one, but at the earliest at half of its
 * lifetime.
 */
function computeRenewal(madeAt: Date, until: Date): Date {
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
