import { fillAddress } from '../../contract/address.ts'
import type { RecordFile } from '../../contract/record.ts'
import { RequestFailure } from './request.ts'

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
  const bearer = await token()
  const headers: Record<string, string> = bearer ? { Authorization: `Bearer ${bearer}` } : {}
  let response: Response
  try {
    response = await fetch(fillAddress('GET /api/records/:id/files/:file', { id, file }), { headers })
  } catch {
    throw new RequestFailure(null, null)
  }
  if (!response.ok) {
    const problem = await response.json().catch(() => null)
    throw new RequestFailure(problem, response.status)
  }
  const name = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '')?.[1] ?? file
  return { blob: await response.blob(), name }
}
