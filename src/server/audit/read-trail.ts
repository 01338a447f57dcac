import type { PersonalEvent } from '../../contract/personal-data.ts'
import type { AuditActor } from '../../domain/audit/event.ts'
import { type Queryable, sql } from '../platform/database/index.ts'

/**
 * What one person did at a verification, by its trail, and what they repeated there since. What the others did is theirs: a sealed record says
 * as much of it as both may know.
 */
export function readTrail(q: Queryable, verificationId: string, actor: AuditActor): Promise<PersonalEvent[]> {
  return q.rows(sql`
    SELECT event, at, detail, times FROM (
      SELECT event, at, detail, 1 AS times FROM audit_events
      WHERE verification_id = ${verificationId} AND actor = ${actor}
      UNION ALL
      SELECT event, last_at, facts, times FROM repeated_events
      WHERE verification_id = ${verificationId} AND actor = ${actor} AND times > 0
    ) AS said ORDER BY at`)
}
