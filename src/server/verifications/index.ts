export { findAddressOfParty } from './address-of-party.ts'
export { closeUnclaimedJob } from './close-unclaimed.ts'
export { destroyFiles, destroyUploads, destroyWithheldFiles, withholdFiles } from './destroy-files.ts'
export { endVerification } from './end-verification.ts'
export { endingMailJob } from './ending-mail-jobs.ts'
export {
  countOverdueDetails,
  eraseCreatorDetails,
  eraseInvitedDetails,
  findClosedAt,
  listEndedBefore,
  listNamingAccount,
  listNamingAddress,
  listNamingCreator,
  listNamingOthers,
  listPendingIds,
  listRecordIds,
  listVerificationIds,
  lockVerifications,
} from './erasure-store.ts'
export { createDueExpiry, expireJob } from './expire-verifications.ts'
export { listRecordFacts, listRecordSources, readHowKnown } from './how-known.ts'
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
export { listKeptMarks, listSharedTraces } from './shared.ts'
export { selectStatusNow } from './status-now.ts'
export {
  completePending,
  findVerification,
  hasAny,
  lockVerification,
  toAsksFor,
  type VerificationRow,
} from './store.ts'
