import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deletePassesEndedBefore } from './store.ts'

export const forgetPassesTask = 'forget-gate-passes'

/** `forget-gate-passes` deletes passes that have ended; they open nothing any more. */
export function thirdPartyJobs(platform: Pick<Platform, 'clock' | 'database'>): JobHandlers {
  return { [forgetPassesTask]: () => deletePassesEndedBefore(platform.database, platform.clock.now()) }
}
