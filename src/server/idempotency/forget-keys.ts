import { workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteKeysBefore } from './store.ts'

/** Nobody waits longer before pressing a button again. */
const keyLifeMs = 24 * 60 * 60 * 1000

/** Deletes the keys of yesterday, with the answers kept for them. */
export const forgetKeysJob = defineJob(
  'forget-idempotency-keys',
  noPayload,
  ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const before = new Date(clock.now().getTime() - keyLifeMs)
    return workInBatches((limit) => deleteKeysBefore(database, before, limit))
  },
)
