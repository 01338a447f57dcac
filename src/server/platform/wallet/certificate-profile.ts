import type { X509Certificate } from 'node:crypto'
import { BitString, fromBER } from 'asn1js'
import { Certificate } from 'pkijs'
import type { CredentialType } from '../../../domain/wallet/credential-type.ts'

const oid = {
  keyUsage: '2.5.29.15',
  basicConstraints: '2.5.29.19',
  extendedKeyUsage: '2.5.29.37',
} as const

/** The extensions that are read here: a certificate with another critical one means something that we would not see. */
const understood: readonly string[] = Object.values(oid)

/** What a certificate must be made for, to sign a credential of this type (ISO/IEC 18013-5, B.1.4; the EU profile has its own). */
const signingPurpose: Record<CredentialType, string> = {
  'org.iso.18013.5.1.mDL': '1.0.18013.5.1.2',
  'eu.europa.ec.av.1': '1.3.130.2.0.0.1.2',
}

const keyUsageBit = { digitalSignature: 0, keyCertSign: 5 } as const

/** Whether a certificate was made for signing credentials of this type, and for nothing above that. */
export function isDocumentSigner(certificate: X509Certificate, credentialType: CredentialType): boolean {
  const { extensions, version } = parse(certificate)
  const usage = readKeyUsage(extensions)
  return (
    version === 3 &&
    !certificate.ca &&
    certificate.publicKey.asymmetricKeyType === 'ec' &&
    usage.includes(keyUsageBit.digitalSignature) &&
    !usage.includes(keyUsageBit.keyCertSign) &&
    // Node calls the extended purposes so.
    (certificate.keyUsage ?? []).includes(signingPurpose[credentialType]) &&
    extensions.every(({ critical, extnID }) => !critical || understood.includes(extnID))
  )
}

/** Whether a certificate may vouch for others: what stands in the folder of roots has to. */
export function isAuthority(certificate: X509Certificate): boolean {
  return certificate.ca && readKeyUsage(parse(certificate).extensions).includes(keyUsageBit.keyCertSign)
}

export function isValidAt(certificate: X509Certificate, now: Date): boolean {
  return new Date(certificate.validFrom) <= now && now <= new Date(certificate.validTo)
}

/** The values of one kind, such as `O`, in the name of whom a certificate is for or from. */
export function nameFields(certificate: X509Certificate, of: 'subject' | 'issuer', field: string): string[] {
  const name = certificate.toLegacyObject()[of] as unknown as Record<string, string | string[] | undefined>
  return [name[field] ?? []].flat()
}

function parse(certificate: X509Certificate) {
  const { extensions = [], version } = Certificate.fromBER(new Uint8Array(certificate.raw))
  return { extensions, version: version + 1 }
}

/** The numbers of the bits that are set; none where the extension is missing. */
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
