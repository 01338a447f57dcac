import { cancel } from '../../../domain/verification/transition.ts'
import {
  countOverdueEndings,
  isEndingRequests,
  listEndingRequests,
  noteRequestsEnded,
} from '../../accounts/index.ts'
import { type DueWork, defineJob, handleEach, noPayload } from '../../platform/jobs/index.ts'
import { queueMail } from '../../platform/mail/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { endVerification, listPendingIds } from '../../verifications/index.ts'
import { closingMailJob } from './closing-mail.ts'

/** The task runs every few minutes. */
const overdueAfterMs = 60 * 60_000

/** Cancels what is left of the open requests of every closed account. */
export const endRequestsJob = defineJob('end-requests-of-closed', noPayload, (platform: Platform) =>
  handleEach(
    (limit) => listEndingRequests(platform.database, limit),
    (id) => endRequestsOf(platform, id, Number.POSITIVE_INFINITY),
    platform.logger,
  ),
)

/**
 * Cancels at most so many open requests of a closed account, each in a transaction of its own, as long as nobody takes the closing back; nobody
 * new can open one. Once none is left the closing is mailed. Answers whether that is so.
 */
export async function endRequestsOf(platform: Platform, userId: string, most: number): Promise<boolean> {
  const { database } = platform
  const pending = await listPendingIds(database, userId)
  for (const id of pending.slice(0, most)) {
    await database.transaction(async (tx) => {
      // Completed at the moment of the closing: then it is a record, which stays.
      if (await isEndingRequests(tx, userId)) await endVerification(platform, tx, id, cancel('creator'))
    })
  }
  if (pending.length > most) return false
  await database.transaction(async (tx) => {
    if (await noteRequestsEnded(tx, userId))
      await queueMail(platform, tx, closingMailJob, { userId }, { accountId: userId })
  })
  return true
}

/** Closed accounts whose open requests are still not cancelled. The recurring task finds them by their rows. */
export function createDueEndings({ clock, database }: Pick<Platform, 'clock' | 'database'>): DueWork {
  return {
    kind: 'closing',
    countOverdue: () => countOverdueEndings(database, new Date(clock.now().getTime() - overdueAfterMs)),
    enqueueMissing: async () => 0,
  }
}
