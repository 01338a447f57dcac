import { computePeriodEnd, findSimulatedPrice } from './prices.ts'
import {
  type CardBehaviour,
  presentCheckout,
  presentInvoice,
  presentSubscription,
  type SimulatedCheckout,
  type SimulatedInvoice,
  type SimulatedSubscription,
  type World,
} from './world.ts'

/** The time for which a late card keeps a payment pending, on the real clock. */
const settlesAfterMs = 15_000

/** The time for which a first payment may stay open before the subscription expires (Stripe: 23 hours). */
const incompleteMs = 23 * 3_600_000

/** Payments, renewals and changes of subscriptions. Every function emits its events and stores the state. */
export type Billing = ReturnType<typeof createBilling>

export function createBilling(world: World) {
  const { state } = world
  const emitSubscription = (
    event: 'created' | 'updated' | 'deleted',
    subscription: SimulatedSubscription,
  ): void => world.emit(`customer.subscription.${event}`, presentSubscription(subscription, state))
  const emitCheckout = (event: string, checkout: SimulatedCheckout) =>
    world.emit(`checkout.session.${event}`, presentCheckout(checkout, world.origin()))
  const emitInvoice = (event: 'paid' | 'payment_failed', invoice: SimulatedInvoice) =>
    world.emit(`invoice.${event}`, presentInvoice(invoice))

  function noteChange(subscription: SimulatedSubscription): void {
    emitSubscription('updated', subscription)
    world.keep()
  }

  function makeInvoice(
    subscription: SimulatedSubscription,
    billingReason: SimulatedInvoice['billingReason'],
    checkout: string | null = null,
  ): SimulatedInvoice {
    const invoice: SimulatedInvoice = {
      id: world.newId('in'),
      customer: subscription.customer,
      subscription: subscription.id,
      checkout,
      billingReason,
      payment: 'requires_payment_method',
      settlesAt: null,
    }
    state.invoices[invoice.id] = invoice
    subscription.latestInvoice = invoice.id
    return invoice
  }

  function payInvoice(invoice: SimulatedInvoice): void {
    Object.assign(invoice, { payment: 'succeeded', settlesAt: null })
    emitInvoice('paid', invoice)
  }

  /** Charges a renewal or a change. A declined charge makes the subscription past due. */
  function charge(subscription: SimulatedSubscription, reason: SimulatedInvoice['billingReason']): void {
    const invoice = makeInvoice(subscription, reason)
    if (subscription.card === 'fails_on_renewal') {
      subscription.status = 'past_due'
      emitInvoice('payment_failed', invoice)
    } else payInvoice(invoice)
    noteChange(subscription)
  }

  /** Pays an open checkout. A declined payment leaves it open, like at Stripe. */
  function payCheckout(checkout: SimulatedCheckout, card: CardBehaviour): 'paid' | 'declined' | 'closed' {
    if (checkout.status !== 'open') return 'closed'
    if (card === 'declined') return 'declined'
    const now = world.now()
    const subscription: SimulatedSubscription = {
      id: world.newId('sub'),
      customer: checkout.customer,
      price: checkout.price,
      status: 'incomplete',
      cancelAtPeriodEnd: false,
      anchor: now,
      periodEnd: computePeriodEnd(now, checkout.price, 1),
      card,
      latestInvoice: '',
      created: now,
    }
    state.subscriptions[subscription.id] = subscription
    const invoice = makeInvoice(subscription, 'subscription_create', checkout.id)
    checkout.status = 'complete'
    emitSubscription('created', subscription)
    if (card === 'late' || card === 'late_refused')
      Object.assign(invoice, { payment: 'processing', settlesAt: world.realNow() + settlesAfterMs })
    else {
      subscription.status = 'active'
      payInvoice(invoice)
      emitSubscription('updated', subscription)
    }
    emitCheckout('completed', checkout)
    world.keep()
    return 'paid'
  }

  /** Closes an open checkout; false if it wasn't open. */
  function expireCheckout(checkout: SimulatedCheckout): boolean {
    if (checkout.status !== 'open') return false
    checkout.status = 'expired'
    emitCheckout('expired', checkout)
    world.keep()
    return true
  }

  function settle(invoice: SimulatedInvoice, outcome: 'paid' | 'refused'): void {
    const subscription = state.subscriptions[invoice.subscription]
    const checkout = state.checkouts[invoice.checkout ?? '']
    if (!subscription || !checkout || invoice.payment !== 'processing') return
    if (outcome === 'paid') {
      subscription.status = 'active'
      payInvoice(invoice)
      emitSubscription('updated', subscription)
      emitCheckout('async_payment_succeeded', checkout)
    } else {
      Object.assign(invoice, { payment: 'requires_payment_method', settlesAt: null })
      emitInvoice('payment_failed', invoice)
      emitCheckout('async_payment_failed', checkout)
    }
    world.keep()
  }

  function end(subscription: SimulatedSubscription, status: 'canceled' | 'incomplete_expired'): void {
    subscription.status = status
    emitSubscription(status === 'canceled' ? 'deleted' : 'updated', subscription)
    world.keep()
  }

  function renew(subscription: SimulatedSubscription): void {
    const { anchor, price, periodEnd } = subscription
    let count = 1
    while (computePeriodEnd(anchor, price, count) <= periodEnd) count++
    subscription.periodEnd = computePeriodEnd(anchor, price, count)
    charge(subscription, 'subscription_cycle')
  }

  function age(subscription: SimulatedSubscription): void {
    while (subscription.status === 'active' && subscription.periodEnd <= world.now()) {
      if (subscription.cancelAtPeriodEnd) end(subscription, 'canceled')
      else renew(subscription)
    }
    const isUnpaid = state.invoices[subscription.latestInvoice]?.payment === 'requires_payment_method'
    if (
      subscription.status === 'incomplete' &&
      isUnpaid &&
      subscription.created + incompleteMs <= world.now()
    )
      end(subscription, 'incomplete_expired')
  }

  function catchUp(): void {
    for (const invoice of Object.values(state.invoices)) {
      if (invoice.settlesAt === null || invoice.settlesAt > world.realNow()) continue
      const card = state.subscriptions[invoice.subscription]?.card
      settle(invoice, card === 'late_refused' ? 'refused' : 'paid')
    }
    for (const checkout of Object.values(state.checkouts))
      if (checkout.expiresAt <= world.now()) expireCheckout(checkout)
    for (const subscription of Object.values(state.subscriptions)) age(subscription)
  }

  return {
    payCheckout,
    expireCheckout,
    catchUp,

    settleAll(outcome: 'paid' | 'refused'): void {
      for (const invoice of Object.values(state.invoices)) settle(invoice, outcome)
    },

    /** Moves the simulated time forward, and processes everything that is due then. */
    advance(milliseconds: number): void {
      state.clockAheadMs += milliseconds
      world.keep()
      catchUp()
    },

    cancelNow(subscription: SimulatedSubscription): void {
      if (isLiving(subscription)) end(subscription, 'canceled')
    },

    /** Makes a subscription end with its period, or renew again. */
    cancelAtPeriodEnd(subscription: SimulatedSubscription, cancel: boolean): void {
      if (subscription.status === 'canceled' || subscription.cancelAtPeriodEnd === cancel) return
      subscription.cancelAtPeriodEnd = cancel
      noteChange(subscription)
    },

    /** Moves a subscription to another price: a new period starts now. */
    changePrice(subscription: SimulatedSubscription, price: string): boolean {
      if (!findSimulatedPrice(price) || subscription.status !== 'active' || price === subscription.price)
        return false
      const anchor = world.now()
      Object.assign(subscription, { price, anchor, periodEnd: computePeriodEnd(anchor, price, 1) })
      charge(subscription, 'subscription_update')
      return true
    },

    /** Replaces the card and pays open invoices with it. */
    changeCard(subscription: SimulatedSubscription, card: CardBehaviour): void {
      subscription.card = card
      const invoice = state.invoices[subscription.latestInvoice]
      if (invoice && invoice.payment !== 'succeeded' && isLiving(subscription)) {
        subscription.status = 'active'
        payInvoice(invoice)
      }
      noteChange(subscription)
    },
  }
}

export const isLiving = ({ status }: SimulatedSubscription): boolean =>
  status !== 'canceled' && status !== 'incomplete_expired'
