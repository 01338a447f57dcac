import {
  createPrivateKey,
  type KeyObject,
  randomBytes,
  sign,
  verify,
  webcrypto,
  X509Certificate,
} from 'node:crypto'
import { promisify } from 'node:util'
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
import { z } from 'zod'
import { writeCanonicalJson } from '../../../../domain/canonical-json.ts'
import { hashHex } from '../../hash-hex.ts'
import { isSelfSigned } from './chain.ts'

/** A P-256 key and its X.509 certificate. */
export type SealKey = {
  privateKey: KeyObject
  /** The signing certificate first, then the certificates above it, DER. */
  certificates: readonly Uint8Array[]
  /** SHA-256 of the signing certificate, hex: identifies the key in signatures. */
  certificateSha256: string
  certificatePem: string
  /** The statement of the previous key about this one; null for a first key. */
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
  /** Readers without RFC 9336 look for this purpose, and report a certificate without it as corrupt. */
  emailProtection: '1.3.6.1.5.5.7.3.4',
} as const

/** Signatures stay verifiable for as long as a record may be shown. */
const lifeYears = 30

export function makeKeyPair() {
  return webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
}

export async function writePrivateKeyPem(privateKey: webcrypto.CryptoKey): Promise<string> {
  return toPem('PRIVATE KEY', new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', privateKey)))
}

/** A new key with a self-signed certificate, as PEM: the private key, then the certificate. */
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
  // From 2050 on the two-digit year of UTCTime means the past (RFC 5280, 4.1.2.5).
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
 * Reads a PEM file with one private key, its certificate, and then the certificates above it, each issuing the one
 * before.
 * @throws Error with a message for the operator when key and certificate aren't a P-256 pair, or the certificates form
 * no chain
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

/** The issuer of a certificate, in one line; null when it is self-signed, since anyone can make such a certificate. */
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

/** Copies the bytes into their own buffer, as asn1js requires. */
export function toExactBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)
const jws = z.strictObject({ protected: z.string(), signature: z.string() })

/**
 * States that one key of the seal follows another. Both keys sign it: the former, which alone can name its successor,
 * and the successor, which alone can claim its predecessor. Knowing one of the two certificates is enough to verify the
 * other.
 */
const successionSchema = z.strictObject({
  document: z.literal('seal-key-succession'),
  /** When it was signed, by the clock of the machine that made the key. */
  at: z.iso.datetime(),
  certificateSha256: sha256,
  predecessorSha256: sha256,
  signatures: z.strictObject({ predecessor: jws, successor: jws }),
})
export type Succession = z.infer<typeof successionSchema>

const label = 'SEAL KEY SUCCESSION'

/** Encodes a succession as a block of the next key's file, so that key and succession are never separated. */
export function writeSuccessionPem(succession: Succession): string {
  const lines =
    Buffer.from(writeCanonicalJson(succession))
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`
}

/** The succession in a key's file; null for the first key. Throws when it is damaged. */
function parseSuccession(text: string): Succession | null {
  const [, block] = new RegExp(`-----BEGIN ${label}-----([^-]+)-----END ${label}-----`).exec(text) ?? []
  if (block === undefined) return null
  try {
    return successionSchema.parse(JSON.parse(Buffer.from(block, 'base64').toString('utf8')))
  } catch {
    throw new Error('what the former key signed of it is damaged')
  }
}

/** A JWS (RFC 7515) with a detached payload (Appendix F): both parts in base64url. */
export type DetachedJws = { protected: string; signature: string }

const signAsync = promisify(sign)

/**
 * Signs a text with the seal's key, ES256. The header contains the certificate (x5c), so that one file is enough for
 * verification.
 */
export async function signDetached(text: string, key: SealKey): Promise<DetachedJws> {
  const header = toBase64url(
    JSON.stringify({
      alg: 'ES256',
      kid: key.certificateSha256,
      x5c: key.certificates.map((der) => Buffer.from(der).toString('base64')),
    }),
  )
  const signature = await signAsync('sha256', Buffer.from(`${header}.${toBase64url(text)}`, 'ascii'), {
    key: key.privateKey,
    dsaEncoding: 'ieee-p1363',
  })
  return { protected: header, signature: signature.toString('base64url') }
}

function toBase64url(text: string): string {
  return Buffer.from(text, 'utf8').toString('base64url')
}

/**
 * Verifies a signature with the certificate in its header. Returns the certificate's hex SHA-256, or null when the
 * signature is invalid. The caller checks whether the certificate is known.
 */
export function findSigner(text: string, jws: DetachedJws): string | null {
  try {
    const header = JSON.parse(Buffer.from(jws.protected, 'base64url').toString('utf8'))
    const certificate = new X509Certificate(Buffer.from(header.x5c[0], 'base64'))
    const isSigned =
      header.alg === 'ES256' &&
      verify(
        'sha256',
        Buffer.from(`${jws.protected}.${toBase64url(text)}`, 'ascii'),
        { key: certificate.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(jws.signature, 'base64url'),
      )
    return isSigned ? hashHex(certificate.raw) : null
  } catch {
    return null
  }
}
