import { sql } from '../platform/database/index.ts'
import type { TestApp } from './test-app.ts'

/**
 * Everything that happened to a verification, as `opened by visitor`: each as often as the trail says, and what is
 * counted but not yet said.
 */
export async function listEvents(test: TestApp, verificationId: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string; times: number }>(sql`
    SELECT event, actor, times FROM (
      SELECT event, actor, coalesce((detail->>'timesMore')::int, 1) AS times, sequence
      FROM audit_events WHERE verification_id = ${verificationId}
      UNION ALL
      SELECT event, actor, times, NULL FROM repeated_events WHERE verification_id = ${verificationId}
    ) AS said ORDER BY sequence NULLS LAST`)
  return rows.flatMap(({ event, actor, times }) => Array<string>(times).fill(`${event} by ${actor}`))
}

/** The rows of a verification's trail, as `opened by visitor`: one line for each row, with any count. */
export async function listTrailRows(test: TestApp, verificationId: string): Promise<string[]> {
  const rows = await test.database.rows<{ event: string; actor: string }>(
    sql`SELECT event, actor FROM audit_events WHERE verification_id = ${verificationId} ORDER BY sequence`,
  )
  return rows.map(({ event, actor }) => `${event} by ${actor}`)
}
