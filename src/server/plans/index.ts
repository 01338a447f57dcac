import {
  closeCheckoutJob,
  deleteCustomerJob,
  endSubscriptionJob,
  reconcileJob,
  syncJob,
} from './sync-subscription.ts'

export { eraseUsageOf, gatherPlan } from './store.ts'
export { endSubscriptionOf, forgetPlanOf } from './sync-subscription.ts'
export { consumeAllowance, type GrantableTier, grantableTiers, grantPlan, readTier } from './tier.ts'

export { reconcileJob }

export const plansJobs = [syncJob, closeCheckoutJob, reconcileJob, endSubscriptionJob, deleteCustomerJob]
