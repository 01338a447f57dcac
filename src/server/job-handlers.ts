import {
  accountsMails,
  answerMailRequestJob,
  forgetActivityJob,
  forgetChallengesJob,
  forgetSessionsJob,
  noteRefusedAddress,
} from './accounts/index.ts'
import { writeRepeatsJob } from './audit/index.ts'
import { eraseJob, eraseLateJob, forgetReadingsJob, sweepDocumentsJob } from './documents/index.ts'
import { readDocumentJob } from './documents/read-document.ts'
import { duties, sweepDueWorkJob } from './due-work.ts'
import { forgetKeysJob } from './idempotency.ts'
import { plansJobs, reconcileJob } from './plans/index.ts'
import {
  bindJobs,
  defineRound,
  type JobHandlers,
  type Lane,
  type RecurringJob,
} from './platform/jobs/index.ts'
import { forgetMailsJob } from './platform/mail/index.ts'
import type { Platform } from './platform/platform.ts'
import {
  destroyExportsJob,
  endRequestsJob,
  eraseAccountsJob,
  makeExportJob,
  makeLargeExportJob,
  privacyMails,
} from './privacy/index.ts'
import {
  answerLinkRequestJob,
  forgetHoldReasonsJob,
  recordMailJob,
  recordsJobs,
  recordsMails,
  removeDeadAttemptsJob,
  requestCosignaturesJob,
  sealingJobs,
  stampHeadJob,
  warnOfCertificateJob,
} from './records/index.ts'
import {
  closeUnclaimedJob,
  destroyUnclaimedDraftsJob,
  endingMailJob,
  forgetDraftsJob,
  forgetPassesJob,
  forgetReportsJob,
  gateCode,
  invitationJob,
  mailboxCode,
  reminderMailJob,
} from './verifications/index.ts'
import { fetchIssuerListsJob, forgetWalletsJob } from './wallets/index.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/**
 * Recurring jobs, in rounds: a step that calls an outside service or takes minutes doesn't delay the others. Steps that
 * run alone also have their own handler.
 */
const rounds = {
  minute: defineRound('every-minute', [
    ...listDuties('minute'),
    sweepDueWorkJob,
    forgetHoldReasonsJob,
    destroyExportsJob,
    writeRepeatsJob,
  ]),
  services: defineRound('ask-services', [stampHeadJob, reconcileJob, fetchIssuerListsJob]),
  closing: defineRound('close-accounts', listDuties('closing'), { queue: 'closing' }),
  hour: defineRound('every-hour', [
    ...listDuties('hour'),
    removeDeadAttemptsJob,
    sweepDocumentsJob,
    forgetDraftsJob,
    forgetActivityJob,
    forgetSessionsJob,
    forgetChallengesJob,
    forgetMailsJob,
    forgetPassesJob,
    forgetReportsJob,
    forgetReadingsJob,
    forgetKeysJob,
    forgetWalletsJob,
  ]),
}

function listDuties(round: 'minute' | 'closing' | 'hour') {
  return duties.flatMap((duty) => ('round' in duty && duty.round === round ? [duty] : []))
}

export const recurringJobs: readonly RecurringJob[] = [
  { job: rounds.minute, cron: '* * * * *' },
  { job: requestCosignaturesJob, cron: '* * * * *' },
  { job: rounds.services, cron: '*/5 * * * *' },
  { job: rounds.closing, cron: '*/5 * * * *' },
  { job: rounds.hour, cron: '7 * * * *' },
  { job: warnOfCertificateJob, cron: '2 6 * * *' },
]

/**
 * The names of all recurring jobs and steps.
 * @internal tests run each alone.
 */
export const recurringTasks: readonly string[] = [
  ...Object.values(rounds).flatMap(({ steps }) => steps.map(({ name }) => name)),
  requestCosignaturesJob.name,
  warnOfCertificateJob.name,
]

/**
 * Every job that may be enqueued, in three lanes. Neither mail servers nor jobs that take minutes delay the jobs people
 * wait for. In the lane `slow` the long jobs have queues, each of which takes up at most one place.
 */
export function makeJobLanes(platform: Platform): Lane[] {
  const mailing = { ...platform, noteRefusedAddress }
  return [
    {
      name: 'now',
      handlers: bindJobs(platform, [...sealingJobs, answerLinkRequestJob, answerMailRequestJob]),
      concurrency: 4,
      limitMs: 2 * minute,
      longestPauseMs: minute,
    },
    {
      name: 'mail',
      handlers: bindJobs(mailing, [
        ...accountsMails,
        invitationJob,
        reminderMailJob,
        endingMailJob,
        gateCode.job,
        mailboxCode.job,
        ...recordsMails,
        recordMailJob,
        ...privacyMails,
      ]),
      concurrency: 6,
      limitMs: 90 * second,
      longestPauseMs: 10 * minute,
    },
    {
      name: 'slow',
      handlers: bindJobs(platform, [
        ...plansJobs,
        ...recordsJobs,
        readDocumentJob,
        makeExportJob,
        makeLargeExportJob,
        closeUnclaimedJob,
        destroyUnclaimedDraftsJob,
        eraseJob,
        eraseLateJob,
        ...Object.values(rounds).flatMap((round) => [round, ...round.steps]),
      ]),
      concurrency: 8,
      limitMs: 5 * minute,
      limitsMs: {
        [readDocumentJob.name]: minute,
        [makeExportJob.name]: hour,
        [makeLargeExportJob.name]: hour,
        [endRequestsJob.name]: hour,
        [eraseAccountsJob.name]: hour,
        [rounds.closing.name]: hour,
        [rounds.hour.name]: hour,
      },
      longestPauseMs: minute,
    },
  ]
}

/**
 * The handlers of all lanes by name.
 * @internal tests run each alone.
 */
export function bindJobHandlers(platform: Platform): JobHandlers {
  return Object.assign({}, ...makeJobLanes(platform).map(({ handlers }) => handlers))
}
