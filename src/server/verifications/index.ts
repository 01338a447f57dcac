export { addressOfParty } from './address-of-party.ts'
export { closeUnclaimedJob } from './close-unclaimed.ts'
export { destroyFiles, destroyUploads, destroyWithheldFiles, withholdFiles } from './destroy-files.ts'
export { endVerification } from './end-verification.ts'
export { endingMailJob } from './ending-mail-jobs.ts'
export {
  endedBefore,
  eraseCreatorDetails,
  eraseInvitedDetails,
  findClosedAt,
  listPendingIds,
  listRecordIds,
  listVerificationIds,
  lockVerifications,
  namingAccount,
  namingAddress,
  namingCreator,
  namingOthers,
  overdueDetails,
} from './erasure-store.ts'
export { dueExpiry, expireJob } from './expire-verifications.ts'
export { howKnown, recordFacts, recordSources } from './how-known.ts'
export { callOffInvitations, invitationJob, invite } from './invitation.ts'
export { changeThirdPartyEmail } from './invitation-store.ts'
export {
  countEndings,
  leaveRecords,
  listAskedRecordIds,
  toListOwner,
} from './list-store.ts'
export { noteMailEnding } from './note-mail-ending.ts'
export { isOwnAddress } from './own-address.ts'
export { presentForm } from './present-form.ts'
export { reminderMailJob, remindJob } from './remind.ts'
export { statusNow } from './status-now.ts'
export {
  completePending,
  lockVerification,
  ownsAny,
  toAsksFor,
  type VerificationRow,
  verificationById,
} from './store.ts'
