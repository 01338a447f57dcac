import type { Context } from 'hono'
import type { PersonalRequest } from '../contract/personal-data.ts'
import { idempotencyKeyHeadersSchema } from '../contract/verification.ts'
import { type JsonValue, writeCanonicalJson } from '../domain/canonical-json.ts'
import type { AppEnv } from './http/app-env.ts'
import { type Refusal, refuse } from './http/problem.ts'
import { type Queryable, sql, type Transaction, workInBatches } from './platform/database/index.ts'
import { hashHex } from './platform/hash-hex.ts'
import { defineJob, noPayload } from './platform/jobs/index.ts'
import type { Platform } from './platform/platform.ts'

/** A request that its client named with an Idempotency-Key. */
type NamedRequest = { userId: string; key: string; payload: JsonValue; at: Date }

/**
 * Does a named request's work, unless the same user's request of that name did it before: then answers what was
 * answered then, or refuses when that one said something else (draft-ietf-httpapi-idempotency-key-header, section 2.6).
 *
 * Twins that run at the same moment wait for each other. The name is taken in the transaction of the work, so that work
 * which throws has not taken it and may be tried again.
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

/**
 * The name that the client gave this request, without its quotes; `null` when it gave none. Refuses what cannot be a
 * name.
 */
export function findIdempotencyKey(c: Context<AppEnv>): string | null | Refusal {
  const parsed = idempotencyKeyHeadersSchema.safeParse({ 'Idempotency-Key': c.req.header('idempotency-key') })
  if (!parsed.success) return refuse('idempotency_key_invalid')
  return parsed.data['Idempotency-Key']?.replaceAll('"', '') ?? null
}

/**
 * Takes a user's key for this transaction's work. False when it is taken; waits for a transaction that is taking it.
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
    SELECT payload_sha256 AS "payloadSha256", answer FROM idempotency_keys
    WHERE user_id = ${userId} AND key = ${key}`)
}

/** Forgets at most `limit` keys that were taken before an instant. Answers how many. */
function deleteKeysBefore(q: Queryable, instant: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_keys WHERE created_at < ${instant} ORDER BY created_at LIMIT ${limit}
      FOR UPDATE SKIP LOCKED))`)
}

/** Longer than people wait before pressing a button again. */
const keyLifeMs = 24 * 60 * 60 * 1000

/** Deletes the keys of yesterday, with the answers kept for them. */
export const forgetKeysJob = defineJob(
  'forget-idempotency-keys',
  noPayload,
  ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const before = new Date(clock.now().getTime() - keyLifeMs)
    return workInBatches((limit) => deleteKeysBefore(database, before, limit))
  },
)

export function gatherRequests(q: Queryable, userId: string): Promise<PersonalRequest[]> {
  return q.rows(sql`
    SELECT key, created_at AS "sentAt", answer FROM idempotency_keys WHERE user_id = ${userId} ORDER BY created_at`)
}

/** Forgets at most `limit` of them. Answers how many. */
export function eraseRequestsOf(q: Queryable, userId: string, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM idempotency_keys WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotency_keys WHERE user_id = ${userId} LIMIT ${limit}))`)
}
