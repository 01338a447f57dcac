import type Stripe from 'stripe'
import { findSimulatedPrice } from './prices.ts'
import type {
  SimulatedCheckout,
  SimulatedCustomer,
  SimulatedEvent,
  SimulatedInvoice,
  SimulatedPortalSession,
  SimulatedPrice,
  SimulatedSubscription,
  SimulatorState,
} from './records.ts'

/** The API version whose shapes these are: the one that the SDK of package.json pins. */
export const apiVersion = '2026-10-28.endive'

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
const toSecondsOrNull = (milliseconds: number | null) =>
  milliseconds === null ? null : toSeconds(milliseconds)

export function presentPrice(price: SimulatedPrice) {
  return {
    id: price.id,
    object: 'price',
    active: true,
    billing_scheme: 'per_unit',
    created: 0,
    currency: 'gbp',
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: price.nickname,
    product: price.product,
    type: 'recurring',
    unit_amount: price.unitAmount,
  } satisfies Partial<Stripe.Price>
}

export function presentCustomer(customer: SimulatedCustomer) {
  return {
    id: customer.id,
    object: 'customer',
    balance: 0,
    created: toSeconds(customer.created),
    default_source: null,
    description: null,
    email: customer.email,
    livemode: false,
    metadata: customer.metadata,
    shipping: null,
  } satisfies Partial<Stripe.Customer>
}

export function presentCheckout(checkout: SimulatedCheckout, origin: string) {
  const amount = findSimulatedPrice(checkout.price)?.unitAmount ?? 0
  return {
    id: checkout.id,
    object: 'checkout.session',
    amount_subtotal: amount,
    amount_total: amount,
    cancel_url: checkout.cancelUrl,
    client_reference_id: checkout.clientReferenceId,
    created: toSeconds(checkout.created),
    currency: 'gbp',
    customer: checkout.customer,
    expires_at: toSeconds(checkout.expiresAt),
    livemode: false,
    metadata: {},
    mode: 'subscription',
    payment_method_types: ['card'],
    payment_status: checkout.paymentStatus,
    status: checkout.status,
    subscription: checkout.subscription,
    success_url: checkout.successUrl,
    ui_mode: 'hosted_page',
    url: checkout.status === 'open' ? `${origin}/c/pay/${checkout.id}` : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

/** A subscription; with `expandInvoice` its latest invoice stands in it whole. */
export function presentSubscription(
  subscription: SimulatedSubscription,
  state: SimulatorState,
  expandInvoice = false,
) {
  const price = findSimulatedPrice(subscription.price)
  const invoice = state.invoices[subscription.latestInvoice]
  return {
    id: subscription.id,
    object: 'subscription',
    billing_cycle_anchor: toSeconds(subscription.anchor),
    cancel_at: subscription.cancelAtPeriodEnd ? toSeconds(subscription.periodEnd) : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    canceled_at: toSecondsOrNull(subscription.canceledAt),
    collection_method: 'charge_automatically',
    created: toSeconds(subscription.created),
    currency: 'gbp',
    customer: subscription.customer,
    ended_at: toSecondsOrNull(subscription.endedAt),
    items: {
      object: 'list',
      data: [
        {
          id: subscription.itemId,
          object: 'subscription_item',
          created: toSeconds(subscription.created),
          current_period_end: toSeconds(subscription.periodEnd),
          current_period_start: toSeconds(subscription.periodStart),
          metadata: {},
          price: price ? presentPrice(price) : null,
          quantity: 1,
          subscription: subscription.id,
        },
      ],
      has_more: false,
      url: `/v1/subscription_items?subscription=${subscription.id}`,
    },
    latest_invoice: expandInvoice && invoice ? presentInvoice(invoice) : subscription.latestInvoice,
    livemode: false,
    metadata: subscription.metadata,
    start_date: toSeconds(subscription.created),
    status: subscription.status,
  }
}

export function presentInvoice(invoice: SimulatedInvoice) {
  return {
    id: invoice.id,
    object: 'invoice',
    amount_due: invoice.amount,
    amount_paid: invoice.status === 'paid' ? invoice.amount : 0,
    amount_remaining: invoice.status === 'paid' ? 0 : invoice.amount,
    attempt_count: 1,
    attempted: true,
    billing_reason: invoice.billingReason,
    collection_method: 'charge_automatically',
    created: toSeconds(invoice.created),
    currency: 'gbp',
    customer: invoice.customer,
    livemode: false,
    metadata: {},
    parent: {
      quote_details: null,
      subscription_details: { metadata: null, subscription: invoice.subscription },
      type: 'subscription_details',
    },
    status: invoice.status,
    total: invoice.amount,
  } satisfies Partial<Stripe.Invoice>
}

/** The payment of an invoice; with `expandIntent` its payment intent stands in it, as far as we show one. */
export function presentInvoicePayment(invoice: SimulatedInvoice, expandIntent: boolean) {
  const intent = {
    id: invoice.paymentIntent,
    object: 'payment_intent' as const,
    amount: invoice.amount,
    created: toSeconds(invoice.created),
    currency: 'gbp',
    customer: invoice.customer,
    livemode: false,
    status: invoice.payment,
  } satisfies Partial<Stripe.PaymentIntent>
  return {
    id: invoice.paymentId,
    object: 'invoice_payment' as const,
    amount_paid: invoice.status === 'paid' ? invoice.amount : null,
    amount_requested: invoice.amount,
    created: toSeconds(invoice.created),
    currency: 'gbp',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent' as const, payment_intent: expandIntent ? intent : intent.id },
    status: invoice.status === 'paid' ? 'paid' : 'open',
    status_transitions: { canceled_at: null, paid_at: toSecondsOrNull(invoice.paidAt) },
  }
}

export function presentPortalSession(session: SimulatedPortalSession, origin: string) {
  return {
    id: session.id,
    object: 'billing_portal.session',
    configuration: 'bpc_simulator',
    created: toSeconds(session.created),
    customer: session.customer,
    livemode: false,
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
    livemode: false,
    pending_webhooks: event.settled ? 0 : 1,
    request: { id: null, idempotency_key: null },
    type: event.type,
  }
}
