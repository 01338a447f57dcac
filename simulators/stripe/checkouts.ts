import { emitCheckout, emitSubscription } from './announce.ts'
import type { Invoices } from './invoices.ts'
import { computePeriodEnd, findSimulatedPrice } from './prices.ts'
import type { CardBehaviour, SimulatedCheckout, SimulatedPrice, SimulatedSubscription } from './records.ts'
import type { World } from './world.ts'

/** What becomes of a checkout: it is paid, or it expires. */
export function createCheckouts(parts: {
  world: World
  origin: () => string
  invoices: Invoices
  settlesAfterMs: () => number
}) {
  const { world, origin, invoices, settlesAfterMs } = parts

  return {
    /** Closes an open checkout; false when it was not open. */
    expireCheckout(checkout: SimulatedCheckout): boolean {
      if (checkout.status !== 'open') return false
      checkout.status = 'expired'
      emitCheckout(world, origin(), 'checkout.session.expired', checkout)
      world.keep()
      return true
    },

    /** Pays an open checkout. `declined` leaves it open, as Stripe does. */
    payCheckout(checkout: SimulatedCheckout, card: CardBehaviour): 'paid' | 'declined' | 'closed' {
      const price = findSimulatedPrice(checkout.price)
      if (checkout.status !== 'open' || !price) return 'closed'
      if (card === 'declined') return 'declined'
      const subscription = addSubscription(world, checkout, price, card)
      const invoice = invoices.invoiceFor(subscription, 'subscription_create', price.unitAmount, checkout.id)
      const isLate = card === 'late' || card === 'late_refused'
      if (isLate) {
        invoice.payment = 'processing'
        invoice.settlesAt = world.realNow() + settlesAfterMs()
      }
      checkout.status = 'complete'
      checkout.subscription = subscription.id
      emitSubscription(world, 'customer.subscription.created', subscription)
      if (!isLate) {
        checkout.paymentStatus = 'paid'
        subscription.status = 'active'
        invoices.payInvoice(invoice)
        emitSubscription(world, 'customer.subscription.updated', subscription)
      }
      emitCheckout(world, origin(), 'checkout.session.completed', checkout)
      world.keep()
      return 'paid'
    },
  }
}

/** The subscription that a checkout begins. It is incomplete until it is paid. */
function addSubscription(
  world: World,
  checkout: SimulatedCheckout,
  price: SimulatedPrice,
  card: CardBehaviour,
): SimulatedSubscription {
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
    periodEnd: computePeriodEnd(now, price, 1),
    card,
    latestInvoice: '',
    metadata: checkout.subscriptionMetadata,
    created: now,
  }
  world.state.subscriptions[subscription.id] = subscription
  return subscription
}
