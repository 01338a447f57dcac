import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { recordMailJobs } from './mails/record-mail-jobs.ts'
import { recordCodeJobs } from './record-code.ts'
import { retentionJobs } from './retention.ts'
import { sealJobs } from './seal/seal-jobs.ts'

export { retentionTask } from './retention.ts'
export { enqueueSeal } from './seal/seal-jobs.ts'
export type { Witnesses } from './verify/document-fault.ts'
export { type KeptHead, type SealReport, verifySeals } from './verify/verify-seals.ts'

/** Everything about records that happens by itself. */
export function recordsJobs(platform: Platform): JobHandlers {
  return {
    ...sealJobs(platform),
    ...recordMailJobs(platform),
    ...recordCodeJobs(platform),
    ...retentionJobs(platform),
  }
}
