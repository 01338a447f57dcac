import { createHash, randomBytes, X509Certificate } from 'node:crypto'
import { Integer, OctetString } from 'asn1js'
import {
  AlgorithmIdentifier,
  type Attribute,
  type Certificate,
  ContentInfo,
  ExtKeyUsage,
  IssuerAndSerialNumber,
  MessageImprint,
  SignedData,
  type SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { findChainToRoot } from './chain.ts'
import { toExactBuffer } from './seal-key.ts'

/** A request to a time-stamping authority (RFC 3161): its bytes, and the nonce that the answer must repeat. */
export type TimestampQuestion = { bytes: Uint8Array; nonce: Uint8Array }

/** A verified timestamp: the instant confirmed by the authority, and its token, DER. */
export type Timestamp = { at: Date; token: Uint8Array }

/** The reason why an answer isn't a valid timestamp. */
export type TimestampFault =
  | 'unreachable'
  | 'refused'
  | 'malformed'
  | 'other_digest'
  | 'other_nonce'
  | 'bad_signature'
  | 'unfit_certificate'
  | 'untrusted_certificate'
  | 'implausible_time'
  /** Its algorithms have been too weak for years. */
  | 'weak_algorithm'
  | 'revoked_certificate'

const oid = {
  sha1: '1.3.14.3.2.26',
  sha256: '2.16.840.1.101.3.4.2.1',
  timestampInfo: '1.2.840.113549.1.9.16.1.4',
  extendedKeyUsage: '2.5.29.37',
  timeStamping: '1.3.6.1.5.5.7.3.8',
  signingCertificate: '1.2.840.113549.1.9.16.2.12',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
} as const

/** The greatest plausible difference between the authority's clock and this machine's. */
const plausibleMs = 10 * 60 * 1000

export function makeTimestampQuestion(data: Uint8Array): TimestampQuestion {
  const nonce = new Uint8Array(randomBytes(16))
  // Positive and without leading zeros, so that its DER form has exactly these bytes.
  nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      hashedMessage: new OctetString({ valueHex: toExactBuffer(createHash('sha256').update(data).digest()) }),
    }),
    nonce: new Integer({ valueHex: toExactBuffer(nonce) }),
    certReq: true,
  })
  return { bytes: new Uint8Array(request.toSchema().toBER()), nonce }
}

/**
 * Reads the timestamp in an authority's answer after all checks: it was granted, covers this data, and repeats the
 * nonce; its signature doesn't use SHA-1; its certificate is named in the signed attributes, is only for timestamps,
 * and is valid both at the stamped time and now; and the stamped time is close to this machine's. With `roots`, the
 * certificate must also chain to one of them.
 */
export async function readTimestamp(
  answer: Uint8Array,
  { data, nonce, now, roots }: { data: Uint8Array; nonce: Uint8Array; now: Date; roots: readonly string[] },
): Promise<Timestamp | { fault: TimestampFault }> {
  const parsed = parseAnswer(answer)
  if (!parsed) return { fault: 'malformed' }
  if (parsed.status > 1 || !parsed.token) return { fault: 'refused' }
  const opened = openToken(parsed.token)
  if (!opened) return { fault: 'malformed' }
  const { signedData, info, signer, certificate } = opened

  if (!isOfDigest(info, data)) return { fault: 'other_digest' }
  if (!info.nonce || !Buffer.from(nonce).equals(info.nonce.valueBlock.valueHexView))
    return { fault: 'other_nonce' }
  if (!doesNameCertificate(signer, certificate) || !(await isSigned(signedData, data)))
    return { fault: 'bad_signature' }
  if (doesUseSha1(signer)) return { fault: 'weak_algorithm' }
  if (!isForTimestamps(certificate)) return { fault: 'unfit_certificate' }
  const isValidAt = (instant: Date) =>
    certificate.notBefore.value <= instant && instant <= certificate.notAfter.value
  if (!isValidAt(info.genTime) || !isValidAt(now)) return { fault: 'unfit_certificate' }
  if (roots.length > 0 && !findAuthorityChain(parsed.token, roots, now))
    return { fault: 'untrusted_certificate' }
  if (Math.abs(info.genTime.getTime() - now.getTime()) > plausibleMs) return { fault: 'implausible_time' }
  return { at: info.genTime, token: parsed.token }
}

/**
 * The certificate that signed a token, and its chain to one of the roots, with the root; null when there is no chain.
 * The certificates must be valid at `at`, by default the stamped instant.
 */
export function findAuthorityChain(
  token: Uint8Array,
  roots: readonly string[],
  at?: Date,
): X509Certificate[] | null {
  const opened = openToken(token)
  if (!opened) return null
  const toX509 = (each: Certificate) => new X509Certificate(Buffer.from(each.toSchema().toBER()))
  return findChainToRoot(
    toX509(opened.certificate),
    listCertificates(opened.signedData).map(toX509),
    roots,
    at ?? opened.info.genTime,
  )
}

/** The certificate that signed a token; null when the bytes aren't a token. */
export function findStamper(token: Uint8Array): X509Certificate | null {
  const opened = openToken(token)
  return opened && new X509Certificate(Buffer.from(opened.certificate.toSchema().toBER()))
}

/** The instant in a stored token over this data; null when it covers other data or its signature is invalid. */
export async function findStampedInstant(token: Uint8Array, data: Uint8Array): Promise<Date | null> {
  const opened = openToken(token)
  if (!opened) return null
  const { signedData, info, signer, certificate } = opened
  const isWhole = isOfDigest(info, data) && doesNameCertificate(signer, certificate)
  return isWhole && (await isSigned(signedData, data)) ? info.genTime : null
}

function isOfDigest({ messageImprint: imprint }: TSTInfo, data: Uint8Array): boolean {
  return (
    imprint.hashAlgorithm.algorithmId === oid.sha256 &&
    createHash('sha256').update(data).digest().equals(imprint.hashedMessage.valueBlock.valueHexView)
  )
}

function parseAnswer(answer: Uint8Array): { status: number; token: Uint8Array | null } | null {
  try {
    const response = TimeStampResp.fromBER(toExactBuffer(answer))
    const token = response.timeStampToken
    return {
      status: response.status.status,
      token: token ? new Uint8Array(token.toSchema().toBER()) : null,
    }
  } catch {
    return null
  }
}

type OpenedToken = { signedData: SignedData; info: TSTInfo; signer: SignerInfo; certificate: Certificate }

function openToken(token: Uint8Array): OpenedToken | null {
  try {
    const signedData = new SignedData({ schema: ContentInfo.fromBER(toExactBuffer(token)).content })
    const { eContent, eContentType } = signedData.encapContentInfo
    const [signer, another] = signedData.signerInfos
    if (eContentType !== oid.timestampInfo || !eContent || !signer || another) return null
    const info = TSTInfo.fromBER(eContent.getValue())
    const { sid } = signer
    const certificate = listCertificates(signedData).find(
      ({ issuer, serialNumber }) =>
        sid instanceof IssuerAndSerialNumber &&
        issuer.isEqual(sid.issuer) &&
        serialNumber.isEqual(sid.serialNumber),
    )
    return certificate ? { signedData, info, signer, certificate } : null
  } catch {
    return null
  }
}

function listCertificates(signedData: SignedData): Certificate[] {
  return (signedData.certificates ?? []).filter((each): each is Certificate => 'subjectPublicKeyInfo' in each)
}

async function isSigned(signedData: SignedData, data: Uint8Array): Promise<boolean> {
  try {
    return await signedData.verify({ signer: 0, data: toExactBuffer(data), checkChain: false })
  } catch {
    return false
  }
}

/** Whether the signed digest is SHA-1, which is no longer allowed for signatures (NIST SP 800-131A). */
function doesUseSha1({ digestAlgorithm }: SignerInfo): boolean {
  return digestAlgorithm.algorithmId === oid.sha1
}

/**
 * RFC 3161, 2.4.2: the signed attributes contain the hash of the certificate, so that it can't be replaced by another.
 */
function doesNameCertificate(signer: SignerInfo, certificate: Certificate): boolean {
  const der = Buffer.from(certificate.toSchema().toBER())
  return (signer.signedAttrs?.attributes ?? []).some(({ type, values }: Attribute) => {
    if (type !== oid.signingCertificate && type !== oid.signingCertificateV2) return false
    const named = Buffer.from(values[0]?.toBER() ?? new ArrayBuffer(0))
    const hashes = type === oid.signingCertificate ? ['sha1'] : ['sha256', 'sha384', 'sha512']
    return hashes.some((hash) => named.includes(createHash(hash).update(der).digest()))
  })
}

function isForTimestamps(certificate: Certificate): boolean {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === oid.extendedKeyUsage)
  if (!usage?.critical || !(usage.parsedValue instanceof ExtKeyUsage)) return false
  const { keyPurposes } = usage.parsedValue
  return keyPurposes.length === 1 && keyPurposes[0] === oid.timeStamping
}
