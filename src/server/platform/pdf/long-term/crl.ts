import { Enumerated } from 'asn1js'
import { type Certificate, CertificateRevocationList } from 'pkijs'
import { toExactBuffer } from '../sealing/seal-key.ts'
import { type Answer, findStatementEnd, type Issued, type Statement, toStatus } from './statement.ts'

const reasonCode = '2.5.29.21'

/**
 * What a list of revoked certificates says of one (RFC 5280, 5): signed by its issuer, and of now. A list with a critical extension is of a
 * part of them, or builds on another list, and an entry with one may be of another issuer: neither list is read.
 */
export async function readCrl(
  answer: Uint8Array,
  { certificate, issuer }: Issued,
  now: Date,
): Promise<Answer> {
  const list = openList(answer)
  if (!list) return { fault: 'malformed' }
  const isSigned =
    list.issuer.isEqual(certificate.issuer) &&
    (await list.verify({ issuerCertificate: issuer }).catch(() => false))
  if (!isSigned) return { fault: 'bad_signature' }
  const until = findStatementEnd(list.thisUpdate.value, list.nextUpdate?.value, now)
  if (!until) return { fault: 'out_of_date' }
  const status = findStatus(list, certificate)
  if (!status) return { fault: 'malformed' }
  return { status, kind: 'crls', der: answer, at: list.thisUpdate.value, until }
}

/** What the list has of a certificate; null where it is what such a list may not say. */
function findStatus(
  list: CertificateRevocationList,
  { serialNumber }: Certificate,
): Statement['status'] | null {
  const entry = list.revokedCertificates?.find(({ userCertificate }) => userCertificate.isEqual(serialNumber))
  if (!entry) return 'good'
  const reason: unknown = entry.crlEntryExtensions?.extensions.find(
    ({ extnID }) => extnID === reasonCode,
  )?.parsedValue
  return toStatus(reason instanceof Enumerated ? reason.valueBlock.valueDec : null)
}

function openList(answer: Uint8Array): CertificateRevocationList | null {
  try {
    const list = CertificateRevocationList.fromBER(toExactBuffer(answer))
    const extensions = [
      list.crlExtensions,
      ...(list.revokedCertificates ?? []).map((entry) => entry.crlEntryExtensions),
    ]
    return extensions.some((each) => each?.extensions.some(({ critical }) => critical)) ? null : list
  } catch {
    return null
  }
}
