import { randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { Set as Asn1Set, BitString, Integer, PrintableString, Sequence, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
  type PublicKeyInfo,
  RelativeDistinguishedNames,
} from 'pkijs'

export type KeyAndCertificate = {
  name: CertificateName
  signingKey: webcrypto.CryptoKey
  der: Uint8Array
  pem: string
}

export type CertificateName = { country: string; organisation: string; commonName: string }

export type CertificateWish = {
  name: CertificateName
  from: Date
  until: Date
  /** The issuer; without it the certificate is a self-signed root. */
  issuer?: KeyAndCertificate
  /** An authority that isn't a root itself. */
  isAuthority?: boolean
  /** Extended key usages of a certificate that is no authority. */
  purposes?: readonly string[]
  /** The hosts in its subjectAltName. */
  hosts?: string[]
  /** The curve of its key, P-256 by default. */
  curve?: Curve
}

export type Curve = 'P-256' | 'P-384' | 'P-521'

/** The hash that belongs to each curve (RFC 9053, 2.1). */
export const hashOfCurve: Record<Curve, string> = {
  'P-256': 'SHA-256',
  'P-384': 'SHA-384',
  'P-521': 'SHA-512',
}

/** pkijs has the browser's type of a key where a browser's types are loaded, as in the journeys. */
export const toPkijsKey = (key: webcrypto.CryptoKey) => key as Parameters<PublicKeyInfo['importKey']>[0]

const oid = {
  country: '2.5.4.6',
  organisation: '2.5.4.10',
  commonName: '2.5.4.3',
  basicConstraints: '2.5.29.19',
  keyUsage: '2.5.29.15',
  extendedKeyUsage: '2.5.29.37',
  subjectAltName: '2.5.29.17',
} as const

/**
 * Makes a key and its X.509 certificate, with the profile of ISO/IEC 18013-5 (annex B) for roots and document signers.
 */
export async function makeCertificate(wish: CertificateWish): Promise<KeyAndCertificate> {
  const { privateKey, publicKey } = await webcrypto.subtle.generateKey(
    { name: 'ECDSA', namedCurve: wish.curve ?? 'P-256' },
    true,
    ['sign', 'verify'],
  )
  const { name, issuer } = wish
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer })
  certificate.subject = makeDistinguishedName(name)
  certificate.issuer = makeDistinguishedName(issuer?.name ?? name)
  certificate.notBefore.value = wish.from
  certificate.notAfter.value = wish.until
  await certificate.subjectPublicKeyInfo.importKey(toPkijsKey(publicKey))
  // An authority may sign certificates and revocation lists; other certificates may sign data.
  const isSigner = issuer !== undefined && !wish.isAuthority
  const [constraints, usage, unusedBits] = isSigner
    ? ([{ cA: false }, 0x80, 7] as const)
    : ([{ cA: true, pathLenConstraint: 0 }, 0x06, 1] as const)
  const { purposes = [] } = wish
  certificate.extensions = [
    makeExtension(oid.basicConstraints, new BasicConstraints(constraints).toSchema()),
    makeExtension(oid.keyUsage, new BitString({ valueHex: new Uint8Array([usage]).buffer, unusedBits })),
    ...(isSigner
      ? [makeExtension(oid.extendedKeyUsage, new ExtKeyUsage({ keyPurposes: [...purposes] }).toSchema())]
      : []),
    ...(wish.hosts?.length ? [makeExtension(oid.subjectAltName, nameHosts(wish.hosts).toSchema())] : []),
  ]
  const signingKey = issuer?.signingKey ?? privateKey
  await certificate.sign(
    toPkijsKey(signingKey),
    hashOfCurve[(signingKey.algorithm as webcrypto.EcKeyAlgorithm).namedCurve as Curve],
  )
  const der = new Uint8Array(certificate.toSchema(true).toBER())
  return { name, signingKey: privateKey, der, pem: new X509Certificate(der).toString() }
}

/** Puts each attribute into its own set, like real authorities; pkijs puts all into one. */
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

function nameHosts(hosts: readonly string[]): GeneralNames {
  return new GeneralNames({ names: hosts.map((value) => new GeneralName({ type: 2, value })) })
}

function makeExtension(extnID: string, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical: true, extnValue: value.toBER() })
}
