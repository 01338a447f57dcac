export { endAccess, forgetPassesJob } from './code-store.ts'
export {
  defineVerificationCode,
  mailboxCode,
  mailVerificationCode,
  tryCode,
} from './codes.ts'
export { findSignedTexts } from './consent-texts.ts'
export { destroyFiles, destroyWithheldFiles, withholdFiles } from './destroy-files.ts'
export {
  deleteDraftsOf,
  destroyUnclaimedDraftsJob,
  forgetDraftsJob,
  gatherDrafts,
  resealDrafts,
} from './drafts.ts'
export { countBlocks, endBlocks } from './email-choices.ts'
export {
  closeUnclaimedJob,
  declineAsked,
  endingMailJob,
  endVerification,
  expireJob,
} from './end-verification.ts'
export {
  eraseCreatorDetails,
  eraseInvitedDetails,
  eraseVerificationRows,
  findClosedAt,
  listNamingAccount,
  listNamingAddress,
  listNamingCreator,
  listNamingOthers,
  listOpenAsked,
  listPendingIds,
  listRecordIds,
  listVerificationIds,
  lockVerifications,
  selectWithDetails,
} from './erasure-store.ts'
export { gateCode } from './gate.ts'
export { gatherVerification } from './gather-verification.ts'
export { invitationJob } from './invitation.ts'
export {
  countEndings,
  leaveRecords,
  listAskedRecordIds,
  toListOwner,
} from './list-verifications.ts'
export {
  enterMailboxCode,
  mailboxReader,
  mailMailboxCode,
} from './mailbox-code.ts'
export { findRecipientOf, noteMailEnding } from './mails.ts'
export {
  endProvenPasses,
  findSubmissionPass,
  issuePass,
  mailboxPasses,
  recognisePass,
  recordPasses,
} from './passes.ts'
export { admitAfterEnd, type GatePass, lockOpenVerification, passCallers } from './policy.ts'
export { notePrivateNo } from './private-no.ts'
export { reminderMailJob, remindJob } from './reminders.ts'
export { dismissReports, forgetReportsJob, listReports } from './reports.ts'
export { destroyGiven, takePlace } from './sets.ts'
export { listSharedTraces, markTrace } from './shared.ts'
export {
  listRecordFacts,
  listRecordSources,
  presentForm,
  presentValidUntil,
  readRecordFormat,
} from './show-verification.ts'
export {
  findVerification,
  hasAny,
  isAskedOf,
  keepThirdPartyLanguage,
  lockVerification,
  readThirdPartyClaims,
  toAsksFor,
  type VerificationRow,
} from './store.ts'
