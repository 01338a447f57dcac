import { computePeriodEnd, findSimulatedPrice } from './prices.ts'
import {
  type CardBehaviour,
  presentCheckout,
  presentInvoice,
  presentSubscription,
  type SimulatedCheckout,
  type SimulatedInvoice,
  type SimulatedPrice,
  type SimulatedSubscription,
  type World,
} from './world.ts'

const day = 86_400_000

/** The time for which an unpaid renewal is retried before the subscription ends (Stripe's default is three weeks). */
const arrearsMs = 21 * day

/** The time for which a first payment may stay open before the subscription expires (Stripe: 23 hours). */
const incompleteMs = 23 * 3_600_000

/** Payments, renewals and changes of subscriptions. Every function emits its events and stores the state. */
export type Billing = ReturnType<typeof createBilling>

/** @param settlesAfterMs the time for which a late card keeps a payment pending, on the real clock */
export function createBilling(world: World, origin: () => string, settlesAfterMs: number) {
  const { state } = world
  const emitSubscription = (
    event: 'created' | 'updated' | 'deleted',
    subscription: SimulatedSubscription,
  ): void => world.emit(`customer.subscription.${event}`, presentSubscription(subscription, state))
  const emitCheckout = (event: string, checkout: SimulatedCheckout) =>
    world.emit(`checkout.session.${event}`, presentCheckout(checkout, origin()))
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
      status: 'open',
      billingReason,
      created: world.now(),
      payment: 'requires_payment_method',
      settlesAt: null,
    }
    state.invoices[invoice.id] = invoice
    subscription.latestInvoice = invoice.id
    return invoice
  }

  function payInvoice(invoice: SimulatedInvoice): void {
    invoice.status = 'paid'
    invoice.payment = 'succeeded'
    invoice.settlesAt = null
    emitInvoice('paid', invoice)
  }

  /** Charges a renewal or a change. A declined charge makes the subscription past due. */
  function charge(subscription: SimulatedSubscription, invoice: SimulatedInvoice): void {
    if (subscription.card === 'fails_on_renewal') {
      subscription.status = 'past_due'
      emitInvoice('payment_failed', invoice)
    } else payInvoice(invoice)
  }

  /** Adds the subscription of a checkout. It is incomplete until it is paid. */
  function addSubscription(checkout: SimulatedCheckout, price: SimulatedPrice, card: CardBehaviour) {
    const now = world.now()
    const subscription: SimulatedSubscription = {
      id: world.newId('sub'),
      itemId: world.newId('si'),
      customer: checkout.customer,
      price: price.id,
      status: 'incomplete',
      cancelAtPeriodEnd: false,
      anchor: now,
      periodStart: now,
      periodEnd: computePeriodEnd(now, price, 1),
      card,
      latestInvoice: '',
      created: now,
    }
    state.subscriptions[subscription.id] = subscription
    return subscription
  }

  /** Pays an open checkout. A declined payment leaves it open, like at Stripe. */
  function payCheckout(checkout: SimulatedCheckout, card: CardBehaviour): 'paid' | 'declined' | 'closed' {
    const price = findSimulatedPrice(checkout.price)
    if (checkout.status !== 'open' || !price) return 'closed'
    if (card === 'declined') return 'declined'
    const subscription = addSubscription(checkout, price, card)
    const invoice = makeInvoice(subscription, 'subscription_create', checkout.id)
    checkout.status = 'complete'
    checkout.subscription = subscription.id
    emitSubscription('created', subscription)
    if (card === 'late' || card === 'late_refused') {
      invoice.payment = 'processing'
      invoice.settlesAt = world.realNow() + settlesAfterMs
    } else {
      checkout.paymentStatus = 'paid'
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

  /** Settles a pending payment. */
  function settle(invoice: SimulatedInvoice, outcome: 'paid' | 'refused'): void {
    const subscription = state.subscriptions[invoice.subscription]
    if (!subscription || invoice.payment !== 'processing') return
    const checkout = invoice.checkout ? state.checkouts[invoice.checkout] : undefined
    if (outcome === 'paid') {
      subscription.status = 'active'
      if (checkout) checkout.paymentStatus = 'paid'
      payInvoice(invoice)
      emitSubscription('updated', subscription)
      if (checkout) emitCheckout('async_payment_succeeded', checkout)
    } else {
      invoice.payment = 'requires_payment_method'
      invoice.settlesAt = null
      emitInvoice('payment_failed', invoice)
      if (checkout) emitCheckout('async_payment_failed', checkout)
    }
    world.keep()
  }

  function end(subscription: SimulatedSubscription, status: 'canceled' | 'incomplete_expired'): void {
    subscription.status = status
    emitSubscription(status === 'canceled' ? 'deleted' : 'updated', subscription)
    world.keep()
  }

  function renew(subscription: SimulatedSubscription): void {
    const price = findSimulatedPrice(subscription.price)
    if (!price) return
    let count = 1
    while (computePeriodEnd(subscription.anchor, price, count) <= subscription.periodEnd) count++
    subscription.periodStart = subscription.periodEnd
    subscription.periodEnd = computePeriodEnd(subscription.anchor, price, count)
    charge(subscription, makeInvoice(subscription, 'subscription_cycle'))
    noteChange(subscription)
  }

  /** Processes the next due change of a subscription; false if nothing is due. */
  function ageOnce(subscription: SimulatedSubscription): boolean {
    const { status } = subscription
    const now = world.now()
    const invoice = state.invoices[subscription.latestInvoice]
    if (status === 'active' && subscription.periodEnd <= now) {
      if (subscription.cancelAtPeriodEnd) end(subscription, 'canceled')
      else renew(subscription)
      return true
    }
    const isInArrears = status === 'past_due' && invoice && invoice.created + arrearsMs <= now
    if (isInArrears) end(subscription, 'canceled')
    const isUnpaid = status === 'incomplete' && invoice?.payment === 'requires_payment_method'
    const isExpired = isUnpaid && subscription.created + incompleteMs <= now
    if (isExpired) end(subscription, 'incomplete_expired')
    return isInArrears || isExpired
  }

  return {
    payCheckout,
    expireCheckout,

    /** Settles every pending payment. */
    settleAll(outcome: 'paid' | 'refused'): void {
      for (const invoice of Object.values(state.invoices)) settle(invoice, outcome)
    },

    /** Processes everything that is due. */
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

    /** Ends a subscription immediately. */
    cancelNow(subscription: SimulatedSubscription): void {
      if (subscription.status !== 'canceled' && subscription.status !== 'incomplete_expired')
        end(subscription, 'canceled')
    },

    /** Makes a subscription end with its period, or renew again. */
    cancelAtPeriodEnd(subscription: SimulatedSubscription, cancel: boolean): void {
      if (subscription.status === 'canceled' || subscription.cancelAtPeriodEnd === cancel) return
      subscription.cancelAtPeriodEnd = cancel
      noteChange(subscription)
    },

    /** Moves a subscription to another price: a new period starts now. */
    changePrice(subscription: SimulatedSubscription, priceId: string): boolean {
      const price = findSimulatedPrice(priceId)
      if (!price || subscription.status !== 'active' || price.id === subscription.price) return false
      const now = world.now()
      Object.assign(subscription, { price: price.id, anchor: now, periodStart: now })
      subscription.periodEnd = computePeriodEnd(now, price, 1)
      charge(subscription, makeInvoice(subscription, 'subscription_update'))
      noteChange(subscription)
      return true
    },

    /** Replaces the card and pays open invoices with it. */
    changeCard(subscription: SimulatedSubscription, card: CardBehaviour): void {
      subscription.card = card
      const invoice = state.invoices[subscription.latestInvoice]
      if (invoice?.status === 'open' && ['past_due', 'incomplete'].includes(subscription.status)) {
        subscription.status = 'active'
        payInvoice(invoice)
      }
      noteChange(subscription)
    },
  }
}
