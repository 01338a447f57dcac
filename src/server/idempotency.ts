import type { Context } from 'hono'
import type { PersonalRequest } from '../contract/personal-data.ts'
import { idempotencyKeyHeadersSchema } from '../contract/verification.ts'
import { type JsonValue, writeCanonicalJson } from '../domain/canonical-json.ts'
import type { AppEnv } from './http/app-env.ts'
import { type Refusal, refuse } from './http/problem.ts'
import { deleteSome, type Queryable, runInBatches, sql, type Transaction } from './platform/database/index.ts'
import { hashHex } from './platform/hash-hex.ts'
import { defineJob, noPayload } from './platform/jobs/index.ts'
import type { Platform } from './platform/platform.ts'

/** A request for which the client sent an Idempotency-Key. */
type NamedRequest = { userId: string; key: string; payload: JsonValue; at: Date }

/**
 * Does the work of a request with an idempotency key once per user and key. A repeated request gets the stored answer,
 * or a refusal if its payload differs (draft-ietf-httpapi-idempotency-key-header, section 2.6).
 *
 * Concurrent requests with the same key wait for each other. The key is claimed in the transaction of the work, so when
 * the work throws, the key is free again and the client can retry.
 *
 * @param work returns a value that JSON can represent
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

/** The request's idempotency key without its quotes; `null` if it has none. Refuses an invalid key. */
export function findIdempotencyKey(c: Context<AppEnv>): string | null | Refusal {
  const parsed = idempotencyKeyHeadersSchema.safeParse({ 'Idempotency-Key': c.req.header('idempotency-key') })
  if (!parsed.success) return refuse('idempotency_key_invalid')
  return parsed.data['Idempotency-Key']?.replaceAll('"', '') ?? null
}

/**
 * Claims a user's key for this transaction. Returns false if it is already claimed; waits for a transaction that is
 * claiming it.
 */
async function claimKey(
  tx: Transaction,
  claim: { userId: string; key: string; payloadSha256: string; at: Date },
): Promise<boolean> {
  const added = await tx.run(sql`
    INSERT INTO idempotency_keys (user_id, key, payload_sha256, created_at)
    VALUES (${claim.userId}, ${claim.key}, ${claim.payloadSha256}, ${claim.at}) ON CONFLICT DO NOTHING`)
  return added === 1
}

async function keepAnswer(tx: Transaction, userId: string, key: string, answer: JsonValue): Promise<void> {
  await tx.run(sql`
    UPDATE idempotency_keys SET answer = ${JSON.stringify(answer)} WHERE user_id = ${userId} AND key = ${key}`)
}

function findKeptAnswer<Answer>(
  q: Queryable,
  userId: string,
  key: string,
): Promise<{ payloadSha256: string; answer: Answer } | null> {
  return q.row(sql`
    SELECT payload_sha256, answer FROM idempotency_keys
    WHERE user_id = ${userId} AND key = ${key}`)
}

/** Deletes at most `limit` keys claimed before an instant. Returns how many. */
function deleteKeysBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_keys WHERE created_at < ${instant} ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`)
}

/** Longer than people wait before they press a button again. */
const keyLifeMs = 24 * 60 * 60 * 1000

/** Deletes the keys older than a day, with the answers stored for them. */
export const forgetKeysJob = defineJob(
  'forget-idempotency-keys',
  noPayload,
  ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const before = new Date(clock.now().getTime() - keyLifeMs)
    return runInBatches((limit) => deleteKeysBefore(database, before, limit))
  },
)

export function gatherRequests(q: Queryable, userId: string): Promise<PersonalRequest[]> {
  return q.rows(sql`
    SELECT key, created_at AS sent_at, answer FROM idempotency_keys WHERE user_id = ${userId} ORDER BY created_at`)
}

/** Deletes at most `limit` of a user's keys. Returns how many. */
export function eraseRequestsOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`idempotency_keys`, sql`user_id = ${userId}`, limit)
}
