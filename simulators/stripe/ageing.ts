import { emitSubscription } from './announce.ts'
import type { Invoices } from './invoices.ts'
import { computePeriodEnd, findSimulatedPrice } from './prices.ts'
import type { SimulatedSubscription } from './records.ts'
import type { World } from './world.ts'

const day = 86_400_000

/** For how long an unpaid renewal is tried before the subscription ends (Stripe's default is three weeks). */
const arrearsMs = 21 * day

/** How long a first payment may stay open before the subscription expires (Stripe: 23 hours). */
const incompleteMs = 23 * 3_600_000

/** What time does to a subscription. */
export function createAgeing(world: World, invoices: Invoices) {
  const { state } = world

  function end(subscription: SimulatedSubscription, status: 'canceled' | 'incomplete_expired'): void {
    subscription.status = status
    subscription.endedAt = world.now()
    subscription.canceledAt ??= world.now()
    const event = status === 'canceled' ? 'deleted' : 'updated'
    emitSubscription(world, `customer.subscription.${event}`, subscription)
    world.keep()
  }

  function renew(subscription: SimulatedSubscription): void {
    const price = findSimulatedPrice(subscription.price)
    if (!price) return
    let count = 1
    while (computePeriodEnd(subscription.anchor, price, count) <= subscription.periodEnd) count++
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd = computePeriodEnd(subscription.anchor, price, count)
    invoices.charge(subscription, invoices.invoiceFor(subscription, 'subscription_cycle', price.unitAmount))
    emitSubscription(world, 'customer.subscription.updated', subscription)
    world.keep()
  }

  /** Does one thing that time has brought to a subscription; false when there is nothing left to do. */
  function ageOnce(subscription: SimulatedSubscription): boolean {
    const now = world.now()
    const invoice = state.invoices[subscription.latestInvoice]
    if (subscription.status === 'active' && subscription.periodEnd <= now) {
      if (subscription.cancelAtPeriodEnd) end(subscription, 'canceled')
      else renew(subscription)
      return true
    }
    if (subscription.status === 'past_due' && invoice && invoice.created + arrearsMs <= now) {
      end(subscription, 'canceled')
      return true
    }
    const isUnpaid = invoice?.payment === 'requires_payment_method'
    if (subscription.status === 'incomplete' && isUnpaid && subscription.created + incompleteMs <= now) {
      end(subscription, 'incomplete_expired')
      return true
    }
    return false
  }

  return { end, ageOnce }
}
