import { z } from 'zod'
import type { Transaction } from '../platform/database/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { findSessionOf, forgetSession } from './store.ts'

/** Has the provider erase what it collected for a check, and forgets its name for it. */
export const eraseSessionJob = defineJob(
  'erase-identity-session',
  z.object({ checkId: z.uuid() }),
  async ({ database, identityProvider }: Platform, { checkId }) => {
    const sessionId = await findSessionOf(database, checkId)
    if (sessionId === null) return
    await identityProvider.erase(sessionId)
    await forgetSession(database, checkId)
  },
)

/** Has it erased soon; tried again until the provider takes it. */
export function enqueueErase({ jobs }: Platform, tx: Transaction, checkId: string): Promise<void> {
  return jobs.enqueue(tx, eraseSessionJob, { checkId }, { key: `${eraseSessionJob.name}:${checkId}` })
}
