import { X509Certificate } from 'node:crypto'
import { Constructed, Enumerated, OctetString } from 'asn1js'
import {
  BasicOCSPResponse,
  CertID,
  type Certificate,
  CertificateRevocationList,
  ExtKeyUsage,
  getCrypto,
  OCSPRequest,
  OCSPResponse,
  Request,
  type SingleResponse,
} from 'pkijs'
import { isCurrent } from '../sealing/chain.ts'
import { toExactBuffer } from '../sealing/seal-key.ts'

/** An authority's statement about a certificate that it issued, after all checks passed. */
export type Statement = {
  /** `held`: not to be relied on until its authority releases it; `revoked`: permanently invalid. */
  status: 'good' | 'revoked' | 'held'
  kind: 'ocsps' | 'crls'
  der: Uint8Array
  /** When it was made (thisUpdate). */
  at: Date
  /** When it expires. */
  until: Date
}

export type StatementFault =
  /** The certificate names no address to ask. */
  | 'no_address'
  | 'unreachable'
  | 'malformed'
  /** The responder doesn't know the certificate, or doesn't mention it. */
  | 'unknown'
  | 'bad_signature'
  | 'out_of_date'

export type Answer = Statement | { fault: StatementFault }

export type Issued = { certificate: Certificate; issuer: Certificate }

/** Tolerance for an authority's clock that is ahead of this one. */
const clockSkewMs = 5 * 60_000
/** The validity of a statement without an expiry. */
const undatedMs = 24 * 60 * 60_000

/** The end of a statement's validity; null when it isn't valid at this instant. */
function findStatementEnd(thisUpdate: Date, nextUpdate: Date | undefined, now: Date): Date | null {
  const until = nextUpdate ?? new Date(thisUpdate.getTime() + undatedMs)
  return thisUpdate.getTime() - clockSkewMs <= now.getTime() && now < until ? until : null
}

/** RFC 5280, 5.3.1. */
const reasons = { certificateHold: 6, removeFromCRL: 8 } as const

/**
 * Maps the reason of a revocation to a status; without a reason the certificate is revoked. Null for `removeFromCRL`,
 * which is allowed only in delta lists, and those aren't supported.
 */
function toStatus(reason: number | null): 'revoked' | 'held' | null {
  if (reason === reasons.removeFromCRL) return null
  return reason === reasons.certificateHold ? 'held' : 'revoked'
}

const oid = {
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
  noCheck: '1.3.6.1.5.5.7.48.1.5',
  extendedKeyUsage: '2.5.29.37',
  ocspSigning: '1.3.6.1.5.5.7.3.9',
} as const

/**
 * RFC 5019, 2.1.1: the request that every responder understands has one certificate and SHA-1, which serves only as a
 * name here.
 */
const idHash = 'SHA-1'

/** The request whether a certificate was revoked (RFC 6960, 4.1), DER. */
export async function writeOcspQuestion({ certificate, issuer }: Issued): Promise<Uint8Array> {
  const request = new OCSPRequest()
  request.tbsRequest.requestList = [
    new Request({
      reqCert: await CertID.create(certificate, { hashAlgorithm: idHash, issuerCertificate: issuer }),
    }),
  ]
  return new Uint8Array(request.toSchema(true).toBER())
}

/**
 * Reads a responder's answer (RFC 6960, 3.2). It must be about this certificate, signed by its issuer or the issuer's
 * delegate, and current.
 */
export async function readOcsp(answer: Uint8Array, issued: Issued, now: Date): Promise<Answer> {
  const opened = openAnswer(answer)
  if (!opened) return { fault: 'malformed' }
  if (!(await isSignedFor(opened, issued.issuer, now))) return { fault: 'bad_signature' }
  const single = await findSingleResponse(opened, issued)
  if (!single) return { fault: 'unknown' }
  const status = readStatus(single)
  if (typeof status === 'object') return status
  // RFC 6960, 4.4: an answer with an unknown critical extension must not be used.
  const extensions = [
    ...(opened.tbsResponseData.responseExtensions ?? []),
    ...(single.singleExtensions ?? []),
  ]
  if (extensions.some(({ critical }) => critical)) return { fault: 'malformed' }
  const until = findStatementEnd(single.thisUpdate, single.nextUpdate, now)
  if (!until) return { fault: 'out_of_date' }
  return { status, kind: 'ocsps', der: answer, at: single.thisUpdate, until }
}

/** CertStatus: `good [0]`, `revoked [1]` with its time and an optional reason, `unknown [2]`. */
function readStatus({
  certStatus,
}: SingleResponse): Statement['status'] | { fault: 'unknown' | 'malformed' } {
  const tag: unknown = certStatus?.idBlock?.tagNumber
  if (tag === 0) return 'good'
  if (tag !== 1) return { fault: 'unknown' }
  const [, tagged] = certStatus instanceof Constructed ? certStatus.valueBlock.value : []
  const reason = tagged instanceof Constructed ? tagged.valueBlock.value[0] : null
  return toStatus(reason instanceof Enumerated ? reason.valueBlock.valueDec : null) ?? { fault: 'malformed' }
}

function openAnswer(answer: Uint8Array): BasicOCSPResponse | null {
  try {
    const { responseStatus, responseBytes } = OCSPResponse.fromBER(toExactBuffer(answer))
    const isAnswer =
      responseStatus.valueBlock.valueDec === 0 && responseBytes?.responseType === oid.basicResponse
    if (!isAnswer) return null
    return BasicOCSPResponse.fromBER(
      toExactBuffer(new OctetString({ valueHex: responseBytes.response.getValue() }).valueBlock.valueHexView),
    )
  } catch {
    return null
  }
}

/**
 * Whether the answer is signed by the issuer, or by a delegate: a certificate that the issuer issued for this purpose
 * and that needs no revocation check of its own.
 */
async function isSignedFor(response: BasicOCSPResponse, issuer: Certificate, now: Date): Promise<boolean> {
  const delegates = (response.certs ?? []).filter((each) => isDelegate(each, issuer, now))
  for (const signer of [issuer, ...delegates]) if (await isSignedBy(response, signer)) return true
  return false
}

async function isSignedBy(response: BasicOCSPResponse, signer: Certificate): Promise<boolean> {
  const { tbsResponseData, signature, signatureAlgorithm } = response
  try {
    return await getCrypto(true).verifyWithPublicKey(
      toExactBuffer(tbsResponseData.tbsView),
      signature,
      signer.subjectPublicKeyInfo,
      signatureAlgorithm,
    )
  } catch {
    return false
  }
}

function isDelegate(certificate: Certificate, issuer: Certificate, now: Date): boolean {
  const usage = certificate.extensions?.find(({ extnID }) => extnID === oid.extendedKeyUsage)?.parsedValue
  const isFor = usage instanceof ExtKeyUsage && usage.keyPurposes.includes(oid.ocspSigning)
  const isFinal = certificate.extensions?.some(({ extnID }) => extnID === oid.noCheck)
  if (!isFor || !isFinal) return false
  try {
    const [own, above] = [certificate, issuer].map(
      (each) => new X509Certificate(Buffer.from(each.toSchema().toBER())),
    )
    return Boolean(
      own && above && isCurrent(own, now) && own.checkIssued(above) && own.verify(above.publicKey),
    )
  } catch {
    // Not verified yet: a man in the middle may have sent anything.
    return false
  }
}

/** The part of the answer about this certificate, whichever hash identifies it. */
async function findSingleResponse(
  { tbsResponseData }: BasicOCSPResponse,
  { certificate, issuer }: Issued,
): Promise<SingleResponse | null> {
  for (const single of tbsResponseData.responses) {
    try {
      const { name } = getCrypto(true).getAlgorithmByOID(single.certID.hashAlgorithm.algorithmId, true) as {
        name: string
      }
      const wanted = await CertID.create(certificate, { hashAlgorithm: name, issuerCertificate: issuer })
      if (single.certID.isEqual(wanted)) return single
    } catch {
      // Identified in an unknown way: not this certificate.
    }
  }
  return null
}

const reasonCode = '2.5.29.21'

/**
 * Reads the status of a certificate from a revocation list (RFC 5280, 5) that its issuer signed and that is current.
 * Lists with critical extensions aren't supported: such a list covers only a part or builds on another list, and an
 * entry with one may have another issuer.
 */
export async function readCrl(
  answer: Uint8Array,
  { certificate, issuer }: Issued,
  now: Date,
): Promise<Answer> {
  const list = openList(answer)
  if (!list) return { fault: 'malformed' }
  const isSigned =
    list.issuer.isEqual(certificate.issuer) &&
    (await list.verify({ issuerCertificate: issuer }).catch(() => false))
  if (!isSigned) return { fault: 'bad_signature' }
  const until = findStatementEnd(list.thisUpdate.value, list.nextUpdate?.value, now)
  if (!until) return { fault: 'out_of_date' }
  const status = findStatus(list, certificate)
  if (!status) return { fault: 'malformed' }
  return { status, kind: 'crls', der: answer, at: list.thisUpdate.value, until }
}

/** The list's status for a certificate; null when its entry has a reason that such a list may not contain. */
function findStatus(
  list: CertificateRevocationList,
  { serialNumber }: Certificate,
): Statement['status'] | null {
  const entry = list.revokedCertificates?.find(({ userCertificate }) => userCertificate.isEqual(serialNumber))
  if (!entry) return 'good'
  const reason: unknown = entry.crlEntryExtensions?.extensions.find(
    ({ extnID }) => extnID === reasonCode,
  )?.parsedValue
  return toStatus(reason instanceof Enumerated ? reason.valueBlock.valueDec : null)
}

function openList(answer: Uint8Array): CertificateRevocationList | null {
  try {
    const list = CertificateRevocationList.fromBER(toExactBuffer(answer))
    const extensions = [
      list.crlExtensions,
      ...(list.revokedCertificates ?? []).map((entry) => entry.crlEntryExtensions),
    ]
    return extensions.some((each) => each?.extensions.some(({ critical }) => critical)) ? null : list
  } catch {
    return null
  }
}
