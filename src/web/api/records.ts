import type { RecordFile } from '../../contract/record.ts'
import { fetchAnswer } from './request.ts'

/** Who opens a record: `token` answers the bearer, the account's or that of a mailed link. */
export type RecordAccess = { id: string; token(): Promise<string | null> }

/**
 * A file of a record, with the name to save it under.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function recordFile(
  { id, token }: RecordAccess,
  file: RecordFile,
): Promise<{ blob: Blob; name: string }> {
  const access = { params: { id, file }, token: await token() }
  const response = await fetchAnswer('GET /api/records/:id/files/:file', access)
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? file
  return { blob: await response.blob(), name }
}
