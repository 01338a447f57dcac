import type Stripe from 'stripe'
import { findSimulatedPrice } from './prices.ts'
import type {
  SimulatedCheckout,
  SimulatedEvent,
  SimulatedInvoice,
  SimulatedPortalSession,
  SimulatedSubscription,
  SimulatorState,
} from './world.ts'

/**
 * The API version whose shapes these are, as far as the product reads them: the one that the SDK of package.json pins.
 */
export const apiVersion = '2026-10-28.endive'

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

export function presentCheckout(checkout: SimulatedCheckout, origin: string) {
  return {
    id: checkout.id,
    object: 'checkout.session',
    cancel_url: checkout.cancelUrl,
    created: toSeconds(checkout.created),
    customer: checkout.customer,
    expires_at: toSeconds(checkout.expiresAt),
    mode: 'subscription',
    payment_status: checkout.paymentStatus,
    status: checkout.status,
    subscription: checkout.subscription,
    success_url: checkout.successUrl,
    url: checkout.status === 'open' ? `${origin}/c/pay/${checkout.id}` : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

/** A subscription; with `expandInvoice` its latest invoice stands in it whole. */
export function presentSubscription(
  subscription: SimulatedSubscription,
  state: SimulatorState,
  expandInvoice = false,
) {
  const { unitAmount } = findSimulatedPrice(subscription.price) ?? {}
  const invoice = state.invoices[subscription.latestInvoice]
  return {
    id: subscription.id,
    object: 'subscription',
    billing_cycle_anchor: toSeconds(subscription.anchor),
    cancel_at: subscription.cancelAtPeriodEnd ? toSeconds(subscription.periodEnd) : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    created: toSeconds(subscription.created),
    customer: subscription.customer,
    items: {
      object: 'list',
      data: [
        {
          id: subscription.itemId,
          object: 'subscription_item',
          current_period_end: toSeconds(subscription.periodEnd),
          current_period_start: toSeconds(subscription.periodStart),
          price: { id: subscription.price, object: 'price', metadata: {}, unit_amount: unitAmount },
          quantity: 1,
          subscription: subscription.id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    latest_invoice: expandInvoice && invoice ? presentInvoice(invoice) : subscription.latestInvoice,
    metadata: subscription.metadata,
    status: subscription.status,
  }
}

export function presentInvoice(invoice: SimulatedInvoice) {
  return {
    id: invoice.id,
    object: 'invoice',
    billing_reason: invoice.billingReason,
    created: toSeconds(invoice.created),
    customer: invoice.customer,
    status: invoice.status,
  } satisfies Partial<Stripe.Invoice>
}

/** The payment of an invoice, with its payment intent expanded. */
export function presentInvoicePayment(invoice: SimulatedInvoice) {
  return {
    id: `inpay_${invoice.id}`,
    object: 'invoice_payment' as const,
    invoice: invoice.id,
    payment: {
      type: 'payment_intent' as const,
      payment_intent: {
        id: `pi_${invoice.id}`,
        object: 'payment_intent' as const,
        status: invoice.payment,
      } satisfies Partial<Stripe.PaymentIntent>,
    },
  }
}

export function presentPortalSession(session: SimulatedPortalSession, origin: string) {
  return {
    id: session.id,
    object: 'billing_portal.session',
    customer: session.customer,
    return_url: session.returnUrl,
    url: `${origin}/p/session/${session.id}`,
  } satisfies Partial<Stripe.BillingPortal.Session>
}

export function presentEvent(event: SimulatedEvent) {
  return {
    id: event.id,
    object: 'event',
    api_version: apiVersion,
    created: toSeconds(event.created),
    data: { object: event.object },
    pending_webhooks: event.settled ? 0 : 1,
    type: event.type,
  }
}
