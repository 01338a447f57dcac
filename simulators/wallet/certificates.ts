import { generateKeyPairSync, type KeyObject, randomBytes, webcrypto } from 'node:crypto'
import { Set as Asn1Set, BitString, Integer, PrintableString, Sequence, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  RelativeDistinguishedNames,
} from 'pkijs'

/** A certificate with the key that it names. */
export type KeyAndCertificate = { name: CertificateName; privateKey: KeyObject; der: Uint8Array; pem: string }

export type CertificateName = { country: string; organisation: string; commonName: string }

export type CertificateWish = {
  name: CertificateName
  from: Date
  until: Date
  /** What vouches for it; without it the certificate is a root and vouches for itself. */
  issuer?: KeyAndCertificate
  /** Extended key usages; none: the extension is left out. */
  purposes?: string[]
}

const oid = {
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
} as const

/**
 * Makes a P-256 key and its X.509 certificate, in the form that ISO/IEC 18013-5 (annex B) gives roots and document
 * signers.
 */
export async function makeCertificate(wish: CertificateWish): Promise<KeyAndCertificate> {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { name, issuer } = wish
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer })
  certificate.subject = makeDistinguishedName(name)
  certificate.issuer = makeDistinguishedName(issuer?.name ?? name)
  certificate.notBefore.value = wish.from
  certificate.notAfter.value = wish.until
  await certificate.subjectPublicKeyInfo.importKey(await importWebKey(publicKey))
  certificate.extensions = [
    makeExtension(
      oid.basicConstraints,
      true,
      new BasicConstraints(!issuer ? { cA: true, pathLenConstraint: 0 } : { cA: false }).toSchema(),
    ),
    // A root may sign certificates and lists, and any other data.
    makeExtension(
      oid.keyUsage,
      true,
      !issuer
        ? new BitString({ valueHex: new Uint8Array([0x06]).buffer, unusedBits: 1 })
        : new BitString({ valueHex: new Uint8Array([0x80]).buffer, unusedBits: 7 }),
    ),
    ...(wish.purposes?.length
      ? [
          makeExtension(
            oid.extendedKeyUsage,
            true,
            new ExtKeyUsage({ keyPurposes: wish.purposes }).toSchema(),
          ),
        ]
      : []),
  ]
  await certificate.sign(await importWebKey(issuer?.privateKey ?? privateKey), 'SHA-256')
  const der = new Uint8Array(certificate.toSchema(true).toBER())
  const lines = Buffer.from(der).toString('base64').replace(/.{64}/g, '$&\n')
  return {
    name,
    privateKey,
    der,
    pem: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

/** Each attribute in a set of its own, as authorities write names; pkijs puts all into one. */
function makeDistinguishedName({
  country,
  organisation,
  commonName,
}: CertificateName): RelativeDistinguishedNames {
  const attributes = [
    new AttributeTypeAndValue({ type: oid.country, value: new PrintableString({ value: country }) }),
    new AttributeTypeAndValue({ type: oid.organisation, value: new Utf8String({ value: organisation }) }),
    new AttributeTypeAndValue({ type: oid.commonName, value: new Utf8String({ value: commonName }) }),
  ]
  const sets = attributes.map((attribute) => new Asn1Set({ value: [attribute.toSchema()] }))
  const valueBeforeDecode = new Sequence({ value: sets }).toBER()
  return new RelativeDistinguishedNames({ typesAndValues: attributes, valueBeforeDecode })
}

function makeExtension(extnID: string, critical: boolean, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical, extnValue: value.toBER() })
}

function importWebKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const usage = key.type === 'private' ? 'sign' : 'verify'
  return webcrypto.subtle.importKey(
    'jwk',
    key.export({ format: 'jwk' }),
    { name: 'ECDSA', namedCurve: 'P-256' },
    true,
    [usage],
  )
}
