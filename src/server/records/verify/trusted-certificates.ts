import { X509Certificate } from 'node:crypto'
import type { Queryable } from '../../platform/database/index.ts'
import { isSigned } from '../../platform/pdf/index.ts'
import { toLeaf } from '../seal-keys/admit-seal-key.ts'
import { listEveryCertificate, type SealCertificate } from '../seal-keys/store.ts'

/** The certificates that may have sealed, and what the log has of their succession, by its place there. */
export type TrustedCertificates = {
  certificates: ReadonlySet<string>
  successions: ReadonlyMap<number, { certificateSha256: string; leaf: string }>
}

/**
 * The certificates that lead to one of `named`, each by what it and its neighbour signed, forwards and backwards. A row that says something
 * else than what was signed is left out, and what it sealed then is not ours.
 */
export async function readTrustedCertificates(
  q: Queryable,
  named: ReadonlySet<string>,
): Promise<TrustedCertificates> {
  const announced = (await listEveryCertificate(q)).flatMap((row) => {
    const link = describeSuccession(row)
    return link ? [link] : []
  })
  const certificates = new Set(named)
  for (let before = -1; before !== certificates.size; ) {
    before = certificates.size
    for (const { certificateSha256, predecessorSha256 } of announced) {
      if (certificates.has(certificateSha256)) certificates.add(predecessorSha256)
      if (certificates.has(predecessorSha256)) certificates.add(certificateSha256)
    }
  }
  const successions = new Map(
    announced.map(({ leafIndex, certificateSha256, leaf }) => [leafIndex, { certificateSha256, leaf }]),
  )
  return { certificates, successions }
}

/** What both keys signed, if the row is of that certificate. */
function describeSuccession({ sha256, chain, announced }: SealCertificate) {
  if (!announced || !isSigned(announced.succession)) return null
  const { certificateSha256, predecessorSha256 } = announced.succession
  const own = new X509Certificate(Buffer.from(chain[0] ?? '', 'base64'))
  const isOfRow =
    certificateSha256 === sha256 && own.fingerprint256.replaceAll(':', '').toLowerCase() === sha256
  return isOfRow
    ? {
        certificateSha256,
        predecessorSha256,
        leafIndex: announced.leafIndex,
        leaf: toLeaf(announced.succession),
      }
    : null
}
