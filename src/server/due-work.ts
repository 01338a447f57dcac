import { createDueDestruction, createDueReadings } from './documents/index.ts'
import { type DueWork, defineJob, noPayload } from './platform/jobs/index.ts'
import { describeError } from './platform/logging/index.ts'
import { createDueMails } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'
import { createDueEndings, createDueErasure, createDueExports, createDueForgetting } from './privacy/index.ts'
import { createDueArchives, createDueHolds, createDueRetention, createDueSeals } from './records/index.ts'
import { createDueExpiry } from './verifications/index.ts'

/**
 * Looks into the rows for due work, and enqueues it again where its job is lost, so that it is done in the end. Overdue
 * work is named in the log.
 */
export const sweepDueWorkJob = defineJob('sweep-due-work', noPayload, async (platform: Platform) => {
  const { logger } = platform
  for (const { kind, enqueueMissing } of listDueWork(platform)) {
    try {
      const enqueued = (await enqueueMissing?.()) ?? 0
      if (enqueued > 0) logger.warn({ kind, enqueued }, 'work had no job and was enqueued again')
    } catch (error) {
      logger.error({ kind, error: describeError(error) }, 'missing work could not be looked for')
    }
  }
  for (const late of await countOverdueWork(platform))
    if (late.count > 0) logger.warn(late, 'work is overdue')
})

/** How much of a kind is late, 10,000 at most, and for how long the oldest is; 0 and 0 when nothing is. */
export type OverdueWork = { kind: string; count: number; oldestSeconds: number }

export async function countOverdueWork(platform: Platform): Promise<OverdueWork[]> {
  const now = platform.clock.now().getTime()
  return Promise.all(
    listDueWork(platform).map(async ({ kind, countOverdue }) => {
      const { count, dueSince } = await countOverdue()
      return { kind, count, oldestSeconds: dueSince ? Math.round((now - dueSince.getTime()) / 1000) : 0 }
    }),
  )
}

/** Every kind of work that has to happen. */
function listDueWork(platform: Platform): DueWork[] {
  return [
    createDueSeals(platform),
    createDueArchives(platform),
    createDueMails(platform),
    createDueReadings(platform),
    createDueDestruction(platform),
    createDueRetention(platform),
    createDueHolds(platform),
    createDueExpiry(platform),
    createDueForgetting(platform),
    createDueExports(platform),
    createDueEndings(platform),
    createDueErasure(platform),
  ]
}
