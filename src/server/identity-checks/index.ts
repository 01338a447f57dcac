import { collectJob } from './collect-check.ts'
import { eraseSessionJob } from './erase-session.ts'
import { sweepChecksJob } from './sweep-checks.ts'

export { isCheckedUnderAge } from './identity-check-of.ts'
export { checksOf } from './personal-data.ts'
export { providerSource } from './provider-source.ts'
export { blankChecksOf, forgetChecksOf } from './store.ts'
export { sweepChecksJob }

export const identityCheckJobs = [collectJob, eraseSessionJob, sweepChecksJob]
