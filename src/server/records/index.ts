import { archiveJob } from './archive/archive-record.ts'
import { holdMailJob } from './holds/hold-mail.ts'
import { endHoldsJob, forgetHoldReasonsJob } from './holds/set-hold.ts'
import { answerLinkRequestJob, recordCode } from './record-access.ts'
import { completeTimestampJob, sealJobs } from './seal/seal-jobs.ts'
import { warnOfCertificateJob, warnOfCertificates } from './seal-keys/seal-keys.ts'
import { requestCosignaturesJob } from './transparency/ask-witnesses.ts'
import { stampHeadJob } from './transparency/checkpoint.ts'

export { archivesDuty } from './archive/archive-record.ts'
export { leaveHolds } from './holds/set-hold.ts'
export { findEndOfOthersHold, gatherHolds, listHolds, presentHolds } from './holds/store.ts'
export { type NotTaken, type Taken, takeHeldFiles } from './holds/take-held-files.ts'
export { openPass } from './policy.ts'
export { recordMailJob } from './record-mails.ts'
export { retentionJob } from './retention.ts'
export { enqueueSeal, sealsDuty } from './seal/seal-jobs.ts'
export { admitSealKey, findCertificateInForce } from './seal-keys/seal-keys.ts'
export {
  listAttemptedAddresses,
  listEverySealedFile,
  listSealedFiles,
  removeDeadAttemptsJob,
} from './sealed-files.ts'
export { countUnsealed } from './store.ts'
export { parseTree } from './transparency/checkpoint.ts'
export type { Witnesses } from './verify/document-fault.ts'

export { type KeptHead, type SealPart, type SealReport, verifySeals } from './verify/verify-seals.ts'
export {
  answerLinkRequestJob,
  endHoldsJob,
  forgetHoldReasonsJob,
  requestCosignaturesJob,
  stampHeadJob,
  warnOfCertificateJob,
  warnOfCertificates,
}

export const recordsJobs = [archiveJob, requestCosignaturesJob, stampHeadJob, warnOfCertificateJob]

export const sealingJobs = [sealJobs.record, sealJobs.withdrawal, completeTimestampJob]

/** The mails about records that people wait for, or that are sent one at a time. */
export const recordsMails = [holdMailJob, recordCode.job]
