export { addressOfParty } from './address-of-party.ts'
export { closeUnclaimedJob } from './close-unclaimed.ts'
export { destroyFiles, destroyUploads, destroyWithheldFiles, withholdFiles } from './destroy-files.ts'
export { endVerification } from './end-verification.ts'
export { endingMailJob } from './ending-mail-jobs.ts'
export {
  closedAtOf,
  endedBefore,
  eraseCreatorDetails,
  eraseInvitedDetails,
  lockVerifications,
  namingAccount,
  namingAddress,
  namingCreator,
  namingOthers,
  overdueDetails,
  pendingOf,
  recordsOf,
  verificationsOf,
} from './erasure-store.ts'
export { dueExpiry, expireJob } from './expire-verifications.ts'
export { howKnown, recordFacts, recordSources } from './how-known.ts'
export { callOffInvitations, invitationJob, invite } from './invitation.ts'
export { countEndings, leaveRecords, listOwnerOf, recordsAskedOf } from './list-store.ts'
export { noteMailEnding } from './note-mail-ending.ts'
export { isOwnAddress } from './own-address.ts'
export { presentForm } from './present-form.ts'
export { reminderMailJob, remindJob } from './remind.ts'
export { statusNow } from './status-now.ts'
export {
  asksOf,
  changeThirdPartyEmail,
  completePending,
  lockVerification,
  ownsAny,
  type VerificationRow,
  verificationById,
} from './store.ts'
