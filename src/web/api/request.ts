import type { z } from 'zod'
import { fillPath } from '../../contract/address.ts'
import type {
  Answer,
  EndpointName,
  Endpoints,
  JsonSchema,
  ParamName,
  QuerySchema,
} from '../../contract/endpoints.ts'
import type { Problem } from '../../contract/problem.ts'
import words from '../../words/en/frame.ts'
import { proveSecondStep } from './second-step.ts'

/** A refusal of the server. `problem` is null without a readable answer: the network failed, or a proxy answered. */
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

/** The endpoints that answer with JSON or an empty body; their callers read files and streams themselves. */
export type JsonEndpoint = {
  [Name in EndpointName]: Endpoints[Name] extends { media: string[] } ? never : Name
}[EndpointName]

/** The parameters and the body of a call, by the endpoint's row in the table. */
export type RequestOptions<Name extends EndpointName> = {
  /** Identifies the request, so that sending it again after a lost answer has no further effect. */
  idempotencyKey?: string
  signal?: AbortSignal | undefined
} & ([ParamName<Name>] extends [never] ? unknown : { params: Record<ParamName<Name>, string> }) &
  (Endpoints[Name] extends { json: unknown } ? { json: z.input<JsonSchema<Name>> } : unknown) &
  (Endpoints[Name] extends { query: unknown }
    ? { query?: { [Key in keyof z.input<QuerySchema<Name>>]?: string } }
    : unknown) &
  (Endpoints[Name] extends { form: unknown } ? { form: FormData } : unknown)

/** Sent as the bearer token: the account's access token, or the token from the gate or a mailed link. */
type Bearer = { token?: string | null }

type AnyOptions = Bearer & {
  params?: Record<string, string>
  query?: Record<string, string>
  json?: unknown
  form?: FormData
  idempotencyKey?: string
  signal?: AbortSignal | undefined
}

/**
 * Calls an endpoint of the product's API and returns its JSON, undefined for an empty answer. The types come from the
 * endpoint table; only the server validates.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function request<Name extends JsonEndpoint>(
  name: Name,
  options: RequestOptions<Name> & Bearer,
): Promise<Answer<Name>> {
  const response = await fetchAnswer(name, options)
  return (
    response.status === 204 || response.status === 202 ? undefined : await response.json()
  ) as Answer<Name>
}

/**
 * Calls any endpoint and returns the raw response of a success.
 * @throws RequestFailure for every refusal and every lost connection
 */
export async function fetchAnswer<Name extends EndpointName>(
  name: Name,
  options: RequestOptions<Name> & Bearer,
): Promise<Response> {
  const [method = '', path = ''] = name.split(' ')
  const { params = {}, query, json, form, token, idempotencyKey, signal }: AnyOptions = options
  const address = fillPath(path, params)
  const headers: Record<string, string> = { Accept: 'application/json, */*;q=0.1' }
  if (json !== undefined) headers['Content-Type'] = 'application/json'
  if (token) headers['Authorization'] = `Bearer ${token}`
  if (idempotencyKey) headers['Idempotency-Key'] = `"${idempotencyKey}"`
  let response: Response
  try {
    response = await fetch(query ? `${address}?${new URLSearchParams(query)}` : address, {
      method,
      headers,
      body: json === undefined ? (form ?? null) : JSON.stringify(json),
      signal: signal ?? null,
    })
  } catch (error) {
    if (signal?.aborted) throw error
    throw new RequestFailure(null, null)
  }
  if (!response.ok) {
    const problem = await parseProblem(response)
    if (problem?.code === 'second_step_required') void proveSecondStep()
    throw new RequestFailure(problem, response.status)
  }
  return response
}

async function parseProblem(response: Response): Promise<Problem | null> {
  if (!response.headers.get('Content-Type')?.includes('json')) return null
  try {
    return (await response.json()) as Problem
  } catch {
    return null
  }
}

/** The server's answer to a failed request; null if none arrived, or the failure is of another kind. */
export function findProblem(failure: unknown): Problem | null {
  return failure instanceof RequestFailure ? failure.problem : null
}

/** Whether the server refused the request, so that it did nothing. After a fault of the server it may have done it. */
export function isRefusal(failure: unknown): boolean {
  const { status = 500 } = findProblem(failure) ?? {}
  return status < 500
}

export const describeNoAnswer = (): string => words.failure.notReached

/** Explains a failed request: with the server's text, or that the server couldn't be reached. */
export function describeFailure(failure: unknown): string {
  const problem = findProblem(failure)
  return problem ? (problem.detail ?? problem.title) : describeNoAnswer()
}

/** The same, with the text of the faulty field if the server names one. */
export function describeFault(failure: unknown): string {
  return findProblem(failure)?.errors?.[0]?.message ?? describeFailure(failure)
}
