import { accountsJobs, forgetSessionsTask } from './accounts/index.ts'
import { auditJobs, sayRepeatsTask } from './audit/index.ts'
import { documentJobs, drawingJobs, drawTask, sweepTask } from './documents/index.ts'
import { forgetKeysTask, idempotencyJobs } from './idempotency/index.ts'
import { planJobs, planTasks } from './plans/index.ts'
import type { JobHandlers, RecurringJob } from './platform/jobs/index.ts'
import { mailJobs } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'
import { recordsJobs, retentionTask } from './records/index.ts'
import { forgetPassesTask, thirdPartyJobs } from './third-party/index.ts'
import { expireTask, verificationJobs } from './verifications/index.ts'

/** Every task that may be enqueued, with what does it. */
export function jobHandlers(platform: Platform): JobHandlers {
  return {
    ...mailJobs(platform.mailer),
    ...accountsJobs(platform),
    ...auditJobs(platform),
    ...documentJobs(platform),
    ...drawingJobs(platform),
    ...idempotencyJobs(platform),
    ...planJobs(platform),
    ...recordsJobs(platform),
    ...thirdPartyJobs(platform),
    ...verificationJobs(platform),
  }
}

/** The tasks that fall due by the clock. */
export const recurringJobs: readonly RecurringJob[] = [
  { task: planTasks.reconcile, cron: '*/5 * * * *' },
  { task: expireTask, cron: '*/15 * * * *' },
  { task: drawTask, cron: '*/5 * * * *' },
  { task: sayRepeatsTask, cron: '*/15 * * * *' },
  { task: sweepTask, cron: '7 * * * *' },
  { task: retentionTask, cron: '17 * * * *' },
  { task: forgetSessionsTask, cron: '27 * * * *' },
  { task: forgetPassesTask, cron: '37 * * * *' },
  { task: forgetKeysTask, cron: '47 * * * *' },
]
