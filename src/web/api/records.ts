import type { RecordFile } from '../../contract/record.ts'
import { fetchAnswer } from './request.ts'

/** The access to a record: `findToken` returns the bearer token of the account or of a mailed link. */
export type RecordAccess = { id: string; findToken(): Promise<string | null> }

/** A download of a record: one of its files, or the evidence pack with all of them. */
export type RecordDownload = RecordFile | 'evidence-pack.zip'

/**
 * Fetches a file of a record, with its file name.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function fetchRecordFile(
  { id, findToken }: RecordAccess,
  file: RecordDownload,
): Promise<{ blob: Blob; name: string }> {
  const bearer = { token: await findToken() }
  const response =
    file === 'evidence-pack.zip'
      ? await fetchAnswer('GET /api/records/:id/pack', { params: { id }, ...bearer })
      : await fetchAnswer('GET /api/records/:id/files/:file', { params: { id, file }, ...bearer })
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? file
  return { blob: await response.blob(), name }
}
