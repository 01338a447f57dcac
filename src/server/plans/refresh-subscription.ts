import type { Subscription } from '../../contract/subscription.ts'
import { planTimersMs } from '../../domain/plan/retry-schedule.ts'
import { type Refusal, refuse } from '../http/refusal.ts'
import { PaymentsUnavailable } from '../platform/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import { showSubscription } from './show-subscription.ts'
import { findCustomer } from './store.ts'
import { syncSubscription } from './sync-subscription.ts'

/**
 * Asks the provider how the user's subscription stands, without waiting for its messages, and answers what that made of it. Within the
 * cooldown after the last answer it asks nobody.
 */
export async function refreshSubscription(
  platform: Platform,
  userId: string,
): Promise<Subscription | Refusal> {
  const customer = await findCustomer(platform.database, userId)
  const sinceLastMs = customer?.appliedAt
    ? platform.clock.now().getTime() - customer.appliedAt.getTime()
    : Number.POSITIVE_INFINITY
  if (customer && sinceLastMs >= planTimersMs.refreshCooldown) {
    try {
      await syncSubscription(platform, customer.customerId)
    } catch (error) {
      if (error instanceof PaymentsUnavailable) return refuse('payments_unavailable')
      throw error
    }
  }
  return showSubscription(platform, userId)
}
