import { removeLostAppsJob } from './accounts/index.ts'
import { erasuresDuty, readingsDuty } from './documents/index.ts'
import { countLate, type Duty, defineJob, enqueueMissing, noPayload, tryEach } from './platform/jobs/index.ts'
import { mailsDuty } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'
import { endRequestsJob, eraseAccountsJob, exportsDuty, forgetInvitedJob } from './privacy/index.ts'
import { archivesDuty, endHoldsJob, retentionJob, sealsDuty } from './records/index.ts'
import { expireJob, remindJob } from './verifications/index.ts'

export const duties: readonly Duty<Platform>[] = [
  sealsDuty,
  archivesDuty,
  mailsDuty,
  readingsDuty,
  erasuresDuty,
  retentionJob,
  endHoldsJob,
  expireJob,
  remindJob,
  forgetInvitedJob,
  exportsDuty,
  endRequestsJob,
  eraseAccountsJob,
  removeLostAppsJob,
]

/** Enqueues due work again if its job was lost, and logs overdue work. */
export const sweepDueWorkJob = defineJob('sweep-due-work', noPayload, async (platform: Platform) => {
  const { logger } = platform
  const sweep = async (duty: Duty<Platform>) => {
    const enqueued = await enqueueMissing(platform, duty)
    if (enqueued > 0) logger.warn({ kind: duty.kind, enqueued }, 'work had no job and was enqueued again')
  }
  try {
    await tryEach(duties, sweep, ({ kind }, error) =>
      logger.error({ kind, error }, 'missing work could not be looked for'),
    )
  } finally {
    for (const late of await countOverdueWork(platform))
      if (late.count > 0) logger.warn(late, 'work is overdue')
  }
})

/**
 * The number of overdue pieces of work of a kind (10,000 at most), and the age of the oldest; both 0 when none is late.
 */
export type OverdueWork = { kind: string; count: number; oldestSeconds: number }

export async function countOverdueWork(platform: Platform): Promise<OverdueWork[]> {
  const now = platform.clock.now().getTime()
  return Promise.all(
    duties.map(async (duty) => {
      const { count, dueSince } = await countLate(platform, duty)
      const oldestSeconds = dueSince ? Math.round((now - dueSince.getTime()) / 1000) : 0
      return { kind: duty.kind, count, oldestSeconds }
    }),
  )
}
