import { createHash, type X509Certificate } from 'node:crypto'
import {
  cborDecode,
  cborEncode,
  DataItem,
  DateOnly,
  DeviceResponse,
  type Document,
  type SessionTranscript,
  type ValidityInfo,
} from '@owf/mdoc'
import { minimumAgeYears } from '../../../domain/account/limits.ts'
import { type CalendarDate, computeAge, toCalendarDate } from '../../../domain/calendar-date.ts'
import { credentials, listAskedElements, type WalletRefusal } from '../../../domain/wallet.ts'
import { hashHex } from '../hash-hex.ts'
import { findSigner } from './issuers.ts'
import { isPlainCbor } from './plain-cbor.ts'
import { mdocContext } from './session-transcript.ts'
import type { AskedWallet, WalletRefused, WalletVerdict } from './wallets.ts'

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

/** What a request asked for, as far as the judgement of its answer depends on it. */
type Asked = Pick<AskedWallet, 'credentialType' | 'asksName' | 'today'> & { transcript: SessionTranscript }

/**
 * The verdict of a DeviceResponse (ISO/IEC 18013-5, 8.3.2.1.2.2) to this service's request, or the refusal.
 *
 * Checked here: that there is exactly one document, signed and of the requested type; exactly the requested elements,
 * each once, with values of their types; the issuer's chain; the times; the digests. Checked by the library: the
 * signatures of issuer and device.
 */
export async function judgeDeviceResponse(
  bytes: Uint8Array,
  asked: Asked,
  roots: readonly X509Certificate[],
  now: Date,
): Promise<WalletVerdict | WalletRefused> {
  const { credentialType } = asked
  const response = decode(bytes)
  if (!response) return refuse('unreadable')
  const [document, ...others] = response.documents ?? []
  if (!document || others.length > 0 || response.status !== 0) return refuse('wrong_credential')
  const { docType, issuerSigned } = document
  const { mobileSecurityObject } = issuerSigned.issuerAuth
  if (docType !== credentialType || mobileSecurityObject.docType !== docType)
    return refuse('wrong_credential')
  const elements = readElements(document, asked)
  if ('refusal' in elements) return elements
  const sent = readSentItems(bytes, credentials[credentialType].namespace)
  const claims = readClaims(elements, sent, asked, now)
  if (!claims) return refuse('no_answer')
  const signer = findSigner(issuerSigned.issuerAuth.certificateChain, credentialType, roots, now)
  if ('refusal' in signer) return signer
  const late = findFaultOfTimes(mobileSecurityObject.validityInfo, now)
  if (late) return refuse(late)
  // MACs would need a key agreement with the device; the request asks for signatures.
  if (!document.deviceSigned.deviceAuth.deviceSignature) return refuse('not_for_this_request')
  const fault = await findFirstFault(response, asked.transcript, now)
  if (fault) return refuse(fault)
  if (!isAsSigned(sent, document, credentials[credentialType].namespace)) return refuse('changed')
  return { ...claims, issuerName: signer.issuerName, sha256: hashHex(bytes) }
}

function decode(bytes: Uint8Array): DeviceResponse | null {
  if (bytes.byteLength > maxBytes || !isPlainCbor(bytes)) return null
  try {
    const response = DeviceResponse.decode(bytes)
    // Decodes the parts that are decoded lazily.
    for (const { issuerSigned } of response.documents ?? []) void issuerSigned.issuerAuth.mobileSecurityObject
    return response
  } catch {
    return null
  }
}

type Elements = ReadonlyMap<string, unknown>

/** The values of the requested elements by name, when the document has exactly these, each once. */
function readElements(
  document: Document,
  { credentialType, asksName }: Pick<Asked, 'credentialType' | 'asksName'>,
): Elements | WalletRefused {
  const wanted = listAskedElements(credentialType, asksName)
  const { namespace } = credentials[credentialType]
  const shown = [...document.issuerSigned.issuerNamespaces.issuerNamespaces].flatMap(([space, items]) =>
    items.map((item) => ({ space, item })),
  )
  const elements = new Map(
    shown
      .filter(({ space }) => space === namespace)
      .map(({ item }) => [item.elementIdentifier, item.elementValue]),
  )
  const isLacking = wanted.some((element) => !elements.has(element))
  const isMore =
    shown.length > wanted.length || document.deviceSigned.deviceNamespaces.deviceNamespaces.size > 0
  if (isMore) return refuse('too_much')
  return isLacking ? refuse('no_answer') : elements
}

/** What the elements say; null if a value isn't of its type. */
function readClaims(
  elements: Elements,
  sent: readonly DataItem[],
  { credentialType, asksName, today }: Pick<Asked, 'credentialType' | 'asksName' | 'today'>,
  now: Date,
): Pick<WalletVerdict, 'over18' | 'name'> | null {
  const { age } = credentials[credentialType]
  const value = elements.get(age)
  const over18 = age === 'birth_date' ? isAdultOn(value, sent, today ?? toCalendarDate(now)) : value
  if (typeof over18 !== 'boolean') return null
  if (!asksName) return { over18 }
  const [surname, givenNames] = [readName(elements.get('family_name')), readName(elements.get('given_name'))]
  return surname === null || givenNames === null ? null : { over18, name: { surname, givenNames } }
}

/** Whether a full-date (ISO/IEC 18013-5, 7.2.1) is at least 18 years before a day; null if it isn't such a date. */
function isAdultOn(value: unknown, sent: readonly DataItem[], today: CalendarDate): boolean | null {
  if (!(value instanceof DateOnly)) return null
  const [born = ''] = sent.flatMap(readFullDate)
  const age = computeAge(born, today)
  return Number.isNaN(age) ? null : age >= minimumAgeYears
}

/** Tag 1004 and the head of a text of ten characters (RFC 8943). */
const fullDateHead = Buffer.from('d903ec6a', 'hex')

/** The date in an element as it was received: the library also reads other texts and days that don't exist. */
function readFullDate({ buffer }: DataItem): CalendarDate[] {
  const bytes = Buffer.from(buffer)
  const start = bytes.indexOf(fullDateHead) + fullDateHead.length
  return start < fullDateHead.length ? [] : [bytes.toString('latin1', start, start + 10)]
}

/** A name has 1 to 150 characters (ISO/IEC 18013-5, 7.2.1), of which one isn't a space. */
function readName(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && value.length <= maxNameLength ? value : null
}
const maxNameLength = 150

function findFaultOfTimes({ signed, validFrom, validUntil }: ValidityInfo, now: Date): WalletRefusal | null {
  if (validUntil <= now) return 'credential_expired'
  const latest = now.getTime() + skewMs
  return validFrom.getTime() > latest || signed.getTime() > latest ? 'credential_not_yet_valid' : null
}

/** Node's names for the algorithms of ISO/IEC 18013-5, 9.1.2.5. */
const hashOf: Record<string, string> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/** The elements of a namespace as received, in the order of `getIssuerNamespace`. */
function readSentItems(bytes: Uint8Array, namespace: string): DataItem[] {
  const [document] = cborDecode<Sent>(bytes).get('documents') ?? []
  return document?.get('issuerSigned')?.get('nameSpaces')?.get(namespace) ?? []
}
type Sent = Map<'documents', Map<'issuerSigned', Map<'nameSpaces', Map<string, DataItem[]>>>[]>

/**
 * Whether the issuer signed the digest of each element, computed over the received bytes (ISO/IEC 18013-5, 9.1.2.5).
 */
function isAsSigned(items: readonly DataItem[], { issuerSigned }: Document, namespace: string): boolean {
  const { digestAlgorithm, valueDigests } = issuerSigned.issuerAuth.mobileSecurityObject
  const read = issuerSigned.getIssuerNamespace(namespace) ?? []
  const signed = valueDigests.valueDigests.get(namespace)
  const hash = hashOf[digestAlgorithm]
  if (!hash || !signed || items.length === 0 || items.length !== read.length) return false
  return items.every((item, index) => {
    // Tag 24 and the length are encoded in their shortest form; the element inside stays as received.
    const bytesOfItem = cborEncode(DataItem.fromBuffer(item.buffer))
    const digestId = read[index]?.digestId
    const expected = digestId === undefined ? undefined : signed.get(digestId)
    return expected !== undefined && createHash(hash).update(bytesOfItem).digest().equals(expected)
  })
}

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
