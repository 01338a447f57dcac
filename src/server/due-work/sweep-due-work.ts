import { defineJob, noPayload } from '../platform/jobs/index.ts'
import { describeError } from '../platform/logging/index.ts'
import type { Platform } from '../platform/platform.ts'
import { listDueWork } from './list-due-work.ts'
import { countOverdueWork } from './overdue-work.ts'

/**
 * Looks into the rows for what has to happen, and enqueues what no job will do: whatever became of the first one, it is done in the end. What
 * is late is named in the log.
 */
export const sweepDueWorkJob = defineJob('sweep-due-work', noPayload, async (platform: Platform) => {
  const { logger } = platform
  for (const { kind, enqueueMissing } of listDueWork(platform)) {
    try {
      const enqueued = await enqueueMissing()
      if (enqueued > 0) logger.warn({ kind, enqueued }, 'work had no job and was enqueued again')
    } catch (error) {
      logger.error({ kind, error: describeError(error) }, 'missing work could not be looked for')
    }
  }
  for (const late of await countOverdueWork(platform))
    if (late.count > 0) logger.warn(late, 'work is overdue')
})
