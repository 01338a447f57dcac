import type { FieldError, ProblemCode } from '../../contract/problem.ts'

/**
 * An expected refusal, as a value that the caller must look at. `code` picks the status and the public words from the problem table;
 * `retryAfterSeconds` becomes the Retry-After header.
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
