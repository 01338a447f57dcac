import {
  type ApiCalls,
  type ApiParts,
  answerOk,
  list,
  listExpanded,
  listTexts,
  refuseInvalid,
  refuseMissing,
} from './api.ts'
import {
  presentCheckout,
  presentEvent,
  presentInvoicePayment,
  presentPortalSession,
  presentSubscription,
} from './present.ts'
import { findSimulatedPrice } from './prices.ts'

const checkoutLifeMs = 24 * 3_600_000

/** Customers, and what their subscriptions are and become. */
export function addCustomerRoutes(calls: ApiCalls, { world, billing }: ApiParts): void {
  const { state } = world
  calls.post('/v1/customers', (_, body) => {
    const id = world.newId('cus')
    const customer = { id, email: body.get('email'), metadata: listTexts(body, 'metadata') }
    state.customers[id] = customer
    world.keep()
    return answerOk({ object: 'customer', ...customer })
  })
  // As at Stripe: their subscriptions end at once.
  calls.delete('/v1/customers/:id', (id) => {
    if (!state.customers[id]) return refuseMissing('customer', 'id')
    for (const subscription of Object.values(state.subscriptions))
      if (subscription.customer === id) billing.cancelNow(subscription)
    delete state.customers[id]
    world.keep()
    return answerOk({ id, object: 'customer', deleted: true })
  })

  calls.get('/v1/subscriptions', (_, query) => {
    const customer = query.get('customer')
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    const isAll = query.get('status') === 'all'
    const found = Object.values(state.subscriptions)
      .filter((one) => one.customer === customer && (isAll || one.status !== 'canceled'))
      .toSorted((a, b) => b.created - a.created)
    const expandInvoice = listExpanded(query).includes('data.latest_invoice')
    const shown = found.map((one) => presentSubscription(one, state, expandInvoice))
    return list('/v1/subscriptions', shown, query)
  })
  calls.get('/v1/subscriptions/:id', (id) => {
    const subscription = state.subscriptions[id]
    return subscription
      ? answerOk(presentSubscription(subscription, state))
      : refuseMissing('subscription', 'id')
  })
  calls.post('/v1/subscriptions/:id', (id, body) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return refuseMissing('subscription', 'id')
    billing.cancelAtPeriodEnd(subscription, body.get('cancel_at_period_end') === 'true')
    return answerOk(presentSubscription(subscription, state))
  })
  calls.get('/v1/invoice_payments', (_, query) => {
    const found = Object.values(state.invoices).filter(({ id }) => id === query.get('invoice'))
    return list('/v1/invoice_payments', found.map(presentInvoicePayment), query)
  })
}

/** The pages on which people pay and change what they have. */
export function addSessionRoutes(calls: ApiCalls, { world, billing, origin }: ApiParts): void {
  const { state } = world
  calls.post('/v1/checkout/sessions', (_, body) => {
    const customer = body.get('customer')
    const price = body.get('line_items[0][price]')
    const successUrl = body.get('success_url') ?? ''
    const cancelUrl = body.get('cancel_url') ?? ''
    if (body.get('mode') !== 'subscription')
      return refuseInvalid('The simulator sells subscriptions only', 'mode')
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    if (!price || !findSimulatedPrice(price)) return refuseMissing('price', 'line_items[0][price]')
    if (!URL.canParse(successUrl) || !URL.canParse(cancelUrl))
      return refuseInvalid('Not a valid URL', 'success_url')
    const id = world.newId('cs_test')
    const checkout = {
      id,
      customer,
      price,
      successUrl,
      cancelUrl,
      subscriptionMetadata: listTexts(body, 'subscription_data[metadata]'),
      status: 'open' as const,
      paymentStatus: 'unpaid' as const,
      subscription: null,
      created: world.now(),
      expiresAt: world.now() + checkoutLifeMs,
    }
    state.checkouts[id] = checkout
    world.keep()
    return answerOk(presentCheckout(checkout, origin()))
  })
  calls.get('/v1/checkout/sessions/:id', (id) => {
    const checkout = state.checkouts[id]
    return checkout ? answerOk(presentCheckout(checkout, origin())) : refuseMissing('checkout.session', 'id')
  })
  calls.post('/v1/checkout/sessions/:id/expire', (id) => {
    const checkout = state.checkouts[id]
    if (!checkout) return refuseMissing('checkout.session', 'id')
    if (!billing.expireCheckout(checkout)) return refuseInvalid('Only open Checkout Sessions can be expired')
    return answerOk(presentCheckout(checkout, origin()))
  })

  calls.post('/v1/billing_portal/sessions', (_, body) => {
    const customer = body.get('customer')
    const returnUrl = body.get('return_url') ?? ''
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    if (!URL.canParse(returnUrl)) return refuseInvalid('Not a valid URL', 'return_url')
    const flow = body.get('flow_data[type]')
    const price = body.get('flow_data[subscription_update_confirm][items][0][price]')
    if (flow !== null && flow !== 'subscription_update_confirm')
      return refuseInvalid('The simulator has no such flow', 'flow_data[type]')
    if (flow !== null && (!price || !findSimulatedPrice(price))) return refuseMissing('price', 'flow_data')
    const id = world.newId('bps')
    const afterUrl = body.get('flow_data[after_completion][redirect][return_url]')
    const change = price ? { price, afterUrl } : null
    const session = { id, customer, returnUrl, change }
    state.portalSessions[id] = session
    world.keep()
    return answerOk(presentPortalSession(session, origin()))
  })
}

/** What the webhooks told. */
export function addEventRoutes(calls: ApiCalls, { world: { state } }: ApiParts): void {
  calls.get('/v1/events', (_, query) => {
    const types = Object.values(listTexts(query, 'types'))
    const since = Number(query.get('created[gte]') ?? 0) * 1000
    const found = state.events
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
      .toReversed()
    return list('/v1/events', found.map(presentEvent), query)
  })
}
