import type { CalendarDate } from '../../domain/calendar-date.ts'
import type { EvidenceSource } from '../../domain/evidence/evidence.ts'
import { findDocumentSource, readThirdPartyClaims } from '../document-readings/index.ts'
import { findProviderSource } from '../identity-checks/index.ts'
import type { Queryable } from '../platform/database/index.ts'
import type { VerificationRow } from '../verifications/index.ts'
import { findWalletProof, toWalletSource } from '../wallets/index.ts'

/** What the third party gave beside their word: what was read in the ID that they submit, and a wallet's proof. */
export async function gatherThirdPartySources(
  q: Queryable,
  row: VerificationRow,
  {
    idDocumentId,
    signature,
    day,
  }: { idDocumentId: string | null; signature: string; day: CalendarDate | null },
): Promise<EvidenceSource[]> {
  const read =
    idDocumentId === null
      ? null
      : await findDocumentSource(q, {
          documentId: idDocumentId,
          claims: readThirdPartyClaims(row),
          day,
          signature,
        })
  const fullName = row.thirdPartyName
  const checked = await findProviderSource(q, { verificationId: row.id }, { fullName, signature })
  const proof = await findWalletProof(q, row.id)
  return [read, checked, proof && toWalletSource(proof)].filter((source) => source !== null)
}
