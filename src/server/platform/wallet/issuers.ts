import { X509Certificate } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BitString, fromBER } from 'asn1js'
import { Certificate } from 'pkijs'
import { type CredentialType, credentials, type WalletRefusal } from '../../../domain/wallet.ts'
import { StartupError } from '../startup-error.ts'
import { listTypeFolders } from './type-folders.ts'

export type WalletRoots = ReadonlyMap<CredentialType, readonly X509Certificate[]>

/**
 * Reads the certificates of `{folder}/{document type}/*.pem`; a file may have several.
 *
 * @throws StartupError with one sentence for the operator: an unreadable file, a certificate that may not issue others,
 * or a folder whose name isn't a document type
 */
export async function loadRoots(folder: string): Promise<WalletRoots> {
  const roots = new Map<CredentialType, X509Certificate[]>()
  for (const type of await listTypeFolders(folder, 'WALLET_ROOTS_DIR')) {
    const certificates = await readCertificates(join(folder, type))
    if (certificates.length > 0) roots.set(type, certificates)
  }
  return roots
}

async function readCertificates(folder: string): Promise<X509Certificate[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.pem')).sort()
  return (await Promise.all(names.map((name) => readRoots(join(folder, name))))).flat()
}

async function readRoots(path: string): Promise<X509Certificate[]> {
  const text = await readFile(path, 'utf8').catch(() => null)
  if (text === null) throw new StartupError(`${path} cannot be read: put a PEM file there, or remove it.`)
  return parseRoots(text, path)
}

function parseRoots(text: string, path: string): X509Certificate[] {
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? []
  if (pems.length === 0)
    throw new StartupError(`${path} holds no certificate: put a PEM file there, or remove it.`)
  return pems.map((pem) => {
    const certificate = readCertificate(pem, path)
    if (isAuthority(certificate)) return certificate
    throw new StartupError(
      `${path} holds a certificate that may not vouch for others: put the issuing authority's root there, not a signer's.`,
    )
  })
}

function readCertificate(pem: string, path: string): X509Certificate {
  try {
    return new X509Certificate(pem)
  } catch {
    throw new StartupError(`${path} cannot be read: save the certificate as PEM again, or remove it.`)
  }
}

/**
 * Finds the issuer of a credential: the name of the root that issued the signer's certificate, the first of the chain.
 * Ignores the rest of the chain: only configured roots count, and only direct issuance, as in ISO/IEC 18013-5 (9.3.3).
 * The EU's list also names signers themselves: such a signer needs no purpose, because the list says what it is for.
 */
export function findSigner(
  chain: readonly Uint8Array[],
  credentialType: CredentialType,
  roots: readonly X509Certificate[],
  now: Date,
): { issuerName: string } | { refusal: WalletRefusal } {
  const [own] = chain
  const signer = own && parseSigner(own)
  if (!signer) return { refusal: 'issuer_unknown' }
  const root = roots.find((each) => each.raw.equals(signer.raw) || doesVouch(each, signer))
  if (!root) return { refusal: 'issuer_unknown' }
  const mayIssue = root.raw.equals(signer.raw) ? canSign(signer) : isDocumentSigner(signer, credentialType)
  if (!mayIssue) return { refusal: 'signer_refused' }
  if (!isValidAt(signer, now) || !isValidAt(root, now)) return { refusal: 'signer_refused' }
  return { issuerName: readName(root) }
}

function parseSigner(der: Uint8Array): X509Certificate | null {
  try {
    return new X509Certificate(der)
  } catch {
    return null
  }
}

/** Whether a root issued a certificate: name and key match, and the subjects' country and state. */
function doesVouch(root: X509Certificate, signer: X509Certificate): boolean {
  if (!root.ca || !signer.checkIssued(root) || !signer.verify(root.publicKey)) return false
  return ['C', 'ST'].every((field) => {
    const [wanted] = nameFields(root, 'subject', field)
    return wanted === undefined || nameFields(signer, 'subject', field)[0] === wanted
  })
}

/** The organisation of a root, or its common name when it has none. */
function readName(root: X509Certificate): string {
  const [name = 'unnamed issuer'] = [
    ...nameFields(root, 'subject', 'O'),
    ...nameFields(root, 'subject', 'CN'),
  ]
  return name.slice(0, 200)
}

const oid = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const

/**
 * The extensions checked here. A certificate with another critical extension is refused, because its meaning is
 * unknown.
 */
const understood: readonly string[] = Object.values(oid)

const keyUsageBit = { digitalSignature: 0, keyCertSign: 5 } as const

/** Whether a certificate is meant for signing credentials of this type, and isn't an authority's. */
export function isDocumentSigner(certificate: X509Certificate, credentialType: CredentialType): boolean {
  const purposes: readonly string[] = credentials[credentialType].signingPurposes
  // Node returns the extended key usage under this name.
  return canSign(certificate) && (certificate.keyUsage ?? []).some((purpose) => purposes.includes(purpose))
}

/** Whether a certificate's key may sign credentials, even if it is meant for other things too. */
function canSign(certificate: X509Certificate): boolean {
  const { extensions, version } = parse(certificate)
  const usage = readKeyUsage(extensions)
  return (
    version === 3 &&
    !certificate.ca &&
    certificate.publicKey.asymmetricKeyType === 'ec' &&
    usage.includes(keyUsageBit.digitalSignature) &&
    !usage.includes(keyUsageBit.keyCertSign) &&
    extensions.every(({ critical, extnID }) => !critical || understood.includes(extnID))
  )
}

/**
 * Whether a certificate of a list can be trusted: an authority's, or a signer's own. The list says what it is for, so a
 * signer there needs no purpose; most of those in the EU's list have none, or another.
 */
export function isAnchor(certificate: X509Certificate): boolean {
  return isAuthority(certificate) || canSign(certificate)
}

/** Whether a certificate may issue others, as every root in the folder must. */
function isAuthority(certificate: X509Certificate): boolean {
  return certificate.ca && readKeyUsage(parse(certificate).extensions).includes(keyUsageBit.keyCertSign)
}

function isValidAt(certificate: X509Certificate, now: Date): boolean {
  return new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
}

/** The values of one attribute, such as `O`, in the name of a certificate's subject or issuer. */
export function nameFields(certificate: X509Certificate, of: 'subject' | 'issuer', field: string): string[] {
  const name = certificate.toLegacyObject()[of] as unknown as Record<string, string | string[] | undefined>
  return [name[field] ?? []].flat()
}

function parse(certificate: X509Certificate) {
  const { extensions = [], version } = Certificate.fromBER(new Uint8Array(certificate.raw))
  return { extensions, version: version + 1 }
}

/** The indices of the set bits; empty when the extension is missing. */
function readKeyUsage(extensions: NonNullable<Certificate['extensions']>): number[] {
  const extension = extensions.find(({ extnID }) => extnID === oid.keyUsage)
  if (!extension) return []
  const { result } = fromBER(extension.extnValue.valueBlock.valueHexView)
  if (!(result instanceof BitString)) return []
  const bytes = result.valueBlock.valueHexView
  return [...bytes].flatMap((byte, index) =>
    [0, 1, 2, 3, 4, 5, 6, 7].filter((bit) => byte & (0x80 >> bit)).map((bit) => index * 8 + bit),
  )
}
