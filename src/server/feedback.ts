import type { Hono } from 'hono'
import type { Feedback } from '../contract/feedback.ts'
import type { PersonalFeedback } from '../contract/personal-data.ts'
import { accountCallers } from './accounts/index.ts'
import type { AppEnv } from './http/app-env.ts'
import { serveEndpoints } from './http/serve-endpoints.ts'
import { deleteSome, type Queryable, sql } from './platform/database/index.ts'
import type { Platform } from './platform/platform.ts'

/**
 * Accepts feedback from signed-in and signed-out people. Its text is stored only in its row: logs, audit trail and
 * answers never repeat it.
 */
export function createFeedbackRoutes(platform: Platform): Hono<AppEnv> {
  return serveEndpoints(platform, accountCallers, {
    'POST /api/feedback': ({ caller, body }) =>
      insertFeedback(platform.database, {
        ...body,
        accountId: caller?.id ?? null,
        createdAt: platform.clock.now(),
      }),
  })
}

/** One row of `user_feedback`, as read from the database. `userId` is an account's id, or `anonymous` (FEEDBACK-2). */
type FeedbackRow = Feedback & { userId: string; createdAt: Date }

/** Stores feedback; `accountId` is null for a signed-out person. */
async function insertFeedback(
  q: Queryable,
  { rating, comment, accountId, createdAt }: Feedback & { accountId: string | null; createdAt: Date },
): Promise<void> {
  await q.run(sql`
    INSERT INTO user_feedback (account_id, rating, comment, created_at)
    VALUES (${accountId}, ${rating}, ${comment}, ${createdAt})`)
}

/** All feedback, newest first, for the operator. */
export function listAllFeedback(q: Queryable): Promise<FeedbackRow[]> {
  return q.rows<FeedbackRow>(sql`
    SELECT user_id, rating, comment, created_at
    FROM user_feedback ORDER BY created_at DESC, id`)
}

export function gatherFeedback(q: Queryable, accountId: string): Promise<PersonalFeedback[]> {
  return q.rows(sql`
    SELECT rating, comment, created_at AS given_at FROM user_feedback WHERE account_id = ${accountId} ORDER BY created_at`)
}

/** Deletes at most `limit` rows of an account's feedback. Returns how many. */
export function eraseFeedbackOf(q: Queryable, accountId: string, limit: number): Promise<number> {
  return deleteSome(q, sql`user_feedback`, sql`account_id = ${accountId}`, limit)
}
