import type { Context } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { describeWaitUntil } from '../../../words/wait.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { type AuthRefusal, authErrors, waitMark } from './auth-error.ts'

const versionHeader = 'X-Supabase-Api-Version'

/** The version from which the client reads `code` (AUTH-4). */
const codedErrorsSince = '2024-01-01'

/** Answers a refusal in the format that the request's API version asks for. */
export function answerAuthError(c: Context<AppEnv>, refusal: AuthRefusal): Response {
  const row = authErrors[refusal.authRefused]
  const status = refusal.status ?? row.status
  const message = (refusal.message ?? row.message).replace(
    waitMark,
    describeWaitUntil(refusal.retryAfterSeconds),
  )
  const weakPassword = refusal.reasons ? { weak_password: { reasons: refusal.reasons } } : {}
  c.header('X-Sb-Error-Code', refusal.authRefused)
  if (refusal.retryAfterSeconds !== undefined) c.header('Retry-After', String(refusal.retryAfterSeconds))
  if (doesWantCodedErrors(c.req.header(versionHeader))) {
    c.header(versionHeader, codedErrorsSince)
    return c.json({ code: refusal.authRefused, message, ...weakPassword }, status as ContentfulStatusCode)
  }
  return c.json(
    { code: status, error_code: refusal.authRefused, msg: message, ...weakPassword },
    status as ContentfulStatusCode,
  )
}

/** OAuth's own form (RFC 6749, section 5.2), for a refresh without a token. */
export function answerOauthError(c: Context<AppEnv>, description: string): Response {
  return c.json({ error: 'invalid_request', error_description: description }, 400)
}

function doesWantCodedErrors(version: string | undefined): boolean {
  return version !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= codedErrorsSince
}
