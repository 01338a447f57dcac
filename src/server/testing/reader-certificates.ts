import { KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto'
import { BitString, Integer, Utf8String } from 'asn1js'
import {
  AttributeTypeAndValue,
  BasicConstraints,
  Certificate,
  Extension,
  ExtKeyUsage,
  GeneralName,
  GeneralNames,
} from 'pkijs'
import type { ReaderKey } from '../platform/wallet/reader-keys.ts'

export type MadeCertificate = {
  name: string
  keys: webcrypto.CryptoKeyPair
  certificate: X509Certificate
  pem: string
}

type Wish = {
  name: string
  from: Date
  until: Date
  /** Null: self-signed. */
  issuer: MadeCertificate | null
  isAuthority?: boolean
  /** The hosts in its subjectAltName; by default it names none. */
  hosts?: string[]
  curve?: 'P-256' | 'P-384'
}

/** mdlReaderAuth (ISO/IEC 18013-5, B.1.7). */
const readerPurpose = '1.0.18013.5.1.6'

/** A key and its certificate: an authority's, or one for signing requests to wallets. */
export async function makeReaderCertificate(wish: Wish): Promise<MadeCertificate> {
  const { name, from, until, issuer, isAuthority = false, hosts = [], curve = 'P-256' } = wish
  const keys = await webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: curve }, true, [
    'sign',
    'verify',
  ])
  const certificate = new Certificate()
  certificate.version = 2
  certificate.serialNumber = new Integer({ valueHex: new Uint8Array([1, ...randomBytes(15)]).buffer })
  setName(certificate.subject, name)
  setName(certificate.issuer, issuer?.name ?? name)
  certificate.notBefore.value = from
  certificate.notAfter.value = until
  await certificate.subjectPublicKeyInfo.importKey(keys.publicKey)
  const [usage, unusedBits] = isAuthority ? [0x06, 1] : [0x80, 7]
  certificate.extensions = [
    makeExtension('2.5.29.19', new BasicConstraints({ cA: isAuthority }).toSchema()),
    makeExtension('2.5.29.15', new BitString({ valueHex: new Uint8Array([usage]).buffer, unusedBits })),
    ...(isAuthority
      ? []
      : [makeExtension('2.5.29.37', new ExtKeyUsage({ keyPurposes: [readerPurpose] }).toSchema())]),
    ...(hosts.length > 0 ? [makeExtension('2.5.29.17', nameHosts(hosts).toSchema())] : []),
  ]
  await certificate.sign(issuer?.keys.privateKey ?? keys.privateKey, 'SHA-256')
  const made = new X509Certificate(new Uint8Array(certificate.toSchema(true).toBER()))
  return { name, keys, certificate: made, pem: made.toString() }
}

function setName(target: Certificate['subject'], name: string): void {
  target.typesAndValues.push(
    new AttributeTypeAndValue({ type: '2.5.4.3', value: new Utf8String({ value: name }) }),
  )
}

function nameHosts(hosts: string[]): GeneralNames {
  return new GeneralNames({ names: hosts.map((value) => new GeneralName({ type: 2, value })) })
}

function makeExtension(extnID: string, value: { toBER(): ArrayBuffer }): Extension {
  return new Extension({ extnID, critical: false, extnValue: value.toBER() })
}

/** A private key as PEM (PKCS #8). */
export async function writeKeyPem({ keys }: Pick<MadeCertificate, 'keys'>): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey))
  return `-----BEGIN PRIVATE KEY-----\n${der.toString('base64')}\n-----END PRIVATE KEY-----\n`
}

/** A root, an authority below it, and a certificate for signing requests that this authority issued. */
export async function makeReaderChain(own: Pick<Wish, 'from' | 'until' | 'hosts' | 'curve'>) {
  const [from, until] = [new Date('2020-01-01T00:00:00Z'), new Date('2049-01-01T00:00:00Z')]
  const above = { from, until, isAuthority: true }
  const root = await makeReaderCertificate({ ...above, name: 'Example root', issuer: null })
  const authority = await makeReaderCertificate({ ...above, name: 'Example authority', issuer: root })
  const leaf = await makeReaderCertificate({ ...own, name: 'Assent', issuer: authority })
  return { root, authority, leaf }
}

/** A key as the server has it, with one certificate or with that of its issuer too. */
export async function toReaderKey({
  length = 2,
  from = new Date('2026-01-01T00:00:00Z'),
} = {}): Promise<ReaderKey> {
  const endsAt = new Date('2049-01-01T00:00:00Z')
  const { leaf, authority } = await makeReaderChain({ from, until: endsAt })
  const above = [authority.certificate].slice(0, length - 1)
  return { privateKey: KeyObject.from(leaf.keys.privateKey), chain: [leaf.certificate, ...above], endsAt }
}
