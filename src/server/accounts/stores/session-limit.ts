import { type Sql, sql } from '../../platform/database/index.ts'
import { type AuthMethod, hasTwoSteps, secondSteps } from './proofs.ts'

/**
 * The sessions of one account at most (SESSION-19): a list of devices stays readable, and ending all of them quick. If
 * the account has an app, those without the second step count for themselves, so that a person who knows only the
 * password signs out no device that gave it.
 */
const maxSessions = { usual: 200, withoutSecondStep: 10 }

export const selectHasApp = (userId: Sql) =>
  sql`EXISTS (SELECT FROM authenticator_apps WHERE user_id = ${userId} AND confirmed_at IS NOT NULL)`

/** Whether a session has the second step: `hasTwoSteps` in SQL. */
export const isTwoStep = sql`EXISTS (
  SELECT FROM jsonb_array_elements(sessions.amr) AS entry WHERE entry->>'method' = ANY(${secondSteps}))`

/**
 * Ends the least recently used sessions of a user who gets one more. The user's row must be locked before this
 * statement begins, so that it sees every session.
 */
export function endSurplusSessions(userId: string, amr: AuthMethod[]): Sql {
  const isNewTwoStep = hasTwoSteps(amr)
  const most = isNewTwoStep ? maxSessions.usual : maxSessions.withoutSecondStep
  const ownsApp = sql`(SELECT ${selectHasApp(sql`${userId}::uuid`)})`
  return sql`DELETE FROM sessions WHERE id = ANY(ARRAY(
    SELECT id FROM sessions WHERE user_id = ${userId} AND (NOT ${ownsApp} OR ${isTwoStep} = ${isNewTwoStep})
    ORDER BY refreshed_at DESC, created_at DESC, id
    OFFSET CASE WHEN ${ownsApp} THEN ${most}::int ELSE ${maxSessions.usual}::int END - 1 FOR UPDATE SKIP LOCKED))`
}
