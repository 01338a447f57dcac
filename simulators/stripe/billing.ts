import { createInvoices } from './invoices.ts'
import { presentCheckout, presentSubscription } from './present.ts'
import { periodEnd, simulatedPrice } from './prices.ts'
import type { CardBehaviour, SimulatedCheckout, SimulatedInvoice, SimulatedSubscription } from './records.ts'
import type { World } from './world.ts'

const day = 86_400_000

/** For how long an unpaid renewal is tried before the subscription ends (Stripe's default is three weeks). */
const arrearsMs = 21 * day

/** How long a first payment may stay open before the subscription expires (Stripe: 23 hours). */
const incompleteMs = 23 * 3_600_000

/** What happens to money and time. Every function leaves its events in the world and the world kept. */
export type Billing = ReturnType<typeof createBilling>

/** @param settlesAfterMs how long a late card keeps a payment pending, on the real clock */
export function createBilling(world: World, origin: () => string, settlesAfterMs: () => number) {
  const { state } = world

  const emitSubscription = (type: string, subscription: SimulatedSubscription) =>
    world.emit(type, presentSubscription(subscription, state))
  const { emitInvoice, invoiceFor, payInvoice, charge } = createInvoices(world)
  const emitCheckout = (type: string, checkout: SimulatedCheckout) =>
    world.emit(type, presentCheckout(checkout, origin()))

  function expireCheckout(checkout: SimulatedCheckout): boolean {
    if (checkout.status !== 'open') return false
    checkout.status = 'expired'
    emitCheckout('checkout.session.expired', checkout)
    world.keep()
    return true
  }

  /** Pays an open checkout. `declined` leaves it open, as Stripe does. */
  function payCheckout(checkout: SimulatedCheckout, card: CardBehaviour): 'paid' | 'declined' | 'closed' {
    const price = simulatedPrice(checkout.price)
    if (checkout.status !== 'open' || !price) return 'closed'
    if (card === 'declined') return 'declined'
    const now = world.now()
    const subscription: SimulatedSubscription = {
      id: world.newId('sub'),
      itemId: world.newId('si'),
      customer: checkout.customer,
      price: price.id,
      status: 'incomplete',
      cancelAtPeriodEnd: false,
      canceledAt: null,
      endedAt: null,
      anchor: now,
      periodStart: now,
      periodEnd: periodEnd(now, price, 1),
      card,
      latestInvoice: '',
      metadata: checkout.subscriptionMetadata,
      created: now,
    }
    state.subscriptions[subscription.id] = subscription
    const invoice = invoiceFor(subscription, 'subscription_create', price.unitAmount, checkout.id)
    const isLate = card === 'late' || card === 'late_refused'
    if (isLate) {
      invoice.payment = 'processing'
      invoice.settlesAt = world.realNow() + settlesAfterMs()
    }
    checkout.status = 'complete'
    checkout.subscription = subscription.id
    emitSubscription('customer.subscription.created', subscription)
    if (!isLate) {
      checkout.paymentStatus = 'paid'
      subscription.status = 'active'
      payInvoice(invoice)
      emitSubscription('customer.subscription.updated', subscription)
    }
    emitCheckout('checkout.session.completed', checkout)
    world.keep()
    return 'paid'
  }

  /** Decides a payment that was pending. */
  function settle(invoice: SimulatedInvoice, outcome: 'paid' | 'refused'): void {
    const subscription = state.subscriptions[invoice.subscription]
    if (!subscription || invoice.payment !== 'processing') return
    const checkout = invoice.checkout ? state.checkouts[invoice.checkout] : undefined
    if (outcome === 'paid') {
      subscription.status = 'active'
      if (checkout) checkout.paymentStatus = 'paid'
      payInvoice(invoice)
      emitSubscription('customer.subscription.updated', subscription)
      if (checkout) emitCheckout('checkout.session.async_payment_succeeded', checkout)
    } else {
      invoice.payment = 'requires_payment_method'
      invoice.settlesAt = null
      emitInvoice('invoice.payment_failed', invoice)
      if (checkout) emitCheckout('checkout.session.async_payment_failed', checkout)
    }
    world.keep()
  }

  function end(subscription: SimulatedSubscription, status: 'canceled' | 'incomplete_expired'): void {
    subscription.status = status
    subscription.endedAt = world.now()
    subscription.canceledAt ??= world.now()
    emitSubscription(
      status === 'canceled' ? 'customer.subscription.deleted' : 'customer.subscription.updated',
      subscription,
    )
    world.keep()
  }

  function renew(subscription: SimulatedSubscription): void {
    const price = simulatedPrice(subscription.price)
    if (!price) return
    let count = 1
    while (periodEnd(subscription.anchor, price, count) <= subscription.periodEnd) count++
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd = periodEnd(subscription.anchor, price, count)
    charge(subscription, invoiceFor(subscription, 'subscription_cycle', price.unitAmount))
    emitSubscription('customer.subscription.updated', subscription)
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

  return {
    expireCheckout,
    payCheckout,
    settle,

    /** Lets everything happen that is due by now. */
    catchUp(): void {
      for (const invoice of Object.values(state.invoices)) {
        if (invoice.settlesAt === null || invoice.settlesAt > world.realNow()) continue
        const card = state.subscriptions[invoice.subscription]?.card
        settle(invoice, card === 'late_refused' ? 'refused' : 'paid')
      }
      for (const checkout of Object.values(state.checkouts))
        if (checkout.expiresAt <= world.now()) expireCheckout(checkout)
      for (const subscription of Object.values(state.subscriptions)) while (ageOnce(subscription));
    },

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
      emitSubscription('customer.subscription.updated', subscription)
      world.keep()
    },

    /** Moves a subscription to another price: a new period starts now, and what is left of the old one is taken off the bill. */
    changePrice(subscription: SimulatedSubscription, priceId: string): boolean {
      const price = simulatedPrice(priceId)
      const old = simulatedPrice(subscription.price)
      if (!price || !old || subscription.status !== 'active' || price.id === old.id) return false
      const now = world.now()
      const unused = Math.max(0, subscription.periodEnd - now)
      const credit = Math.floor(
        (old.unitAmount * unused) / (subscription.periodEnd - subscription.periodStart),
      )
      subscription.price = price.id
      subscription.anchor = now
      subscription.periodStart = now
      subscription.periodEnd = periodEnd(now, price, 1)
      charge(
        subscription,
        invoiceFor(subscription, 'subscription_update', Math.max(0, price.unitAmount - credit)),
      )
      emitSubscription('customer.subscription.updated', subscription)
      world.keep()
      return true
    },

    /** Replaces the card and pays what is open with it. */
    changeCard(subscription: SimulatedSubscription, card: CardBehaviour): 'changed' | 'declined' {
      if (card === 'declined') return 'declined'
      subscription.card = card
      const invoice = state.invoices[subscription.latestInvoice]
      if (invoice?.status === 'open' && ['past_due', 'incomplete'].includes(subscription.status)) {
        subscription.status = 'active'
        payInvoice(invoice)
      }
      emitSubscription('customer.subscription.updated', subscription)
      world.keep()
      return 'changed'
    },
  }
}
