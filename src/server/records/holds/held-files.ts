import { type DocumentRow, documentsById } from '../../documents/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { VerificationRow } from '../../verifications/index.ts'

/** The photos and IDs that a record was sealed with, whatever became of them. */
export function documentsOf(
  q: Queryable,
  row: Pick<
    VerificationRow,
    'selfieDocumentId' | 'idDocumentId' | 'thirdPartySelfieDocumentId' | 'thirdPartyIdDocumentId'
  >,
): Promise<DocumentRow[]> {
  const ids = [
    row.selfieDocumentId,
    row.idDocumentId,
    row.thirdPartySelfieDocumentId,
    row.thirdPartyIdDocumentId,
  ]
  return documentsById(
    q,
    ids.filter((id) => id !== null),
  )
}

/** Whether a hold can keep them: there are some, and every one is still there. */
export function areAllThere(documents: readonly DocumentRow[]): boolean {
  return documents.length > 0 && documents.every(({ destroyedAt }) => destroyedAt === null)
}
