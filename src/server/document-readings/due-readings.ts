import { createDueRows, type DueWork } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { readDocumentJob } from './read-document-job.ts'
import { countOverdueReadings, listWaitingWithoutJob, nameReadingKey } from './store.ts'

/** Readings that wait, whatever became of their job. */
export function createDueReadings(platform: Pick<Platform, 'clock' | 'database' | 'jobs'>): DueWork {
  return createDueRows(platform, {
    kind: 'reading',
    overdueAfterMs: 10 * 60_000,
    overdue: countOverdueReadings,
    withoutJob: listWaitingWithoutJob,
    job: readDocumentJob,
    toPayload: (readingId) => ({ readingId }),
    toKey: nameReadingKey,
  })
}
