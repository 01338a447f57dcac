import { collectJob } from './collect-check.ts'
import { eraseSessionJob } from './erase-session.ts'
import { sweepChecksJob } from './sweep-checks.ts'

export { identityCheckOf } from './identity-check-of.ts'
export { sweepChecksJob }

export const identityCheckJobs = [collectJob, eraseSessionJob, sweepChecksJob]
