import { accountsJobs, accountsMails, forgetSessionsJob, noteRefusedAddress } from './accounts/index.ts'
import { sayRepeatsJob } from './audit/index.ts'
import { eraseJob, eraseLateJob, forgetReadingsJob, sweepDocumentsJob } from './documents/index.ts'
import { readDocumentJob } from './documents/read-document.ts'
import { sweepDueWorkJob } from './due-work.ts'
import { forgetKeysJob } from './idempotency.ts'
import { identityCheckJobs, sweepChecksJob } from './identity-checks/index.ts'
import { plansJobs, reconcileJob } from './plans/index.ts'
import { bindJobs, type JobHandlers, type Lane, type RecurringJob } from './platform/jobs/index.ts'
import { forgetMailsJob } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'
import {
  destroyExportsJob,
  endRequestsJob,
  eraseAccountsJob,
  forgetInvitedJob,
  makeExportJob,
  makeLargeExportJob,
  privacyMails,
} from './privacy/index.ts'
import {
  askWitnessesJob,
  endHoldsJob,
  recordMailJob,
  recordsJobs,
  recordsMails,
  retentionJob,
  sealingJobs,
  stampHeadJob,
  warnOfCertificateJob,
} from './records/index.ts'
import {
  closeUnclaimedJob,
  destroyUnclaimedDraftsJob,
  endingMailJob,
  expireJob,
  forgetDraftsJob,
  forgetPassesJob,
  gateCode,
  invitationJob,
  mailboxCodeJob,
  reminderMailJob,
  remindJob,
} from './verifications/index.ts'
import { forgetWalletsJob } from './wallets/index.ts'

const second = 1000
const minute = 60 * second

/** Every job that may be enqueued, with what does it, in lanes of which none waits for another unless it gives way. */
export function makeJobLanes(platform: Platform): Lane[] {
  const mailing = { ...platform, noteRefusedAddress }
  return [
    {
      name: 'sealing',
      handlers: bindJobs(platform, sealingJobs),
      concurrency: 4,
      limitMs: 2 * minute,
      longestPauseMs: minute,
    },
    {
      name: 'mail',
      isQuiet: true,
      handlers: bindJobs(mailing, [
        ...accountsMails,
        invitationJob,
        reminderMailJob,
        endingMailJob,
        gateCode.job,
        mailboxCodeJob,
        ...recordsMails,
        ...privacyMails,
      ]),
      concurrency: 6,
      limitMs: 90 * second,
      longestPauseMs: 10 * minute,
    },
    {
      name: 'record mail',
      // Where many records are sealed at once, all of them are before anybody is mailed about one.
      givesWayTo: 'sealing',
      handlers: bindJobs(mailing, [recordMailJob]),
      concurrency: 4,
      limitMs: 90 * second,
      longestPauseMs: 10 * minute,
    },
    {
      name: 'reading',
      isQuiet: true,
      handlers: bindJobs(platform, [readDocumentJob]),
      // One picture at a time: each takes the memory of the models.
      concurrency: 1,
      limitMs: minute,
      longestPauseMs: minute,
    },
    {
      name: 'exports',
      isQuiet: true,
      handlers: bindJobs(platform, [makeExportJob]),
      // One copy at a time: none is urgent.
      concurrency: 1,
      limitMs: 60 * minute,
      longestPauseMs: minute,
    },
    {
      name: 'large exports',
      isQuiet: true,
      // Those that may take long don't keep others waiting.
      handlers: bindJobs(platform, [makeLargeExportJob]),
      concurrency: 1,
      limitMs: 60 * minute,
      longestPauseMs: minute,
    },
    {
      name: 'closing',
      isQuiet: true,
      handlers: bindJobs(platform, [endRequestsJob, eraseAccountsJob]),
      // One large account at a time takes minutes, in small steps that hold up nobody.
      concurrency: 1,
      limitMs: 60 * minute,
      longestPauseMs: minute,
    },
    {
      name: 'payments',
      isQuiet: true,
      handlers: bindJobs(platform, [...plansJobs, ...identityCheckJobs]),
      concurrency: 2,
      limitMs: 5 * minute,
      longestPauseMs: 10 * minute,
    },
    {
      name: 'housekeeping',
      isQuiet: true,
      handlers: bindJobs(platform, [
        ...accountsJobs,
        ...recordsJobs,
        closeUnclaimedJob,
        destroyUnclaimedDraftsJob,
        destroyExportsJob,
        endHoldsJob,
        eraseJob,
        eraseLateJob,
        expireJob,
        forgetDraftsJob,
        forgetInvitedJob,
        forgetKeysJob,
        forgetMailsJob,
        forgetPassesJob,
        forgetWalletsJob,
        forgetReadingsJob,
        remindJob,
        retentionJob,
        sayRepeatsJob,
        sweepDocumentsJob,
        sweepDueWorkJob,
      ]),
      concurrency: 4,
      limitMs: 5 * minute,
      longestPauseMs: 10 * minute,
    },
  ]
}

/**
 * The same by name, whatever the lane.
 * @internal tests run one by itself.
 */
export function bindJobHandlers(platform: Platform): JobHandlers {
  return Object.assign({}, ...makeJobLanes(platform).map(({ handlers }) => handlers))
}

/** The jobs that fall due by the clock. */
export const recurringJobs: readonly RecurringJob[] = [
  { job: sweepDueWorkJob, cron: '* * * * *' },
  { job: expireJob, cron: '* * * * *' },
  { job: askWitnessesJob, cron: '* * * * *' },
  { job: stampHeadJob, cron: '*/5 * * * *' },
  { job: reconcileJob, cron: '*/5 * * * *' },
  { job: sweepChecksJob, cron: '*/5 * * * *' },
  { job: endRequestsJob, cron: '*/5 * * * *' },
  { job: eraseAccountsJob, cron: '*/5 * * * *' },
  { job: endHoldsJob, cron: '*/5 * * * *' },
  { job: destroyExportsJob, cron: '*/5 * * * *' },
  { job: sayRepeatsJob, cron: '*/15 * * * *' },
  { job: sweepDocumentsJob, cron: '7 * * * *' },
  { job: remindJob, cron: '12 * * * *' },
  { job: retentionJob, cron: '17 * * * *' },
  { job: forgetDraftsJob, cron: '22 * * * *' },
  { job: forgetSessionsJob, cron: '27 * * * *' },
  { job: forgetMailsJob, cron: '32 * * * *' },
  { job: forgetReadingsJob, cron: '42 * * * *' },
  { job: forgetInvitedJob, cron: '22 * * * *' },
  { job: forgetPassesJob, cron: '37 * * * *' },
  { job: forgetKeysJob, cron: '47 * * * *' },
  { job: forgetWalletsJob, cron: '52 * * * *' },
  { job: warnOfCertificateJob, cron: '2 6 * * *' },
]
