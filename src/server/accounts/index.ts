export { type Account, accountOrAnonymous, authenticate, optionalAccount } from './authenticate.ts'
export { accountsJobs, accountsMails, forgetSessionsTask } from './jobs.ts'
export { typedCode } from './one-time-link.ts'
export { hasAccounts, hasConfirmedAddress } from './user-store.ts'
