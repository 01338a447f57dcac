export { accountsJobs, accountsMails, forgetSessionsTask } from './jobs.ts'
export { typedCode } from './links/one-time-link.ts'
export { type Account, accountCallers, authenticate, optionalAccount } from './sessions/authenticate.ts'
export { hasAccounts, hasConfirmedAddress } from './users/user-store.ts'
