export { unclaimedJobs } from './close-unclaimed.ts'
export { closeVerification } from './close-verification.ts'
export { dueExpiry, expireTask, expiryJobs } from './expire-verifications.ts'
export { callOffInvitations, invitationMails, invite } from './invitation.ts'
export { noteMailEnding } from './note-mail-ending.ts'
export { presentForm } from './present-form.ts'
export {
  changeThirdPartyEmail,
  completePending,
  lockVerification,
  ownsAny,
  type VerificationRow,
  verificationById,
} from './store.ts'
