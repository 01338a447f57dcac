import type { Problem } from '../../contract/problem.ts'

/** A refusal of the server. `problem` is null when no readable answer came: the network, or something between us and the server. */
export class RequestFailure extends Error {
  readonly problem: Problem | null
  readonly status: number | null

  constructor(problem: Problem | null, status: number | null) {
    super(problem?.title ?? 'Network error')
    this.name = 'RequestFailure'
    this.problem = problem
    this.status = status
  }
}

export type RequestOptions = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  json?: unknown
  /** A multipart body, instead of `json`. */
  form?: FormData
  /** Sent as the bearer: the account's access token, or a gate token. */
  token?: string | null
  /** Names the request, so that sending it again after a lost answer changes nothing more. */
  idempotencyKey?: string
  signal?: AbortSignal
}

/**
 * Calls our own API and answers its JSON, undefined for an empty answer. The contract types it; the server is the one that checks.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function request<T>(path: string, options: RequestOptions = {}): Promise<T> {
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (options.json !== undefined) headers['Content-Type'] = 'application/json'
  if (options.token) headers['Authorization'] = `Bearer ${options.token}`
  if (options.idempotencyKey) headers['Idempotency-Key'] = `"${options.idempotencyKey}"`
  let response: Response
  try {
    response = await fetch(path, {
      method: options.method ?? 'GET',
      headers,
      ...(options.json !== undefined ? { body: JSON.stringify(options.json) } : {}),
      ...(options.form ? { body: options.form } : {}),
      ...(options.signal ? { signal: options.signal } : {}),
    })
  } catch (error) {
    if (options.signal?.aborted) throw error
    throw new RequestFailure(null, null)
  }
  if (!response.ok) throw new RequestFailure(await problemIn(response), response.status)
  if (response.status === 204 || response.status === 202) return undefined as T
  return (await response.json()) as T
}

async function problemIn(response: Response): Promise<Problem | null> {
  if (!response.headers.get('Content-Type')?.includes('json')) return null
  try {
    return (await response.json()) as Problem
  } catch {
    return null
  }
}
