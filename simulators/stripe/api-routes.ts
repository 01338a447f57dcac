import type { Hono } from 'hono'
import { answerOk, doesExpand, list, refuseInvalid, refuseMissing } from './api-answer.ts'
import { type ApiCalls, type ApiParts, serveApi } from './api-calls.ts'
import { addCheckoutRoutes } from './checkout-routes.ts'
import { findText, listTexts } from './form-body.ts'
import { addPortalRoutes } from './portal-routes.ts'
import {
  presentCustomer,
  presentEvent,
  presentInvoice,
  presentInvoicePayment,
  presentPrice,
  presentSubscription,
} from './present.ts'
import { findSimulatedPrice, simulatedPrices } from './prices.ts'

/** The part of Stripe's HTTP API that the product uses, with its shapes, its errors and its idempotency keys. */
export function createApiRoutes(parts: ApiParts): Hono {
  return serveApi(parts, (calls) => {
    addCustomerRoutes(calls, parts)
    addCheckoutRoutes(calls, parts)
    addPortalRoutes(calls, parts)
    addSubscriptionRoutes(calls, parts)
    addInvoiceRoutes(calls, parts)
    addEventRoutes(calls, parts)
  })
}

function addCustomerRoutes({ read, write }: ApiCalls, { world, billing }: ApiParts): void {
  const { state } = world
  read('/v1/prices', (_, query) => list('/v1/prices', simulatedPrices.map(presentPrice), query))
  read('/v1/prices/:id', (id) => {
    const price = findSimulatedPrice(id)
    return price ? answerOk(presentPrice(price)) : refuseMissing('price', 'price')
  })

  write('POST', '/v1/customers', (_, body) => {
    const id = world.newId('cus')
    const customer = {
      id,
      email: findText(body, 'email'),
      metadata: listTexts(body, 'metadata'),
      created: world.now(),
    }
    state.customers[id] = customer
    world.keep()
    return answerOk(presentCustomer(customer))
  })
  read('/v1/customers/:id', (id) => {
    const customer = state.customers[id]
    return customer ? answerOk(presentCustomer(customer)) : refuseMissing('customer', 'id')
  })

  // As at Stripe: what they pay ends at once, and what is left of them is that they were deleted.
  write('DELETE', '/v1/customers/:id', (id) => {
    if (!state.customers[id]) return refuseMissing('customer', 'id')
    for (const subscription of Object.values(state.subscriptions))
      if (subscription.customer === id && subscription.status !== 'canceled') billing.cancelNow(subscription)
    delete state.customers[id]
    world.keep()
    return answerOk({ id, object: 'customer', deleted: true })
  })
}

function addSubscriptionRoutes({ read, write }: ApiCalls, { world: { state }, billing }: ApiParts): void {
  read('/v1/subscriptions', (_, query) => {
    const customer = findText(query, 'customer')
    if (customer && !state.customers[customer]) return refuseMissing('customer', 'customer')
    const wanted = findText(query, 'status')
    const found = Object.values(state.subscriptions)
      .filter((subscription) => !customer || subscription.customer === customer)
      .filter(({ status }) => wanted === 'all' || (wanted ? status === wanted : status !== 'canceled'))
      .toSorted((a, b) => b.created - a.created)
    const expandInvoice = doesExpand(query, 'data.latest_invoice')
    return list(
      '/v1/subscriptions',
      found.map((subscription) => presentSubscription(subscription, state, expandInvoice)),
      query,
    )
  })
  read('/v1/subscriptions/:id', (id, query) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return refuseMissing('subscription', 'id')
    return answerOk(presentSubscription(subscription, state, doesExpand(query, 'latest_invoice')))
  })
  write('POST', '/v1/subscriptions/:id', (id, body) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return refuseMissing('subscription', 'id')
    const cancel = findText(body, 'cancel_at_period_end')
    if (cancel !== null) billing.cancelAtPeriodEnd(subscription, cancel === 'true')
    const price = findText(body, 'items', '0', 'price')
    if (price && !billing.changePrice(subscription, price))
      return refuseInvalid('The price cannot be changed to this')
    return answerOk(presentSubscription(subscription, state))
  })
  write('DELETE', '/v1/subscriptions/:id', (id) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return refuseMissing('subscription', 'id')
    billing.cancelNow(subscription)
    return answerOk(presentSubscription(subscription, state))
  })
}

function addInvoiceRoutes({ read }: ApiCalls, { world: { state } }: ApiParts): void {
  read('/v1/invoices', (_, query) => {
    const found = Object.values(state.invoices)
      .filter(({ customer }) => !findText(query, 'customer') || customer === findText(query, 'customer'))
      .toSorted((a, b) => b.created - a.created)
    return list('/v1/invoices', found.map(presentInvoice), query)
  })
  read('/v1/invoices/:id', (id) => {
    const invoice = state.invoices[id]
    return invoice ? answerOk(presentInvoice(invoice)) : refuseMissing('invoice', 'id')
  })
  read('/v1/invoice_payments', (_, query) => {
    const expandIntent = doesExpand(query, 'data.payment.payment_intent')
    const found = Object.values(state.invoices).filter(({ id }) => id === findText(query, 'invoice'))
    return list(
      '/v1/invoice_payments',
      found.map((invoice) => presentInvoicePayment(invoice, expandIntent)),
      query,
    )
  })
}

function addEventRoutes({ read }: ApiCalls, { world: { state } }: ApiParts): void {
  read('/v1/events', (_, query) => {
    const types = Object.values(listTexts(query, 'types'))
    const since = Number(findText(query, 'created', 'gte') ?? 0) * 1000
    const found = state.events
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
      .toReversed()
    return list('/v1/events', found.map(presentEvent), query)
  })
  read('/v1/events/:id', (id) => {
    const event = state.events.find((candidate) => candidate.id === id)
    return event ? answerOk(presentEvent(event)) : refuseMissing('event', 'id')
  })
}
