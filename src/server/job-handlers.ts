import { accountsJobs, accountsMails, forgetSessionsTask } from './accounts/index.ts'
import { auditJobs, sayRepeatsTask } from './audit/index.ts'
import { documentJobs, drawingJobs, drawTask, sweepTask } from './documents/index.ts'
import { dueWorkJobs, sweepDueWorkTask } from './due-work/index.ts'
import { forgetKeysTask, idempotencyJobs } from './idempotency/index.ts'
import { planJobs, planTasks } from './plans/index.ts'
import type { JobHandlers, Lane, RecurringJob } from './platform/jobs/index.ts'
import { forgetMailsJobs, forgetMailsTask } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'
import { recordsMails, retentionJobs, retentionTask, sealJobs } from './records/index.ts'
import { codeMails, forgetPassesJobs, forgetPassesTask } from './third-party/index.ts'
import { expireTask, expiryJobs, invitationMails, unclaimedJobs } from './verifications/index.ts'

const second = 1000
const minute = 60 * second

/** Every task that may be enqueued, with what does it, in lanes that do not wait for each other. */
export function jobLanes(platform: Platform): Lane[] {
  return [
    {
      name: 'sealing',
      handlers: sealJobs(platform),
      concurrency: 4,
      limitMs: 2 * minute,
      longestPauseMs: minute,
    },
    {
      name: 'mail',
      handlers: {
        ...accountsMails(platform),
        ...invitationMails(platform),
        ...codeMails(platform),
        ...recordsMails(platform),
      },
      concurrency: 8,
      limitMs: 90 * second,
      longestPauseMs: 10 * minute,
    },
    {
      name: 'payments',
      handlers: planJobs(platform),
      concurrency: 2,
      limitMs: 5 * minute,
      longestPauseMs: 10 * minute,
    },
    {
      name: 'housekeeping',
      handlers: {
        ...accountsJobs(platform),
        ...auditJobs(platform),
        ...documentJobs(platform),
        ...drawingJobs(platform),
        ...dueWorkJobs(platform),
        ...expiryJobs(platform),
        ...forgetMailsJobs(platform),
        ...forgetPassesJobs(platform),
        ...idempotencyJobs(platform),
        ...retentionJobs(platform),
        ...unclaimedJobs(platform),
      },
      concurrency: 4,
      limitMs: 5 * minute,
      longestPauseMs: 10 * minute,
    },
  ]
}

/** The same by task, whatever the lane. */
export function jobHandlers(platform: Platform): JobHandlers {
  return Object.assign({}, ...jobLanes(platform).map(({ handlers }) => handlers))
}

/** The tasks that fall due by the clock. */
export const recurringJobs: readonly RecurringJob[] = [
  { task: sweepDueWorkTask, cron: '* * * * *' },
  { task: expireTask, cron: '* * * * *' },
  { task: planTasks.reconcile, cron: '*/5 * * * *' },
  { task: drawTask, cron: '*/5 * * * *' },
  { task: sayRepeatsTask, cron: '*/15 * * * *' },
  { task: sweepTask, cron: '7 * * * *' },
  { task: retentionTask, cron: '17 * * * *' },
  { task: forgetSessionsTask, cron: '27 * * * *' },
  { task: forgetMailsTask, cron: '32 * * * *' },
  { task: forgetPassesTask, cron: '37 * * * *' },
  { task: forgetKeysTask, cron: '47 * * * *' },
]
