import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteCodesEndedBefore } from './code-store.ts'
import { deletePassesEndedBefore } from './store.ts'

export const forgetPassesTask = 'forget-gate-passes'

/** `forget-gate-passes` deletes passes and codes that have ended; they open nothing any more. */
export function forgetPassesJobs({ clock, database }: Pick<Platform, 'clock' | 'database'>): JobHandlers {
  return {
    [forgetPassesTask]: async () => {
      await deletePassesEndedBefore(database, clock.now())
      await deleteCodesEndedBefore(database, clock.now())
    },
  }
}
