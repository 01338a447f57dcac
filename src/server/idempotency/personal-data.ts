import type { PersonalRequest } from '../../contract/personal-data.ts'
import { type Queryable, sql } from '../platform/database/index.ts'

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
