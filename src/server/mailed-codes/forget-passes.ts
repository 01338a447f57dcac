import { workInBatches } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { deleteCodesEndedBefore } from './code-store.ts'
import { deleteMailboxCodesEndedBefore, deleteMailboxPassesEndedBefore } from './mailbox-store.ts'
import { deletePassesEndedBefore, gatePasses, recordPasses } from './pass-store.ts'

/** Deletes passes and codes that have ended; they open nothing any more. */
export const forgetPassesJob = defineJob(
  'forget-gate-passes',
  noPayload,
  async ({ clock, database }: Pick<Platform, 'clock' | 'database'>) => {
    const now = clock.now()
    for (const passes of [gatePasses, recordPasses]) {
      await workInBatches((limit) => deletePassesEndedBefore(database, passes, now, limit))
    }
    await workInBatches((limit) => deleteCodesEndedBefore(database, now, limit))
    await workInBatches((limit) => deleteMailboxCodesEndedBefore(database, now, limit))
    await workInBatches((limit) => deleteMailboxPassesEndedBefore(database, now, limit))
  },
)
