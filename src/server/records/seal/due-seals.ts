import { sealOverdueAfterMs } from '../../../domain/record/limits.ts'
import { type Queryable, sql } from '../../platform/database/index.ts'
import { countOverdue, type DueWork, hasNoJob } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { type SealedKind, sealedKinds } from '../store.ts'
import { enqueueCompletion, nameSealKey, sealJobs } from './seal-jobs.ts'

const batch = 500
/** What was completed a moment ago has its job. */
const missingAfterMs = 30_000

/** Records and withdrawals that are not sealed, and seals that wait for their timestamp. */
export function createDueSeals(platform: Pick<Platform, 'clock' | 'database' | 'jobs'>): DueWork {
  const { clock, database, jobs } = platform
  const computeAgo = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    kind: 'seals',
    countOverdue: () => countOverdueSeals(database, computeAgo(sealOverdueAfterMs)),
    enqueueMissing: () =>
      database.transaction(async (tx) => {
        let count = 0
        for (const document of sealedKinds) {
          const ids = await listUnsealed(tx, document, computeAgo(missingAfterMs))
          const missing = ids.map((verificationId) => ({
            payload: { verificationId },
            key: nameSealKey(document, verificationId),
          }))
          await jobs.enqueueAll(tx, sealJobs[document], missing)
          count += missing.length
        }
        const untimed = await listWithoutTimestamp(tx, computeAgo(missingAfterMs))
        for (const sealed of untimed) await enqueueCompletion(platform, tx, sealed, 0)
        return count + untimed.length
      }),
  }
}

/** A seal without a timestamp counts as done: the authority decides when it gets one. */
function countOverdueSeals(q: Queryable, before: Date) {
  return countOverdue(
    q,
    sql`SELECT due FROM (
      SELECT created_at AS due FROM records WHERE sealed_at IS NULL AND created_at < ${before}
      UNION ALL
      SELECT withdrawn_at FROM records
      WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL AND withdrawn_at < ${before}) unsealed`,
  )
}

/** Verifications whose record, or whose withdrawal, is due since before an instant and will be sealed by no job. */
async function listUnsealed(q: Queryable, document: SealedKind, before: Date): Promise<string[]> {
  const key = sql`${nameSealKey(document, '')}::text || verification_id`
  const rows = await q.rows<{ id: string }>(
    document === 'record'
      ? sql`SELECT verification_id AS id FROM records
          WHERE sealed_at IS NULL AND created_at < ${before} AND ${hasNoJob(key)} ORDER BY created_at LIMIT ${batch}`
      : sql`SELECT verification_id AS id FROM records
          WHERE withdrawn_at IS NOT NULL AND withdrawal_sealed_at IS NULL AND withdrawn_at < ${before}
            AND ${hasNoJob(key)} ORDER BY withdrawn_at LIMIT ${batch}`,
  )
  return rows.map(({ id }) => id)
}

/** Documents whose newest revision waits for a timestamp that no job will ask for. */
function listWithoutTimestamp(
  q: Queryable,
  before: Date,
): Promise<{ verificationId: string; document: SealedKind }[]> {
  return q.rows(sql`
    SELECT s.verification_id AS "verificationId", s.document FROM sealed_documents s
    WHERE s.timestamp_state = 'pending' AND s.sealed_at < ${before}
      AND NOT EXISTS (SELECT FROM sealed_documents n WHERE n.verification_id = s.verification_id
        AND n.document = s.document AND n.revision > s.revision)
      AND ${hasNoJob(sql`'complete-timestamp ' || s.document || ' ' || s.verification_id`)}
    ORDER BY s.sealed_at LIMIT ${batch}`)
}
