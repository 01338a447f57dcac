import { inBatches } from '../platform/database/index.ts'
import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteKeysBefore } from './store.ts'

/** Nobody waits longer before pressing a button again. */
const keyLifeMs = 24 * 60 * 60 * 1000

export const forgetKeysTask = 'forget-idempotency-keys'

/** `forget-idempotency-keys` deletes the keys of yesterday, with the answers kept for them. */
export function idempotencyJobs({ clock, database }: Pick<Platform, 'clock' | 'database'>): JobHandlers {
  return {
    [forgetKeysTask]: () => {
      const before = new Date(clock.now().getTime() - keyLifeMs)
      return inBatches((limit) => deleteKeysBefore(database, before, limit))
    },
  }
}
