import { type JsonValue, writeCanonicalJson } from '../../domain/canonical-json.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import type { Transaction } from '../platform/database/index.ts'
import { hashHex } from '../platform/hash-hex.ts'
import { claimKey, findKeptAnswer, keepAnswer } from './store.ts'

/** A request that its client named with an Idempotency-Key. */
export type NamedRequest = { userId: string; key: string; payload: JsonValue; at: Date }

/**
 * Does a named request's work, unless the same user's request of that name did it before: then answers what was answered then, or refuses
 * when that one said something else (draft-ietf-httpapi-idempotency-key-header, section 2.6).
 *
 * Twins that run at the same moment wait for each other. The name is taken in the transaction of the work, so that work which throws has
 * not taken it and may be tried again.
 *
 * @param work answers something that JSON can say
 */
export async function doOnce<Answer extends { [member: string]: JsonValue }>(
  tx: Transaction,
  { userId, key, payload, at }: NamedRequest,
  work: () => Promise<Answer>,
): Promise<Answer | Refusal> {
  const payloadSha256 = hashHex(writeCanonicalJson(payload))
  if (!(await claimKey(tx, { userId, key, payloadSha256, at }))) {
    const kept = await findKeptAnswer<Answer>(tx, userId, key)
    return kept?.payloadSha256 === payloadSha256 ? kept.answer : refuse('idempotency_key_reused')
  }
  const answer = await work()
  await keepAnswer(tx, userId, key, answer)
  return answer
}
