import type { PersonalRequest } from '../../contract/personal-data.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

export function requestsOf(q: Queryable, userId: string): Promise<PersonalRequest[]> {
  return q.rows(sql`
    SELECT key, created_at AS "sentAt", answer FROM idempotency_keys WHERE user_id = ${userId} ORDER BY created_at`)
}

export async function eraseRequestsOf(tx: Transaction, userId: string): Promise<void> {
  await tx.run(sql`DELETE FROM idempotency_keys WHERE user_id = ${userId}`)
}
