import { reconcileJob } from './reconcile-payments.ts'
import { closeCheckoutJob, syncJob } from './sync-subscription.ts'

export { consumeAllowance } from './consume-allowance.ts'
export { readTier } from './read-tier.ts'
export { reconcileJob }

export const plansJobs = [syncJob, closeCheckoutJob, reconcileJob]
