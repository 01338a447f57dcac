import { type Queryable, sql } from '../platform/database/index.ts'
import { countOverdue, hasNoJob, type Overdue } from '../platform/jobs/index.ts'

/** The key of the job that reads (read-document-job.ts). */
export function readingKey(id: string): string {
  return `read-document ${id}`
}

/** Readings that were asked for before an instant, and that no job will do. */
export async function waitingWithoutJob(q: Queryable, before: Date, limit: number): Promise<string[]> {
  const key = sql`${readingKey('')}::text || r.id`
  const rows = await q.rows<{ id: string }>(sql`
    SELECT r.id FROM document_readings r
    WHERE r.ended_at IS NULL AND r.requested_at < ${before} AND ${hasNoJob(key)}
    ORDER BY r.requested_at LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}

export function overdueReadings(q: Queryable, before: Date): Promise<Overdue> {
  return countOverdue(
    q,
    sql`SELECT requested_at AS due FROM document_readings WHERE ended_at IS NULL AND requested_at < ${before}`,
  )
}

/** Deletes at most `limit` readings that ended and were asked for before an instant, but those of open links. Answers how many. */
export function deleteReadingsBefore(q: Queryable, before: Date, limit: number): Promise<number> {
  return q.run(sql`
    DELETE FROM document_readings WHERE id = ANY(ARRAY(
      SELECT r.id FROM document_readings r LEFT JOIN verifications v ON v.id = r.verification_id
      WHERE r.ended_at IS NOT NULL AND r.requested_at < ${before} AND v.status IS DISTINCT FROM 'pending'
      ORDER BY r.requested_at LIMIT ${limit}))`)
}
