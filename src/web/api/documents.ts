import type { StoredDocument } from '../../contract/document.ts'
import type { DocumentCategory } from '../../domain/document/document.ts'
import { type Sending, sendFile } from './send-file.ts'
import { accessToken } from './session.ts'

/**
 * Stores a photo or an ID of the signed-in creator.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function uploadOwnDocument(
  category: DocumentCategory,
  file: File,
  { replaces, ...sending }: Sending,
): Promise<StoredDocument> {
  const token = await accessToken()
  const fields = { category, ...(replaces ? { replaces } : {}) }
  return sendFile('POST /api/documents', { token, fields, file, ...sending })
}
