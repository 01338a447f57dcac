import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { holdTrail } from './held-trail.ts'
import { endPeriodsOf, withEndedPeriods } from './repeat-store.ts'
import { sayRepeats } from './say-repeats.ts'

const batch = 200

/** Writes the count of every period that has ended into its trail. */
export const sayRepeatsJob = defineJob(
  'say-repeated-events',
  noPayload,
  async ({ clock, database }: Platform) => {
    for (;;) {
      const now = clock.now()
      const ids = await withEndedPeriods(database, now, batch)
      for (const id of new Set(ids)) {
        await database.transaction(async (tx) => {
          await holdTrail(tx, id)
          await sayRepeats(tx, await endPeriodsOf(tx, id, now), now)
        })
      }
      if (ids.length < batch) return
    }
  },
)
