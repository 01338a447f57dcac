import { archiveJob } from './archive/archive-record.ts'
import { endHoldsJob } from './holds/end-holds.ts'
import { holdMailJob } from './holds/hold-mail-job.ts'
import { recordCode } from './record-code.ts'
import { answerLinkRequestJob } from './request-link.ts'
import { completeTimestampJob, sealJobs } from './seal/seal-jobs.ts'
import { tellOfCertificates, warnOfCertificateJob } from './seal-keys/warn-of-certificate.ts'
import { askWitnessesJob } from './transparency/ask-witnesses.ts'
import { stampHeadJob } from './transparency/stamp-head.ts'

export { createDueArchives } from './archive/due-archives.ts'
export { countUnsealed } from './count-unsealed.ts'
export { createDueHolds } from './holds/end-holds.ts'
export { leaveHolds } from './holds/leave-holds.ts'
export { gatherHolds } from './holds/personal-data.ts'
export { presentHolds } from './holds/present-holds.ts'
export { findEndOfOthersHold, listHolds } from './holds/store.ts'
export { type NotTaken, type Taken, takeHeldFiles } from './holds/take-held-files.ts'
export { recordMailJob } from './mails/record-mail-jobs.ts'
export { openPass } from './open-pass.ts'
export { createDueRetention, retentionJob } from './retention.ts'
export { createDueSeals } from './seal/due-seals.ts'
export { enqueueSeal } from './seal/seal-jobs.ts'
export { admitSealKey } from './seal-keys/admit-seal-key.ts'
export { findCertificateInForce } from './seal-keys/store.ts'
export { listSealedFiles } from './sealed-files.ts'
export { parseTree } from './transparency/checkpoint.ts'
export type { Witnesses } from './verify/document-fault.ts'
export { listAttemptedAddresses, listEverySealedFile } from './verify/every-sealed-file.ts'
export { type KeptHead, type SealPart, type SealReport, verifySeals } from './verify/verify-seals.ts'
export { askWitnessesJob, endHoldsJob, stampHeadJob, tellOfCertificates, warnOfCertificateJob }

/** What the feature does after the answer. */
export const recordsJobs = [
  answerLinkRequestJob,
  archiveJob,
  askWitnessesJob,
  stampHeadJob,
  warnOfCertificateJob,
]

/** The jobs that seal. */
export const sealingJobs = [sealJobs.record, sealJobs.withdrawal, completeTimestampJob]

/** The mails about records that somebody waits for, or that no rush of records brings. */
export const recordsMails = [holdMailJob, recordCode.job]
