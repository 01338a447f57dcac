import { fillPath, paths } from '../../contract/paths.ts'
import type { CheckAnswer, CheckRequest, RecordFile, RecordPass, RecordView } from '../../contract/record.ts'
import { RequestFailure, request } from './request.ts'

/** Who opens a record: `token` answers the bearer, the account's or that of a mailed link. */
export type RecordAccess = { id: string; token(): Promise<string | null> }

/**
 * A record as this party sees it.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function recordView({ id, token }: RecordAccess, signal?: AbortSignal): Promise<RecordView> {
  return request<RecordView>(fillPath(paths.record, { id }), {
    token: await token(),
    ...(signal ? { signal } : {}),
  })
}

/**
 * Withdraws this party's consent, for good.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function withdrawConsent({ id, token }: RecordAccess): Promise<{ withdrawnAt: string }> {
  return request(fillPath(paths.recordWithdrawal, { id }), { method: 'POST', token: await token() })
}

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
    response = await fetch(fillPath(paths.recordFile, { id, file }), { headers })
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

/**
 * Has a new link mailed to the third party, if the address is theirs; nothing is said about that.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function requestRecordLink(id: string, email: string): Promise<void> {
  return request<void>(fillPath(paths.recordLink, { id }), { method: 'POST', json: { email } })
}

/**
 * Has a code mailed to the third party who holds a link.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function requestRecordCode(id: string, linkToken: string): Promise<void> {
  return request<void>(fillPath(paths.recordCode, { id }), { method: 'POST', token: linkToken })
}

/**
 * The pass that a mailed code gives.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function enterRecordCode(id: string, linkToken: string, code: string): Promise<RecordPass> {
  return request<RecordPass>(fillPath(paths.recordCodeEntry, { id }), {
    method: 'POST',
    json: { code },
    token: linkToken,
  })
}

/**
 * What is known of a file by its hash, or of a record by the code on paper.
 * @throws RequestFailure for every refusal and every lost connection
 */
export function checkRecord(asked: CheckRequest): Promise<CheckAnswer> {
  return request<CheckAnswer>(paths.check, { method: 'POST', json: asked })
}
