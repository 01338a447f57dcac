export { type Account, authenticate, optionalAccount } from './authenticate.ts'
export { accountsJobs } from './jobs.ts'
export { typedCode } from './one-time-link.ts'
