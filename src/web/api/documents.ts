import type { StoredDocument } from '../../contract/verification.ts'
import type { DocumentCategory } from '../../domain/document.ts'
import { sendAuthorisedRequest } from './authorised-request.ts'
import { type Sending, sendFile } from './send-file.ts'
import { findAccessToken } from './session.ts'

/**
 * Stores a photo or an ID of the signed-in creator.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function uploadOwnDocument(
  category: DocumentCategory,
  file: File,
  { replaces, ...sending }: Sending,
): Promise<StoredDocument> {
  const token = await findAccessToken()
  const fields = { category, ...(replaces ? { replaces } : {}) }
  return sendFile('POST /api/documents', { token, fields, file, ...sending })
}

/** Has a photo or an ID of the signed-in creator destroyed. */
export function removeOwnDocument({ id }: Pick<StoredDocument, 'id'>): Promise<unknown> {
  return sendAuthorisedRequest('DELETE /api/documents/:id', { params: { id } })
}
