import type { StoredDocument } from '../../contract/document.ts'
import { fillPath, paths } from '../../contract/paths.ts'
import type { DocumentCategory } from '../../domain/document/document.ts'
import { authorisedRequest } from './authorised-request.ts'
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
  return sendFile<StoredDocument>({ path: paths.documents, token, fields, file, ...sending })
}

/**
 * A stored document of the signed-in person with a fresh signed address.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function ownDocument(id: string, signal: AbortSignal): Promise<StoredDocument> {
  return authorisedRequest<StoredDocument>(fillPath(paths.documentUrl, { id }), { signal })
}
