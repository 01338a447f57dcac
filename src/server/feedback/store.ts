import type { Feedback } from '../../contract/feedback.ts'
import { type Queryable, sql } from '../platform/database/index.ts'

/** One row of `user_feedback`. `userId` is an account's id, or the text anonymous (FEEDBACK-2). */
export type FeedbackRow = Feedback & { userId: string; createdAt: Date }

/** Keeps feedback; `accountId` is null for somebody who is not signed in. */
export async function insertFeedback(
  q: Queryable,
  { rating, comment, accountId, createdAt }: Feedback & { accountId: string | null; createdAt: Date },
): Promise<void> {
  await q.run(sql`
    INSERT INTO user_feedback (account_id, rating, comment, created_at)
    VALUES (${accountId}, ${rating}, ${comment}, ${createdAt})`)
}

/** All feedback, the newest first, for the operator. */
export function listAllFeedback(q: Queryable): Promise<FeedbackRow[]> {
  return q.rows<FeedbackRow>(sql`
    SELECT user_id AS "userId", rating, comment, created_at AS "createdAt"
    FROM user_feedback ORDER BY created_at DESC, id`)
}
