export { closeVerification } from './close-verification.ts'
export { expireTask, verificationJobs } from './expire-verifications.ts'
export { presentForm } from './present-form.ts'
export { completePending, lockVerification, type VerificationRow, verificationById } from './store.ts'
