import type { JsonValue } from '../../domain/canonical-json.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

/** Takes a user's key for this transaction's work. False when it is taken; waits for whoever is taking it. */
export async function claimKey(
  tx: Transaction,
  claim: { userId: string; key: string; payloadSha256: string; at: Date },
): Promise<boolean> {
  const added = await tx.run(sql`
    INSERT INTO idempotency_keys (user_id, key, payload_sha256, created_at)
    VALUES (${claim.userId}, ${claim.key}, ${claim.payloadSha256}, ${claim.at}) ON CONFLICT DO NOTHING`)
  return added === 1
}

export async function keepAnswer(
  tx: Transaction,
  userId: string,
  key: string,
  answer: JsonValue,
): Promise<void> {
  await tx.run(sql`
    UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)} WHERE user_id = ${userId} AND key = ${key}`)
}

export function findKeptAnswer<Answer>(
  q: Queryable,
  userId: string,
  key: string,
): Promise<{ payloadSha256: string; answer: Answer } | null> {
  return q.row(sql`
    SELECT payload_sha256 AS "payloadSha256", answer FROM idempotency_keys
    WHERE user_id = ${userId} AND key = ${key}`)
}

/** Forgets at most `limit` keys that were taken before an instant. Answers how many. */
export function deleteKeysBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_keys WHERE created_at < ${instant} ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`)
}
