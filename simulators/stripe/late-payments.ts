import { emitCheckout, emitSubscription } from './announce.ts'
import type { Invoices } from './invoices.ts'
import type { SimulatedInvoice } from './records.ts'
import type { World } from './world.ts'

/** Payments that are decided a while after the checkout was complete. */
export function createLatePayments(world: World, origin: () => string, invoices: Invoices) {
  const { state } = world
  return {
    /** Decides a payment that was pending. */
    settle(invoice: SimulatedInvoice, outcome: 'paid' | 'refused'): void {
      const subscription = state.subscriptions[invoice.subscription]
      if (!subscription || invoice.payment !== 'processing') return
      const checkout = invoice.checkout ? state.checkouts[invoice.checkout] : undefined
      if (outcome === 'paid') {
        subscription.status = 'active'
        if (checkout) checkout.paymentStatus = 'paid'
        invoices.payInvoice(invoice)
        emitSubscription(world, 'customer.subscription.updated', subscription)
        if (checkout) emitCheckout(world, origin(), 'checkout.session.async_payment_succeeded', checkout)
      } else {
        invoice.payment = 'requires_payment_method'
        invoice.settlesAt = null
        invoices.emitInvoice('invoice.payment_failed', invoice)
        if (checkout) emitCheckout(world, origin(), 'checkout.session.async_payment_failed', checkout)
      }
      world.keep()
    },
  }
}
