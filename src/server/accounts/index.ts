import {
  accountTokenJob,
  knownAddressMailJob,
  passwordMailJob,
  securityMailJob,
} from './links/account-mails.ts'
import { answerMailRequestJob } from './links/request-mail.ts'
import { newDeviceMailJob } from './sessions/activity.ts'
import { forgetChallengesJob } from './stores/passkey-store.ts'
import { forgetSessionsJob } from './stores/session-store.ts'

export {
  beginErasure,
  type ClosedAccount,
  eraseAccountRows,
  findClosing,
  finishErasure,
  forgetActivityOf,
  forgetMailedLinksOf,
  isClosed,
  isEndingRequests,
  noteClosing,
  noteRequestsEnded,
  selectDueForErasure,
  selectEndingRequests,
} from './closing-store.ts'
export { readEmail } from './credentials.ts'
export { countWrongCodes, findMaxTries, spendCodeTry } from './limits.ts'
export { lockLimit } from './links/limited-account.ts'
export { endPending, makeTypedCode } from './links/one-time-tokens.ts'
export { unclaimedDraftsType, unclaimedType } from './links/registration.ts'
export { forgetActivityJob } from './sessions/activity.ts'
export {
  type Account,
  accountCallers,
  authenticate,
  findAccountOfToken,
  findSignedInAccount,
} from './sessions/authenticate.ts'
export { noteSecurityEvent } from './sessions/security-events.ts'
export type { SessionAnswer } from './sessions/session-answer.ts'
export { type Device, endAllSessions, lockSignedIn } from './stores/session-store.ts'
export {
  findAddress,
  findLanguage,
  findProfile,
  findRecipient,
  findUserByEmail,
  gatherAccountData,
  hasConfirmedAddress,
  isAccountAddress,
  lockUser,
  noteRefusedAddress,
  type ProvenAddress,
  queueForUser,
  renewConfirmation,
} from './stores/user-store.ts'
export { removeLostAppsJob, resealAppSecrets } from './two-step/authenticator-app.ts'
export { checkFreshProof } from './users/reauthenticate.ts'
export { completeSignUp } from './users/sign-up.ts'
export { signUpProven } from './users/sign-up-proven.ts'
export { readDevice } from './wire/auth-request.ts'

export { answerMailRequestJob, forgetChallengesJob, forgetSessionsJob }

export const accountsMails = [
  accountTokenJob,
  knownAddressMailJob,
  newDeviceMailJob,
  passwordMailJob,
  securityMailJob,
]
