import { holdReasonKeptDays } from '../../../domain/record/limits.ts'
import { appendAuditEvent } from '../../audit/index.ts'
import { announceChange } from '../../live/index.ts'
import { workInBatches } from '../../platform/database/index.ts'
import { type DueWork, defineJob, handleEach, noPayload } from '../../platform/jobs/index.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockVerification } from '../../verifications/index.ts'
import { enqueueHoldMails } from './hold-mail-job.ts'
import { releaseFiles } from './release-files.ts'
import { countOverdueHolds, endHoldsInTime, forgetReasons, withHoldsToEnd } from './store.ts'

const dayMs = 24 * 60 * 60 * 1000
/** The task runs every few minutes. */
const overdueAfterMs = 60 * 60_000

/** Ends the holds whose time is over, with the files that they alone kept, and forgets why those were set that ended a while ago. */
export const endHoldsJob = defineJob('end-legal-holds', noPayload, async (platform: Platform) => {
  const { clock, database, logger } = platform
  await handleEach(
    (limit) => withHoldsToEnd(database, clock.now(), limit),
    (id) => endHoldsOf(platform, id),
    logger,
  )
  const before = new Date(clock.now().getTime() - holdReasonKeptDays * dayMs)
  await workInBatches((limit) => forgetReasons(database, before, limit))
})

async function endHoldsOf(platform: Platform, id: string): Promise<void> {
  await platform.database.transaction(async (tx) => {
    const row = await lockVerification(tx, id)
    if (!row) return
    const at = platform.clock.now()
    for (const holder of await endHoldsInTime(tx, id, at)) {
      const detail = { because: 'time', of: holder }
      await appendAuditEvent(tx, { verificationId: id, event: 'hold_ended', actor: 'system', at, detail })
      await enqueueHoldMails(platform, tx, { verificationId: id, holder, occasion: 'hold_ended' })
    }
    await releaseFiles(platform, tx, id)
    await announceChange(tx, row.userId, { verificationId: id, status: row.status })
  })
}

/** Holds past their time. The recurring task finds them by their rows, so that none can be without its job. */
export function createDueHolds({ clock, database }: Pick<Platform, 'clock' | 'database'>): DueWork {
  return {
    kind: 'holds',
    countOverdue: () => countOverdueHolds(database, new Date(clock.now().getTime() - overdueAfterMs)),
    enqueueMissing: async () => 0,
  }
}
