import { passwordNoticeJob } from './links/password-notice.ts'
import { answerMailRequestJob } from './links/request-mail.ts'
import { accountTokenJob } from './links/token-mail.ts'
import { forgetSessionsJob } from './sessions/forget-sessions.ts'

export { typedCode } from './links/one-time-link.ts'
export { type Account, accountCallers, authenticate, optionalAccount } from './sessions/authenticate.ts'
export { unclaimedDraftsType, unclaimedType } from './users/release-registration.ts'
export { addressOf, hasAccounts, hasConfirmedAddress, queueForUser } from './users/user-store.ts'
export { forgetSessionsJob }

/** What the feature does after the answer, and forgetting. */
export const accountsJobs = [forgetSessionsJob, answerMailRequestJob]

/** Its mails. */
export const accountsMails = [accountTokenJob, passwordNoticeJob]
