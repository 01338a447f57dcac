import { type DueWork, dueRows } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { readDocumentJob } from './read-document-job.ts'
import { overdueReadings, readingKey, waitingWithoutJob } from './store.ts'

/** Readings that wait, whatever became of their job. */
export function dueReadings(platform: Pick<Platform, 'clock' | 'database' | 'jobs'>): DueWork {
  return dueRows(platform, {
    kind: 'reading',
    overdueAfterMs: 10 * 60_000,
    overdue: overdueReadings,
    withoutJob: waitingWithoutJob,
    job: readDocumentJob,
    toPayload: (readingId) => ({ readingId }),
    toKey: readingKey,
  })
}
