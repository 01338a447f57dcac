import type { KeptType } from '../../../domain/document/document.ts'
import { type DocumentRow, listDocumentsById } from '../../documents/index.ts'
import type { Queryable } from '../../platform/database/index.ts'
import type { Reader } from '../policy.ts'

export type OwnDocument = DocumentRow & { contentType: KeptType }

/** The reader's own photo and ID as far as they exist. A PDF that waits to be drawn is given to nobody. */
export async function listOwnDocuments(q: Queryable, { party, row }: Reader): Promise<OwnDocument[]> {
  const ids =
    party === 'creator'
      ? [row.selfieDocumentId, row.idDocumentId]
      : [row.thirdPartySelfieDocumentId, row.thirdPartyIdDocumentId]
  const documents = await listDocumentsById(
    q,
    ids.filter((id) => id !== null),
  )
  return documents.filter(
    (document): document is OwnDocument =>
      document.storedAt !== null &&
      document.destroyedAt === null &&
      document.contentType !== 'application/pdf',
  )
}
