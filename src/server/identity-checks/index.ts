import { collectJob, eraseSessionJob, sweepChecksJob } from './identity-check.ts'

export { blankChecks, findProviderSource, forgetChecksOf, gatherChecks, isCheckedUnderAge } from './store.ts'

export { sweepChecksJob }

export const identityCheckJobs = [collectJob, eraseSessionJob, sweepChecksJob]
