import type { JobHandlers } from '../platform/jobs/index.ts'
import type { Platform } from '../platform/platform.ts'
import { planTasks } from './plan-tasks.ts'
import { reconcilePayments } from './reconcile-payments.ts'
import { syncSubscription } from './sync-subscription.ts'

/** What this feature does in the queue. A provider that does not answer is asked again, later and later. */
export function planJobs(platform: Platform): JobHandlers {
  return {
    [planTasks.sync]: ({ customerId }) => syncSubscription(platform, String(customerId)),
    [planTasks.closeCheckout]: ({ checkoutId }) => platform.payments.closeCheckout(String(checkoutId)),
    [planTasks.reconcile]: () => reconcilePayments(platform),
  }
}
