import type { PersonalFeedback } from '../../contract/personal-data.ts'
import { type Queryable, sql, type Transaction } from '../platform/database/index.ts'

export function gatherFeedback(q: Queryable, accountId: string): Promise<PersonalFeedback[]> {
  return q.rows(sql`
    SELECT rating, comment, created_at AS "givenAt" FROM user_feedback WHERE account_id = ${accountId} ORDER BY created_at`)
}

export async function eraseFeedbackOf(tx: Transaction, accountId: string): Promise<void> {
  await tx.run(sql`DELETE FROM user_feedback WHERE account_id = ${accountId}`)
}
