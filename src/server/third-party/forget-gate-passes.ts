import { inBatches } from '../platform/database/index.ts'
import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteCodesEndedBefore } from './code-store.ts'
import { deletePassesEndedBefore } from './store.ts'

export const forgetPassesTask = 'forget-gate-passes'

/** `forget-gate-passes` deletes passes and codes that have ended; they open nothing any more. */
export function forgetPassesJobs({ clock, database }: Pick<Platform, 'clock' | 'database'>): JobHandlers {
  return {
    [forgetPassesTask]: async () => {
      const now = clock.now()
      await inBatches((limit) => deletePassesEndedBefore(database, now, limit))
      await inBatches((limit) => deleteCodesEndedBefore(database, now, limit))
    },
  }
}
