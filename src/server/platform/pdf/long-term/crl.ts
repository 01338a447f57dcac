import { CertificateRevocationList } from 'pkijs'
import { exactBuffer } from '../sealing/seal-key.ts'
import { holdsUntil, type Issued, type Statement, type StatementFault } from './statement.ts'

/**
 * What a list of revoked certificates says of one (RFC 5280, 5): signed by its issuer, and of now. A list with a critical extension is of a
 * part of them, or builds on another list, and an entry with one may be of another issuer: neither list is read.
 */
export async function readCrl(
  answer: Uint8Array,
  { certificate, issuer }: Issued,
  now: Date,
): Promise<Statement | { fault: StatementFault }> {
  const list = openList(answer)
  if (!list) return { fault: 'malformed' }
  const isSigned =
    list.issuer.isEqual(certificate.issuer) &&
    (await list.verify({ issuerCertificate: issuer }).catch(() => false))
  if (!isSigned) return { fault: 'bad_signature' }
  const until = holdsUntil(list.thisUpdate.value, list.nextUpdate?.value, now)
  if (!until) return { fault: 'out_of_date' }
  const status = list.isCertificateRevoked(certificate) ? 'revoked' : 'good'
  return { status, kind: 'crls', der: answer, until }
}

function openList(answer: Uint8Array): CertificateRevocationList | null {
  try {
    const list = CertificateRevocationList.fromBER(exactBuffer(answer))
    const extensions = [
      list.crlExtensions,
      ...(list.revokedCertificates ?? []).map((entry) => entry.crlEntryExtensions),
    ]
    return extensions.some((each) => each?.extensions.some(({ critical }) => critical)) ? null : list
  } catch {
    return null
  }
}
