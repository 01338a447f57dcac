import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { endPeriodsOf, withEndedPeriods } from './repeat-store.ts'
import { sayRepeats } from './say-repeats.ts'
import { lockVerification } from './store.ts'

export const sayRepeatsTask = 'say-repeated-events'

const batch = 200

/** `say-repeated-events` writes the count of every period that has ended into its trail. */
export function auditJobs({ clock, database }: Platform): JobHandlers {
  return {
    [sayRepeatsTask]: async () => {
      for (;;) {
        const now = clock.now()
        const ids = await withEndedPeriods(database, now, batch)
        for (const id of ids) {
          await database.transaction(async (tx) => {
            await lockVerification(tx, id)
            await sayRepeats(tx, await endPeriodsOf(tx, id, now), now)
          })
        }
        if (ids.length < batch) return
      }
    },
  }
}
