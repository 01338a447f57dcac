import type { DueWork } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { readDocumentJob } from './read-document-job.ts'
import { overdueReadings, readingKey, waitingWithoutJob } from './store.ts'

/** What has just been asked for has its job. */
const missingAfterMs = 30_000
const missingBatch = 1000
const overdueAfterMs = 10 * 60_000

/** Readings that wait, whatever became of their job. */
export function dueReadings({
  clock,
  database,
  jobs,
}: Pick<Platform, 'clock' | 'database' | 'jobs'>): DueWork {
  const ago = (ms: number) => new Date(clock.now().getTime() - ms)
  return {
    kind: 'reading',
    overdue: () => overdueReadings(database, ago(overdueAfterMs)),
    enqueueMissing: () =>
      database.transaction(async (tx) => {
        const ids = await waitingWithoutJob(tx, ago(missingAfterMs), missingBatch)
        await jobs.enqueueAll(
          tx,
          readDocumentJob,
          ids.map((readingId) => ({ payload: { readingId }, key: readingKey(readingId) })),
        )
        return ids.length
      }),
  }
}
