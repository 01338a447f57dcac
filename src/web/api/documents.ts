import type { Answer, Endpoints } from '../../contract/endpoints.ts'
import type { Problem } from '../../contract/problem.ts'
import type { StoredDocument } from '../../contract/verification.ts'
import type { DocumentCategory } from '../../domain/document.ts'
import { findProblem, type JsonEndpoint, RequestFailure } from './request.ts'
import { findAccessToken, sendAuthorisedRequest } from './session.ts'

/**
 * Stores photos or IDs of this creator; unsent once someone else is signed in. It rejects with a RequestFailure for every
 * refusal and every lost connection.
 */
export function uploadOwnDocument(userId: string) {
  return async (
    category: DocumentCategory,
    file: File,
    { replaces, ...sending }: Sending,
  ): Promise<StoredDocument> => {
    const token = await findAccessToken(userId)
    const fields = { category, ...(replaces ? { replaces } : {}) }
    return sendFile('POST /api/documents', { token, fields, file, ...sending })
  }
}

/** Deletes a photo or an ID of the signed-in creator on the server. */
export function removeOwnDocument({ id }: Pick<StoredDocument, 'id'>): Promise<unknown> {
  return sendAuthorisedRequest('DELETE /api/documents/:id', { params: { id } })
}

type FileEndpoint = {
  [Name in JsonEndpoint]: Endpoints[Name] extends { form: unknown } ? Name : never
}[JsonEndpoint]

/** One multipart upload. Text fields come before the file, so that the server can validate them first. */
type FileUpload = {
  /** Sent as the bearer: the account's access token, or a gate token. */
  token: string | null
  fields: Record<string, string>
  file: File
} & Omit<Sending, 'replaces'>

export type Sending = {
  signal: AbortSignal
  /** Called with the fraction of the body that was sent, from 0 to 1. */
  onProgress(sent: number): void
  /** The id of the document that this one replaces. */
  replaces: string | null
}

/**
 * Uploads a file and returns the server's JSON. It uses XMLHttpRequest because fetch has no upload progress.
 * @throws RequestFailure for every refusal and every lost connection
 * @throws the signal's reason when it was cancelled
 */
export function sendFile<Name extends FileEndpoint>(
  name: Name,
  { token, fields, file, signal, onProgress }: FileUpload,
): Promise<Answer<Name>> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason)
      return
    }
    const body = new FormData()
    for (const [name, value] of Object.entries(fields)) body.append(name, value)
    body.append('file', file, file.name)
    const xhr = new XMLHttpRequest()
    const cancel = () => xhr.abort()
    signal.addEventListener('abort', cancel, { once: true })
    xhr.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) onProgress(loaded / total)
    })
    xhr.addEventListener('load', () => {
      const answer = parse(xhr.responseText)
      if (xhr.status >= 200 && xhr.status < 300 && answer !== null) resolve(answer as Answer<Name>)
      else reject(new RequestFailure(isProblem(answer) ? answer : null, xhr.status))
    })
    xhr.addEventListener('error', () => reject(new RequestFailure(null, null)))
    xhr.addEventListener('timeout', () => reject(new RequestFailure(null, null)))
    xhr.addEventListener('abort', () => reject(signal.reason ?? new RequestFailure(null, null)))
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', cancel))
    xhr.open('POST', name.slice('POST '.length))
    xhr.setRequestHeader('Accept', 'application/json')
    if (token) xhr.setRequestHeader('Authorization', `Bearer ${token}`)
    xhr.send(body)
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function isProblem(answer: unknown): answer is Problem {
  return typeof answer === 'object' && answer !== null && 'code' in answer && 'title' in answer
}

/** The n-th pause: short at first, then seldom enough for the limits of the endpoints. */
const computeReadingPauseMs = (round: number) => 1000 * Math.min(15, Math.ceil(round / 2))

/**
 * Sends a request, and repeats it while the server is still reading an ID in it, however long that takes.
 * @param isWanted whether the page still waits for the answer
 */
export async function readOnce<T>(send: () => Promise<T>, isWanted: () => boolean): Promise<T> {
  for (let round = 1; ; round += 1) {
    try {
      return await send()
    } catch (error) {
      if (findProblem(error)?.code !== 'reading_under_way') throw error
      await new Promise((resolve) => setTimeout(resolve, computeReadingPauseMs(round)))
      if (!isWanted()) throw error
    }
  }
}
