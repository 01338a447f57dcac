import { workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteReadingsBefore } from './store.ts'

/** A verdict counts for a day, which is over everywhere by then. */
const keptMs = 3 * 24 * 60 * 60 * 1000

/** Deletes readings that count no longer. Those of an open link stay: its third party has three tries, not three a day. */
export const forgetReadingsJob = defineJob(
  'forget-readings',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const before = new Date(clock.now().getTime() - keptMs)
    await workInBatches((limit) => deleteReadingsBefore(database, before, limit))
  },
)
