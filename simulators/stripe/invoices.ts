import { presentInvoice } from './present.ts'
import type { SimulatedInvoice, SimulatedSubscription } from './records.ts'
import type { World } from './world.ts'

export type Invoices = ReturnType<typeof createInvoices>

/** Bills for subscriptions, and what becomes of them. */
export function createInvoices(world: World) {
  const { state } = world
  const emitInvoice = (type: string, invoice: SimulatedInvoice) => world.emit(type, presentInvoice(invoice))

  function invoiceFor(
    subscription: SimulatedSubscription,
    billingReason: SimulatedInvoice['billingReason'],
    amount: number,
    checkout: string | null = null,
  ): SimulatedInvoice {
    const invoice: SimulatedInvoice = {
      id: world.newId('in'),
      customer: subscription.customer,
      subscription: subscription.id,
      checkout,
      status: 'open',
      billingReason,
      amount,
      created: world.now(),
      paymentId: world.newId('inpay'),
      paymentIntent: world.newId('pi'),
      payment: 'requires_payment_method',
      settlesAt: null,
      paidAt: null,
    }
    state.invoices[invoice.id] = invoice
    subscription.latestInvoice = invoice.id
    return invoice
  }

  function payInvoice(invoice: SimulatedInvoice): void {
    invoice.status = 'paid'
    invoice.payment = 'succeeded'
    invoice.settlesAt = null
    invoice.paidAt = world.now()
    emitInvoice('invoice.paid', invoice)
  }

  /** Charges a renewal or a change; on refusal the subscription falls in arrears. */
  function charge(subscription: SimulatedSubscription, invoice: SimulatedInvoice): void {
    const refused = subscription.card === 'declined' || subscription.card === 'fails_on_renewal'
    if (refused && invoice.amount > 0) {
      subscription.status = 'past_due'
      emitInvoice('invoice.payment_failed', invoice)
    } else payInvoice(invoice)
  }

  return { emitInvoice, invoiceFor, payInvoice, charge }
}
