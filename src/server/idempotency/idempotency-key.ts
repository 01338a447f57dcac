import type { Context } from 'hono'
import { idempotencyKeyHeadersSchema } from '../../contract/idempotency-key.ts'
import type { AppEnv } from '../http/app-env.ts'
import { type Refusal, refuse } from '../http/refusal.ts'

/** The name that the client gave this request, without its quotes; `null` when it gave none. Refuses what cannot be a name. */
export function findIdempotencyKey(c: Context<AppEnv>): string | null | Refusal {
  const parsed = idempotencyKeyHeadersSchema.safeParse({ 'Idempotency-Key': c.req.header('idempotency-key') })
  if (!parsed.success) return refuse('idempotency_key_invalid')
  return parsed.data['Idempotency-Key']?.replaceAll('"', '') ?? null
}
