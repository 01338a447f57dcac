import { createHash, sign } from 'node:crypto'
import { ObjectIdentifier, OctetString, Sequence } from 'asn1js'
import {
  AlgorithmIdentifier,
  Attribute,
  Certificate,
  type CertificateRevocationList,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  SignedAndUnsignedAttributes,
  SignedData,
  SignerInfo,
} from 'pkijs'
import { fillSeal, oid } from '../platform/pdf/sealing/cms-signature.ts'
import { parseSealKey, toExactBuffer } from '../platform/pdf/sealing/seal-key.ts'

/** The flaws of a seal; without any it is as the product makes it. */
export type SealFlaw = {
  /** PEM of the signing key, if it isn't the key of the first certificate. */
  signsWith?: string
  /** PEM of the key whose certificate is named as the signing one. */
  names?: string
  digest?: Uint8Array
  contentType?: string
  /** Puts content into the seal, which then covers the content instead of the file. */
  content?: Uint8Array
  leavesOut?: keyof typeof oid
  repeats?: keyof typeof oid
  signers?: number
  /** The declared content type, if it isn't data. */
  holds?: string
  /** An additional signed attribute, and revocation lists beside the certificates. */
  attribute?: Attribute
  crls?: CertificateRevocationList[]
  /** Additional certificates, DER. */
  beside?: readonly Uint8Array[]
}

/** The place reserved for the seal in a sealed PDF. */
export function sealPlace(pdf: Uint8Array): { hexStart: number; hexLength: number; digest: Buffer } {
  const [, length = 0, second = 0] = (
    /\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)/.exec(Buffer.from(pdf).toString('latin1'))?.slice(1) ?? []
  ).map(Number)
  const digest = createHash('sha256').update(pdf.subarray(0, length)).update(pdf.subarray(second)).digest()
  return { hexStart: length + 1, hexLength: second - length - 2, digest }
}

/** A sealed PDF whose seal is made again, with a flaw. */
export function reseal(pdf: Uint8Array, keyPem: string, flaw: SealFlaw = {}): Uint8Array {
  const bytes = new Uint8Array(pdf)
  const place = sealPlace(bytes)
  fillSeal({ bytes, ...place }, makeCms(place.digest, keyPem, flaw))
  return bytes
}

/** The CMS of a seal, DER. */
export function makeCms(digest: Uint8Array, keyPem: string, flaw: SealFlaw): Uint8Array {
  const own = makeCertificate(keyPem)
  const named = makeCertificate(flaw.names ?? keyPem)
  const hashOfNamed = createHash('sha256').update(new Uint8Array(named.toSchema().toBER())).digest()
  const digestSigned = flaw.content ? createHash('sha256').update(flaw.content).digest() : digest
  const values = {
    contentType: new ObjectIdentifier({ value: flaw.contentType ?? oid.data }),
    messageDigest: octets(flaw.digest ?? digestSigned),
    signingCertificateV2: new Sequence({
      value: [new Sequence({ value: [new Sequence({ value: [octets(hashOfNamed)] })] })],
    }),
  }
  const attributes = Object.entries(values)
    .filter(([name]) => name !== flaw.leavesOut)
    .flatMap(([name, value]) => {
      const attribute = new Attribute({ type: oid[name as keyof typeof oid], values: [value] })
      return name === flaw.repeats ? [attribute, attribute] : [attribute]
    })
  if (flaw.attribute) attributes.push(flaw.attribute)
  const signedAttrs = new SignedAndUnsignedAttributes({ type: 0, attributes })
  const toSign = new Uint8Array(signedAttrs.toSchema().toBER())
  toSign[0] = 0x31
  const signer = () =>
    new SignerInfo({
      version: 1,
      sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
      digestAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.sha256 }),
      signedAttrs,
      signatureAlgorithm: new AlgorithmIdentifier({ algorithmId: oid.ecdsaWithSha256 }),
      signature: octets(sign('sha256', toSign, parseSealKey(flaw.signsWith ?? keyPem).privateKey)),
    })
  const signedData = new SignedData({
    version: 1,
    digestAlgorithms: [new AlgorithmIdentifier({ algorithmId: oid.sha256 })],
    encapContentInfo: encapsulate(flaw),
    certificates: [own, ...(flaw.beside ?? []).map((each) => Certificate.fromBER(toExactBuffer(each)))],
    ...(flaw.crls ? { crls: flaw.crls } : {}),
    signerInfos: Array.from({ length: flaw.signers ?? 1 }, signer),
  })
  const info = new ContentInfo({ contentType: oid.signedData, content: signedData.toSchema(true) })
  return new Uint8Array(info.toSchema().toBER())
}

function encapsulate({ holds = oid.data, content }: SealFlaw): EncapsulatedContentInfo {
  const info = new EncapsulatedContentInfo({ eContentType: holds })
  // The constructor would split it into pieces, as BER allows and DER doesn't.
  if (content) info.eContent = octets(content)
  return info
}

function makeCertificate(keyPem: string): Certificate {
  const [der] = parseSealKey(keyPem).certificates
  if (!der) throw new Error('the key has no certificate')
  return Certificate.fromBER(toExactBuffer(der))
}

const octets = (bytes: Uint8Array) => new OctetString({ valueHex: toExactBuffer(bytes) })

/** A seal whose outermost length is indefinite, as BER allows and DER doesn't. */
export const longWinded = (pdf: Uint8Array): Uint8Array => {
  const bytes = new Uint8Array(pdf)
  const { hexStart } = sealPlace(bytes)
  bytes.set(Buffer.from('3080', 'latin1'), hexStart)
  return bytes
}
