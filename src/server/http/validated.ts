import type { Context } from 'hono'
import type { ZodType } from 'zod'
import '../../contract/default-wording.ts'
import type { FieldError } from '../../contract/problem.ts'
import type { AppEnv } from './app-env.ts'
import { type Refusal, refuse } from './refusal.ts'

/**
 * The request's JSON body as the schema promises it, or a refusal naming every faulty field at once.
 * The refusal never repeats what was sent.
 */
export async function validatedJson<T>(c: Context<AppEnv>, schema: ZodType<T>): Promise<T | Refusal> {
  let body: unknown
  try {
    body = await c.req.json()
  } catch {
    return refuse('body_unreadable')
  }
  return validated(schema, body)
}

/** Any value as the schema promises it, or a refusal naming every faulty field at once. */
export function validated<T>(schema: ZodType<T>, value: unknown): T | Refusal {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors: FieldError[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  return refuse('validation_failed', { errors })
}
