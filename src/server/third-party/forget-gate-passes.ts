import { inBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteCodesEndedBefore } from './code-store.ts'
import { deletePassesEndedBefore } from './store.ts'

/** Deletes passes and codes that have ended; they open nothing any more. */
export const forgetPassesJob = defineJob(
  'forget-gate-passes',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const now = clock.now()
    await inBatches((limit) => deletePassesEndedBefore(database, now, limit))
    await inBatches((limit) => deleteCodesEndedBefore(database, now, limit))
  },
)
