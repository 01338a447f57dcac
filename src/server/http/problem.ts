import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { ZodType } from 'zod'
import {
  explainProblem,
  type FieldError,
  type Problem,
  type ProblemCode,
  problems,
} from '../../contract/problem.ts'
import type { AppEnv } from './app-env.ts'
import '../../contract/default-wording.ts'
import { readLanguage } from '../../words/language.ts'
import { DatabaseUnavailable } from '../platform/database/index.ts'
import { describeError, type Logger } from '../platform/logging/index.ts'
import { ProcessNotStarted } from '../platform/processes/index.ts'
import { StorageUnavailable } from '../platform/storage/index.ts'
import { ThreadNotStarted } from '../platform/threads/index.ts'

/**
 * An expected refusal, as a return value that the caller must check. `code` selects the status and the public texts
 * from the problem table; `retryAfterSeconds` becomes the Retry-After header.
 */
export type Refusal = {
  refused: ProblemCode
  errors?: FieldError[]
  retryAfterSeconds?: number
}

export function refuse(refused: ProblemCode, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...more }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value
}

/** The problem document (RFC 9457) of a refusal, with the request's id for support. */
export function toProblem(refusal: Refusal, requestId: string | undefined): Problem {
  const { title, detail } = explainProblem(refusal.refused, refusal.retryAfterSeconds)
  return {
    type: 'about:blank',
    title,
    status: problems[refusal.refused].status,
    detail,
    code: refusal.refused,
    ...(refusal.errors ? { errors: refusal.errors } : {}),
    ...(requestId ? { requestId } : {}),
  }
}

/**
 * Answers a refusal as application/problem+json. Under /functions the specified members `success` and `error` are added
 * (ERROR-1); `error` is the problem's title, or its detail if `says` is `detail`.
 */
export function answerProblem(
  c: Context<AppEnv>,
  refusal: Refusal,
  text: 'title' | 'detail' = 'title',
): Response {
  c.set('refusedCode', refusal.refused)
  const problem = toProblem(refusal, c.get('requestId'))
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds))
  c.header('Content-Type', 'application/problem+json')
  c.header('Content-Language', readLanguage().tag)
  const body = c.req.path.startsWith('/functions/')
    ? { ...problem, success: false, error: problem[text] || problem.title }
    : problem
  return c.body(JSON.stringify(body), problem.status as ContentfulStatusCode)
}

/** The value parsed by the schema, or a refusal that names every invalid field. The refusal never repeats the input. */
export function validate<T>(schema: ZodType<T>, value: unknown): T | Refusal {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors: FieldError[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  return refuse('validation_failed', { errors })
}

/** Time within which the server recovers once its database and its store have recovered. */
export const retryAfterSeconds = 5

const outages = [
  [DatabaseUnavailable, 'the database'],
  [StorageUnavailable, 'the store'],
  [ProcessNotStarted, 'the processes that decode files'],
  [ThreadNotStarted, 'the threads of this process'],
] as const

/** The unavailable service that an error reports: a temporary outage, not a bug. Null for other errors. */
export function findOutage(error: unknown): string | null {
  return outages.find(([kind]) => error instanceof kind)?.[1] ?? null
}

/** Logs a warning for a request that failed because of an outage. */
export function noteOutage(logger: Logger, c: Context<AppEnv>, error: Error, place: string): void {
  logger.warn(
    { requestId: c.get('requestId'), error: describeError(error) },
    `a request met an outage of ${place}`,
  )
}
