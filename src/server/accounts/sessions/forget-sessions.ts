import { workInBatches } from '../../platform/database/index.ts'
import { defineJob, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { computeExpiredIfOpenedBy } from '../users/policy.ts'
import { endSessionsOpenedBy } from './session-store.ts'

/** Deletes the sessions that have ended by their age, with the addresses of their devices. */
export const forgetSessionsJob = defineJob(
  'forget-ended-sessions',
  noPayload,
  async ({ clock, database }: Platform) => {
    const moment = computeExpiredIfOpenedBy(clock.now())
    await workInBatches((limit) => endSessionsOpenedBy(database, moment, limit))
  },
)
