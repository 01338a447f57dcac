export { eraseSessionsOf, sweepChecksJob } from './provider-sessions.ts'
export { clearChecks, findProviderSource, forgetChecksOf, gatherChecks, isCheckedUnderAge } from './store.ts'
