import { deleteCustomerJob, endSubscriptionJob } from './end-subscription.ts'
import { reconcileJob } from './reconcile-payments.ts'
import { closeCheckoutJob, syncJob } from './sync-subscription.ts'

export { consumeAllowance } from './consume-allowance.ts'
export { endSubscriptionOf, forgetPlanOf } from './end-subscription.ts'
export { type GrantableTier, grantableTiers, grantPlan } from './grant-plan.ts'
export { eraseUsageOf, gatherPlan } from './personal-data.ts'
export { readTier } from './read-tier.ts'
export { reconcileJob }

/** What the feature does after the answer. */
export const plansJobs = [syncJob, closeCheckoutJob, reconcileJob, endSubscriptionJob, deleteCustomerJob]
