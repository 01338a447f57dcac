import { collectJob } from './collect-check.ts'
import { eraseSessionJob } from './erase-session.ts'
import { sweepChecksJob } from './sweep-checks.ts'

export { isCheckedUnderAge } from './find-identity-check.ts'
export { gatherChecks } from './personal-data.ts'
export { findProviderSource } from './provider-source.ts'
export { blankChecks, forgetChecksOf } from './store.ts'
export { sweepChecksJob }

export const identityCheckJobs = [collectJob, eraseSessionJob, sweepChecksJob]
