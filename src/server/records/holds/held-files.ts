import type { Party } from '../../../domain/record/party.ts'
import { type DocumentRow, listDocumentsById } from '../../documents/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { VerificationRow } from '../../verifications/index.ts'

/** The photos and IDs that a record was sealed with, whatever became of them. */
export function listDocuments(
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
  return listDocumentsById(
    q,
    ids.filter((id) => id !== null),
  )
}

/** Whether a hold can keep them: there are some, and every one is there in its own time, not for another hold alone. */
export function areAllThere(documents: readonly DocumentRow[]): boolean {
  return (
    documents.length > 0 && documents.every((each) => each.destroyedAt === null && each.withheldAt === null)
  )
}

/**
 * Whether a party had their details erased: who has no part in a record any more keeps nothing of the other.
 * @param address of the creator, in whatever form; null once their account is erased. The third party's address stays in the record
 */
export function hasLeft(
  party: Party,
  { thirdPartyLeftAt }: Pick<VerificationRow, 'thirdPartyLeftAt'>,
  address: object | string | null,
): boolean {
  return party === 'third_party' ? thirdPartyLeftAt !== null : address === null
}
