import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { recordMails } from './mails/record-mail-jobs.ts'
import { recordCodeMails } from './record-code.ts'

export { dueRetention, retentionJobs, retentionTask } from './retention.ts'
export { dueSeals } from './seal/due-seals.ts'
export { enqueueSeal, sealJobs } from './seal/seal-jobs.ts'
export type { Witnesses } from './verify/document-fault.ts'
export { type KeptHead, type SealReport, verifySeals } from './verify/verify-seals.ts'

/** The mails about records. */
export function recordsMails(platform: Platform): JobHandlers {
  return { ...recordMails(platform), ...recordCodeMails(platform) }
}
