import { X509Certificate } from 'node:crypto'
import type { SealCertificateList } from '../../../contract/transparency.ts'
import { findIssuer } from '../../platform/pdf/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { listEveryCertificate, type SealCertificate } from './store.ts'

/** Every certificate that ever sealed, the one that seals now first; before the first document that is all there is to say of it. */
export async function listCertificates({
  database,
  sealer,
}: Pick<Platform, 'database' | 'sealer'>): Promise<SealCertificateList> {
  const kept = await listEveryCertificate(database)
  if (kept.length === 0) {
    const { certificateSha256: sha256, certificates: chain } = sealer
    return {
      certificates: [
        { ...describeCertificate({ sha256, chain }), firstUsedAt: null, lastUsedAt: null, announced: null },
      ],
    }
  }
  return {
    certificates: kept.map((certificate) => ({
      ...describeCertificate(certificate),
      firstUsedAt: certificate.firstUsedAt?.toISOString() ?? null,
      lastUsedAt: certificate.lastUsedAt?.toISOString() ?? null,
      announced: certificate.announced,
    })),
  }
}

function describeCertificate({ sha256, chain }: Pick<SealCertificate, 'sha256' | 'chain'>) {
  const certificates = chain.map((der) => new X509Certificate(Buffer.from(der, 'base64')))
  const [own] = certificates
  if (!own) throw new Error('a certificate of the seal is missing')
  return { sha256, pem: certificates.join(''), issuer: findIssuer(own) }
}
