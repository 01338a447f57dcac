import { createPrivateKey, type KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { BitString, Integer, OctetString, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  Time,
  TimeType,
} from 'pkijs'
import { isSelfSigned } from './chain.ts'
import { parseSuccession, type Succession } from './succession.ts'

/** What seals: a P-256 key and the X.509 certificate that names it. */
export type SealKey = {
  privateKey: KeyObject
  /** The signing certificate first, then those that vouch for it, DER. */
  certificates: readonly Uint8Array[]
  /** SHA-256 of the signing certificate, hex: names the key in signatures. */
  certificateSha256: string
  certificatePem: string
  /** What the key before this one signed about it; null for a first key. */
  succession: Succession | null
}

const oid = {
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  subjectKeyIdentifier: '2.5.29.14',
  /** id-kp-documentSigning (RFC 9336). */
  documentSigning: '1.3.6.1.5.5.7.3.36',
  /** Readers that do not know RFC 9336 look for this purpose, and call a certificate without it corrupt. */
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const

/** Signatures stay checkable for as long as anybody may want to show a record. */
const lifeYears = 30

/** A new P-256 pair. */
export function makeKeyPair() {
  return webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
}

/** A private key as PEM. */
export async function writePrivateKeyPem(privateKey: webcrypto.CryptoKey): Promise<string> {
  return toPem('PRIVATE KEY', new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', privateKey)))
}

/** A new key with a certificate that it signs itself, as PEM: the private key, then the certificate. */
export async function makeSealKey(commonName: string, now: Date): Promise<string> {
  const { privateKey, publicKey } = await makeKeyPair()
  const certificate = new Certificate()
  certificate.version = 2
  // 127 bits, positive, never zero.
  const serial = randomBytes(16)
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  certificate.serialNumber = new Integer({ valueHex: toExactBuffer(serial) })
  for (const name of [certificate.subject, certificate.issuer]) {
    name.typesAndValues.push(
      new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value: commonName }) }),
    )
  }
  certificate.notBefore.value = new Date(now.getTime() - 60 * 60 * 1000)
  const end = new Date(Date.UTC(now.getUTCFullYear() + lifeYears, now.getUTCMonth(), now.getUTCDate()))
  // From 2050 on the two digits of UTCTime mean the past (RFC 5280, 4.1.2.5).
  const timeType = end.getUTCFullYear() >= 2050 ? TimeType.GeneralizedTime : TimeType.UTCTime
  certificate.notAfter = new Time({ type: timeType, value: end })
  await certificate.subjectPublicKeyInfo.importKey(publicKey)
  const keyIdentifier = new Uint8Array(
    await webcrypto.subtle.digest(
      'SHA-1',
      certificate.subjectPublicKeyInfo.subjectPublicKey.valueBlock.valueHexView,
    ),
  )
  certificate.extensions = [
    makeExtension(oid.basicConstraints, true, new BasicConstraints({ cA: false }).toSchema()),
    // digitalSignature and contentCommitment.
    makeExtension(
      oid.keyUsage,
      true,
      new BitString({ valueHex: toExactBuffer(new Uint8Array([0xc0])), unusedBits: 6 }),
    ),
    makeExtension(
      oid.extendedKeyUsage,
      false,
      new ExtKeyUsage({ keyPurposes: [oid.documentSigning, oid.emailProtection] }).toSchema(),
    ),
    makeExtension(
      oid.subjectKeyIdentifier,
      false,
      new OctetString({ valueHex: toExactBuffer(keyIdentifier) }),
    ),
  ]
  await certificate.sign(privateKey, 'SHA-256')
  return (await writePrivateKeyPem(privateKey)) + toPem('CERTIFICATE', toDer(certificate))
}

/**
 * Reads a PEM file with one private key and its certificate, those that vouch for it after it, each for the one before.
 * @throws Error with words for the operator when key and certificate are not a P-256 pair, or the certificates no chain
 */
export function parseSealKey(text: string): SealKey {
  const keyPem = /-----BEGIN (?:EC )?PRIVATE KEY-----[^-]+-----END (?:EC )?PRIVATE KEY-----/.exec(text)?.[0]
  const certificatePems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  const certificates = certificatePems.map((each) => new X509Certificate(each))
  const own = certificates[0]
  if (!keyPem || !own) throw new Error('it needs one PRIVATE KEY and its CERTIFICATE, both PEM')
  const privateKey = createPrivateKey(keyPem)
  if (privateKey.asymmetricKeyDetails?.namedCurve !== 'prime256v1') throw new Error('its key is not P-256')
  if (!own.checkPrivateKey(privateKey)) throw new Error('its first certificate belongs to another key')
  for (const [index, issuer] of certificates.slice(1).entries()) {
    if (!certificates[index]?.checkIssued(issuer) || !certificates[index].verify(issuer.publicKey))
      throw new Error(`its certificate ${index + 2} did not issue the one before it`)
  }
  return {
    privateKey,
    certificates: certificates.map(({ raw }) => new Uint8Array(raw)),
    certificateSha256: own.fingerprint256.replaceAll(':', '').toLowerCase(),
    certificatePem: own.toString(),
    succession: parseSuccession(text),
  }
}

/** Who vouches for a certificate, in one line; null when it vouches for itself, as everybody can make one. */
export function findIssuer(certificate: X509Certificate): string | null {
  return isSelfSigned(certificate) ? null : certificate.issuer.split('\n').reverse().join(', ')
}

function makeExtension(extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}

function toDer(certificate: Certificate): Uint8Array {
  return new Uint8Array(certificate.toSchema(true).toBER())
}

export function toPem(label: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** The bytes in a buffer of their own, as asn1js wants them. */
export function toExactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
