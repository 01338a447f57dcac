import { emitSubscription } from './announce.ts'
import type { Invoices } from './invoices.ts'
import { computePeriodEnd, findSimulatedPrice } from './prices.ts'
import type { CardBehaviour, SimulatedSubscription } from './records.ts'
import type { World } from './world.ts'

/** What somebody who has a subscription can do with it. */
export function createPlanChanges(
  world: World,
  invoices: Invoices,
  end: (subscription: SimulatedSubscription, status: 'canceled') => void,
) {
  function noteChange(subscription: SimulatedSubscription): void {
    emitSubscription(world, 'customer.subscription.updated', subscription)
    world.keep()
  }

  return {
    /** Ends a subscription at once. */
    cancelNow(subscription: SimulatedSubscription): void {
      if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired')
        end(subscription, 'canceled')
    },

    /** Lets a subscription end with its period, or renew after all. */
    cancelAtPeriodEnd(subscription: SimulatedSubscription, cancel: boolean): void {
      if (subscription.status === 'canceled' || subscription.cancelAtPeriodEnd === cancel) return
      subscription.cancelAtPeriodEnd = cancel
      subscription.canceledAt = cancel ? world.now() : null
      noteChange(subscription)
    },

    /** Moves a subscription to another price: a new period starts now, and what is left of the old one is taken off the bill. */
    changePrice(subscription: SimulatedSubscription, priceId: string): boolean {
      const price = findSimulatedPrice(priceId)
      const old = findSimulatedPrice(subscription.price)
      if (!price || !old || subscription.status !== 'active' || price.id === old.id) return false
      const now = world.now()
      const { periodStart, periodEnd: until } = subscription
      const credit = Math.floor((old.unitAmount * Math.max(0, until - now)) / (until - periodStart))
      Object.assign(subscription, { price: price.id, anchor: now, periodStart: now })
      subscription.periodEnd = computePeriodEnd(now, price, 1)
      const amount = Math.max(0, price.unitAmount - credit)
      invoices.charge(subscription, invoices.invoiceFor(subscription, 'subscription_update', amount))
      noteChange(subscription)
      return true
    },

    /** Replaces the card and pays what is open with it. */
    changeCard(subscription: SimulatedSubscription, card: CardBehaviour): 'changed' | 'declined' {
      if (card === 'declined') return 'declined'
      subscription.card = card
      const invoice = world.state.invoices[subscription.latestInvoice]
      if (invoice?.status === 'open' && ['past_due', 'incomplete'].includes(subscription.status)) {
        subscription.status = 'active'
        invoices.payInvoice(invoice)
      }
      noteChange(subscription)
      return 'changed'
    },
  }
}
