import { knownAddressMailJob } from './links/known-address-mail.ts'
import { passwordMailJob } from './links/password-mail.ts'
import { answerMailRequestJob } from './links/request-mail.ts'
import { accountTokenJob } from './links/token-mail.ts'
import { forgetSessionsJob } from './sessions/forget-sessions.ts'

export {
  beginErasure,
  type ClosedAccount,
  countOverdueEndings,
  countOverdueErasures,
  eraseAccountRows,
  findClosing,
  finishErasure,
  isClosed,
  isEndingRequests,
  listDueForErasure,
  listEndingRequests,
  noteClosing,
  noteRequestsEnded,
} from './closing/closing-store.ts'
export { countWrongCodes, findMaxTries, spendCodeTry } from './limits.ts'
export { endPending } from './links/end-pending.ts'
export { makeTypedCode } from './links/one-time-link.ts'
export { gatherAccountData } from './personal-data.ts'
export { type Account, accountCallers, authenticate, findSignedInAccount } from './sessions/authenticate.ts'
export { noteSecurityEvent } from './sessions/security-events.ts'
export { endAllSessions } from './sessions/session-store.ts'
export { readEmail } from './users/email-address.ts'
export { proveAgain } from './users/prove-again.ts'
export { unclaimedDraftsType, unclaimedType } from './users/release-registration.ts'
export {
  findAddress,
  findUserByEmail,
  hasConfirmedAddress,
  isAccountAddress,
  lockUser,
  noteRefusedAddress,
  queueForUser,
  renewConfirmation,
} from './users/user-store.ts'
export { forgetSessionsJob }

/** What the feature does after the answer, and forgetting. */
export const accountsJobs = [forgetSessionsJob, answerMailRequestJob]

/** Its mails. */
export const accountsMails = [accountTokenJob, knownAddressMailJob, passwordMailJob]
