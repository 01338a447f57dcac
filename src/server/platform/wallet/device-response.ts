import { createHash, type X509Certificate } from 'node:crypto'
import {
  cborDecode,
  cborEncode,
  DataItem,
  DeviceResponse,
  type Document,
  type SessionTranscript,
  type ValidityInfo,
} from '@owf/mdoc'
import { askedElement, type CredentialType, namespaceOf, type WalletRefusal } from '../../../domain/wallet.ts'
import { hashHex } from '../hash-hex.ts'
import { findSigner } from './issuers.ts'
import { mdocContext } from './session-transcript.ts'
import type { WalletRefused, WalletVerdict } from './wallets.ts'

/** A valid answer has about two thousand bytes. */
const maxBytes = 32 * 1024

/** Tolerance for an issuer's clock that is ahead of this one. */
const skewMs = 30_000

const refuse = (refusal: WalletRefusal): WalletRefused => ({ refusal })

/** Maps the categories of the library's checks to refusals. */
const refusalOf: Record<string, WalletRefusal> = {
  DEVICE_AUTH: 'not_for_this_request',
  ISSUER_AUTH: 'issuer_signature',
}

/**
 * The verdict of a DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2) to this service's request, or the refusal.
 *
 * Checked here: that there is exactly one document, signed and of the requested type; exactly one attribute, whose
 * value is a boolean; the issuer's chain; the times; the digest. Checked by the library: the signatures of issuer and
 * device.
 */
export async function judgeDeviceResponse(
  bytes: Uint8Array,
  asked: { credentialType: CredentialType; transcript: SessionTranscript },
  roots: readonly X509Certificate[],
  now: Date,
): Promise<WalletVerdict | WalletRefused> {
  const response = decode(bytes)
  if (!response) return refuse('unreadable')
  const [document, ...others] = response.documents ?? []
  if (!document || others.length > 0 || response.status !== 0) return refuse('wrong_credential')
  const { docType, issuerSigned } = document
  const { mobileSecurityObject } = issuerSigned.issuerAuth
  if (docType !== asked.credentialType || mobileSecurityObject.docType !== docType)
    return refuse('wrong_credential')
  const claim = readSoleClaim(document, asked.credentialType)
  if ('refusal' in claim) return claim
  const signer = findSigner(issuerSigned.issuerAuth.certificateChain, asked.credentialType, roots, now)
  if ('refusal' in signer) return signer
  const late = findFaultOfTimes(mobileSecurityObject.validityInfo, now)
  if (late) return refuse(late)
  // MACs would need a key agreement with the device; the request asks for signatures.
  if (!document.deviceSigned.deviceAuth.deviceSignature) return refuse('not_for_this_request')
  const fault = await findFirstFault(response, asked.transcript, now)
  if (fault) return refuse(fault)
  if (!isAsSigned(bytes, document, namespaceOf[asked.credentialType])) return refuse('changed')
  return { over18: claim.value, issuerName: signer.issuerName, sha256: hashHex(bytes) }
}

function decode(bytes: Uint8Array): DeviceResponse | null {
  if (bytes.byteLength > maxBytes) return null
  try {
    const response = DeviceResponse.decode(bytes)
    // Decodes the parts that are decoded lazily.
    for (const { issuerSigned } of response.documents ?? []) void issuerSigned.issuerAuth.mobileSecurityObject
    return response
  } catch {
    return null
  }
}

/** The value of the requested attribute, when it is the only one and a boolean. */
function readSoleClaim(
  document: Document,
  credentialType: CredentialType,
): { value: boolean } | WalletRefused {
  const claims = [...document.issuerSigned.issuerNamespaces.issuerNamespaces].flatMap(([namespace, items]) =>
    items.map((item) => ({ namespace, item })),
  )
  if (claims.length > 1 || document.deviceSigned.deviceNamespaces.deviceNamespaces.size > 0)
    return refuse('too_much')
  const [claim] = claims
  if (claim?.namespace !== namespaceOf[credentialType]) return refuse('no_answer')
  const { elementIdentifier, elementValue } = claim.item
  if (elementIdentifier !== askedElement || typeof elementValue !== 'boolean') return refuse('no_answer')
  return { value: elementValue }
}

function findFaultOfTimes({ signed, validFrom, validUntil }: ValidityInfo, now: Date): WalletRefusal | null {
  if (validUntil <= now) return 'credential_expired'
  const latest = now.getTime() + skewMs
  return validFrom.getTime() > latest || signed.getTime() > latest ? 'credential_not_yet_valid' : null
}

/** Node's names for the algorithms of ISO/IEC 18013-5, 9.1.2.5. */
const hashOf: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/**
 * Whether the issuer signed the digest of the only attribute, computed over the received bytes (ISO/IEC 18013-5,
 * 9.1.2.5).
 */
function isAsSigned(bytes: Uint8Array, { issuerSigned }: Document, namespace: string): boolean {
  const { digestAlgorithm, valueDigests } = issuerSigned.issuerAuth.mobileSecurityObject
  const sent = cborDecode<Sent>(bytes).get('documents')?.[0]?.get('issuerSigned')?.get('nameSpaces')
  const [item] = sent?.get(namespace) ?? []
  const [read] = issuerSigned.getIssuerNamespace(namespace) ?? []
  const hash = hashOf[digestAlgorithm]
  if (!item || !read || !hash) return false
  // Tag 24 and the length are encoded in their shortest form; the attribute inside stays as received.
  const digest = createHash(hash)
    .update(cborEncode(DataItem.fromBuffer(item.buffer)))
    .digest()
  const signed = valueDigests.valueDigests.get(namespace)?.get(read.digestId)
  return signed !== undefined && digest.equals(signed)
}
type Sent = Map<'documents', Map<'issuerSigned', Map<'nameSpaces', Map<string, DataItem[]>>>[]>

/** The first failed check of the library: the device's signature over the request, or the issuer's. */
async function findFirstFault(
  response: DeviceResponse,
  sessionTranscript: SessionTranscript,
  now: Date,
): Promise<WalletRefusal | null> {
  const faults: WalletRefusal[] = []
  const options = {
    sessionTranscript,
    now,
    // Already validated in issuers.ts.
    disableCertificateChainValidation: true,
    trustedCertificates: [],
    onCheck(check: { status: string; category: string }) {
      // The library's digests cover re-encoded attributes; `isAsSigned` uses the received bytes.
      if (check.status !== 'PASSED' && check.category !== 'DATA_INTEGRITY')
        faults.push(refusalOf[check.category] ?? 'unreadable')
    },
  }
  try {
    await response.verify(options, mdocContext)
  } catch {
    faults.push('unreadable')
  }
  return faults[0] ?? null
}
