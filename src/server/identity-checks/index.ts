import {
  collectJob,
  eraseSessionJob,
  eraseSessionsOf,
  eraseUnkeptJob,
  sweepChecksJob,
} from './identity-check.ts'

export { clearChecks, findProviderSource, forgetChecksOf, gatherChecks, isCheckedUnderAge } from './store.ts'

export { eraseSessionsOf, sweepChecksJob }

export const identityCheckJobs = [collectJob, eraseSessionJob, eraseUnkeptJob, sweepChecksJob]
