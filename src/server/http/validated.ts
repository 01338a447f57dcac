import type { ZodType } from 'zod'
import '../../contract/default-wording.ts'
import type { FieldError } from '../../contract/problem.ts'
import { type Refusal, refuse } from './refusal.ts'

/** Any value as the schema promises it, or a refusal naming every faulty field at once, which never repeats what was sent. */
export function validate<T>(schema: ZodType<T>, value: unknown): T | Refusal {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const errors: FieldError[] = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  return refuse('validation_failed', { errors })
}
