import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { type Problem, problems } from '../../contract/problem.ts'
import { explainProblem } from '../../contract/problem-text.ts'
import type { AppEnv } from './app-env.ts'
import type { Refusal } from './refusal.ts'

/** The problem document (RFC 9457) of a refusal, with the request's id for the person who asks us about it. */
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
 * Answers a refusal as application/problem+json. Under /functions the specified members `success` and `error` stand beside the problem's
 * (ERROR-1); `error` is the problem's title, or its sentence where `says` asks for that.
 */
export function answerProblem(
  c: Context<AppEnv>,
  refusal: Refusal,
  says: 'title' | 'detail' = 'title',
): Response {
  const problem = toProblem(refusal, c.get('requestId'))
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds))
  c.header('Content-Type', 'application/problem+json')
  const body = c.req.path.startsWith('/functions/')
    ? { ...problem, success: false, error: problem[says] || problem.title }
    : problem
  return c.body(JSON.stringify(body), problem.status as ContentfulStatusCode)
}
