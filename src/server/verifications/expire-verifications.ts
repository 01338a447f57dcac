import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { closeVerification } from './close-verification.ts'
import { pendingSince } from './store.ts'

const batch = 200
const dayMs = 24 * 60 * 60 * 1000

export const expireTask = 'expire-verifications'

/** `expire-verifications` closes every link that stayed pending for longer than the configured days. */
export function expiryJobs(platform: Platform): JobHandlers {
  return {
    [expireTask]: async () => {
      const before = new Date(platform.clock.now().getTime() - platform.settings.linkLifeDays * dayMs)
      for (;;) {
        const ids = await pendingSince(platform.database, before, batch)
        for (const id of ids) {
          // Completed or declined meanwhile: then there is nothing to close.
          await platform.database.transaction((tx) => closeVerification(platform, tx, id, 'expired'))
        }
        if (ids.length < batch) return
      }
    },
  }
}
