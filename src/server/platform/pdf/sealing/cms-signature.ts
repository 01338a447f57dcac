import { createHash, sign } from 'node:crypto'
import { promisify } from 'node:util'
import { fromBER, ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  GeneralName,
  GeneralNames,
  IssuerAndSerialNumber,
  IssuerSerial,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { type SealKey, toExactBuffer } from './seal-key.ts'

/** The object identifiers in a seal, by their names in RFC 5652, RFC 5035 and RFC 5753. */
export const oid = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  signatureTimestamp: '1.2.840.113549.1.9.16.2.14',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const

/** A DER-encoded CMS SignedData, and the signature value in it, which a timestamp would cover. */
type CmsSignature = { der: Uint8Array; signatureValue: Uint8Array }

const signAsync = promisify(sign)

/**
 * A detached CAdES signature (ETSI EN 319 122-1) over content with this SHA-256 digest, with exactly the signed
 * attributes that a PAdES baseline signature needs: content-type, message-digest and signing-certificate-v2. No
 * signing-time: ETSI EN 319 142-1, 6.3, forbids it in a PDF (docs/decisions/020-pades-without-signing-time.md).
 */
export async function signDigest(digest: Uint8Array, key: SealKey): Promise<CmsSignature> {
  const { certificates, own, signingCertificate } = readCertificates(key)
  const signedAttrs = new SignedAndUnsignedAttributes({
    type: 0,
    // In the order of DER's SET OF: the shortest first.
    attributes: [
      new Attribute({ type: oid.contentType, values: [new ObjectIdentifier({ value: oid.data })] }),
      new Attribute({
        type: oid.messageDigest,
        values: [new OctetString({ valueHex: toExactBuffer(digest) })],
      }),
      signingCertificate,
    ],
  })
  const signatureValue = new Uint8Array(await signAsync('sha256', encodeAsSet(signedAttrs), key.privateKey))
  const makeSha256 = () => new AlgorithmIdentifier({ algorithmId: oid.sha256 })
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [makeSha256()],
    encapContentInfo: new EncapsulatedContentInfo({ eContentType: oid.data }),
    certificates,
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
        digestAlgorithm: makeSha256(),
        signedAttrs,
        signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 }),
        signature: new OctetString({ valueHex: toExactBuffer(signatureValue) }),
      }),
    ],
  })
  return { der: encode(signedData), signatureValue }
}

type Signer = { certificates: Certificate[]; own: Certificate; signingCertificate: Attribute }

/** Cached, because the certificates are the same for every signature of a key. */
const signers = new WeakMap<SealKey, Signer>()

function readCertificates(key: SealKey): Signer {
  const known = signers.get(key)
  if (known) return known
  const certificates = key.certificates.map((der) => Certificate.fromBER(toExactBuffer(der)))
  const own = certificates[0]
  if (!own) throw new Error('the seal key has no certificate')
  const signer = { certificates, own, signingCertificate: makeSigningCertificateAttribute(own) }
  signers.set(key, signer)
  return signer
}

/**
 * Adds an RFC 3161 token over the signature value, which makes it a PAdES-B-T signature. The signed bytes don't change.
 */
export function withTimestamp(der: Uint8Array, token: Uint8Array): Uint8Array {
  const signedData = new SignedData({ schema: ContentInfo.fromBER(toExactBuffer(der)).content })
  const signer = signedData.signerInfos[0]
  if (!signer) throw new Error('the signature has no signer')
  signer.unsignedAttrs = new SignedAndUnsignedAttributes({
    type: 1,
    attributes: [
      new Attribute({ type: oid.signatureTimestamp, values: [fromBER(toExactBuffer(token)).result] }),
    ],
  })
  return encode(signedData)
}

/** ESS signing-certificate-v2 (RFC 5035): binds the signature to exactly this certificate. */
function makeSigningCertificateAttribute(own: Certificate): Attribute {
  const hash = createHash('sha256').update(new Uint8Array(own.toSchema().toBER())).digest()
  const issuerSerial = new IssuerSerial({
    issuer: new GeneralNames({ names: [new GeneralName({ type: 4, value: own.issuer })] }),
    serialNumber: own.serialNumber,
  })
  const certificateId = new Sequence({
    value: [new OctetString({ valueHex: toExactBuffer(hash) }), issuerSerial.toSchema()],
  })
  return new Attribute({
    type: oid.signingCertificateV2,
    values: [new Sequence({ value: [new Sequence({ value: [certificateId] })] })],
  })
}

/** Encodes the signed attributes as the bytes to sign: a SET OF, not the [0] of the structure (RFC 5652, 5.4). */
function encodeAsSet(attributes: SignedAndUnsignedAttributes): Uint8Array {
  const bytes = new Uint8Array(attributes.toSchema().toBER())
  bytes[0] = 0x31
  return bytes
}

function encode(signedData: SignedData): Uint8Array {
  const info = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) })
  return new Uint8Array(info.toSchema().toBER())
}

/**
 * A PDF with room for a signature: the position `hexStart` and number `hexLength` of its hexadecimal digits, and the
 * SHA-256 of everything around them.
 */
export type PreparedPdf = { bytes: Uint8Array; hexStart: number; hexLength: number; digest: Uint8Array }

const byteRange = /\/ByteRange \[0 9999999999 9999999999 9999999999\]/
const contents = /\/Contents </

/**
 * Writes the range that the signature covers into a drawn PDF: everything except the signature. The dictionary with its
 * room begins at `sealAt` (`reserveSeal`), so user text that looks like one isn't mistaken for it. Changes the array in
 * place.
 */
export function placeSeal(bytes: Uint8Array, sealAt: number): PreparedPdf {
  const dictionary = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(sealAt)
    .toString('latin1')
  const range = byteRange.exec(dictionary)
  const room = contents.exec(dictionary)
  if (!range || !room) throw new Error('there is no room for a signature')
  const hexStart = sealAt + room.index + room[0].length
  const hexEnd = bytes.indexOf('>'.charCodeAt(0), hexStart)
  // Padded to the length of the placeholder.
  const covered = `/ByteRange [0 ${hexStart - 1} ${hexEnd + 1} ${bytes.length - hexEnd - 1}]`.padEnd(
    range[0].length,
  )
  bytes.set(Buffer.from(covered, 'latin1'), sealAt + range.index)
  const digest = createHash('sha256')
    .update(bytes.subarray(0, hexStart - 1))
    .update(bytes.subarray(hexEnd + 1))
    .digest()
  return { bytes, hexStart, hexLength: hexEnd - hexStart, digest }
}

/** Writes a CMS signature into its reserved room. Changes the array in place. */
export function fillSeal(
  pdf: { bytes: Uint8Array; hexStart: number; hexLength: number },
  cms: Uint8Array,
): void {
  const digits = Buffer.from(cms).toString('hex')
  if (digits.length > pdf.hexLength)
    throw new Error(`the signature needs ${cms.length} bytes, more than were kept`)
  pdf.bytes.set(Buffer.from(digits.padEnd(pdf.hexLength, '0'), 'latin1'), pdf.hexStart)
}
