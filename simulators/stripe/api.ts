import { type Context, Hono } from 'hono'
import type { Billing } from './billing.ts'
import { findSimulatedPrice } from './prices.ts'
import {
  presentCheckout,
  presentEvent,
  presentSubscription,
  type SimulatedCheckout,
  type World,
} from './world.ts'

type ApiParts = { world: World; billing: Billing; secretKey: string }

type Answer = { status: 200 | 400 | 401 | 404; body: object }

/** Adds a route. `handle` gets the id in the path, and the query or the body. */
type AddRoute = (path: string, handle: (id: string, given: URLSearchParams) => Answer) => void
type ApiCalls = { get: AddRoute; post: AddRoute; delete: AddRoute }

/**
 * Stripe's behaviour for every call: headers, authentication, and repeated answers for a repeated idempotency key.
 */
export function serveApi(parts: ApiParts): Hono {
  const { world, secretKey } = parts
  const app = new Hono()
  const answered = new Map<string, { request: string; answer: Answer }>()

  function send(c: Context, answer: Answer): Response {
    c.header('Request-Id', world.newId('req'))
    return c.json(answer.body, answer.status)
  }

  app.use('/v1/*', async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`)
      return send(c, { ...refuseInvalid('Invalid API Key provided'), status: 401 })
    return next()
  })

  const addWrite =
    (method: 'POST' | 'DELETE'): AddRoute =>
    (path, handle) => {
      app.on(method, path, async (c) => {
        const text = await c.req.text()
        const key = c.req.header('Idempotency-Key')
        const request = `${method} ${c.req.path} ${text}`
        const earlier = key ? answered.get(key) : undefined
        if (earlier && earlier.request !== request) {
          const message = 'Keys for idempotent requests can only be used with the same parameters.'
          return send(c, { status: 400, body: { error: { type: 'idempotency_error', message } } })
        }
        const answer = earlier?.answer ?? handle(c.req.param('id') ?? '', new URLSearchParams(text))
        if (key && answer.status === 200) answered.set(key, { request, answer: structuredClone(answer) })
        return send(c, answer)
      })
    }
  const calls: ApiCalls = {
    get: (path, handle) => {
      app.get(path, (c) => send(c, handle(c.req.param('id') ?? '', new URL(c.req.url).searchParams)))
    },
    post: addWrite('POST'),
    delete: addWrite('DELETE'),
  }
  for (const add of [addCustomerRoutes, addSessionRoutes]) add(calls, parts)
  app.all('/v1/*', (c) => send(c, refuseInvalid('The simulator does not know this request')))
  return app
}

const answerOk = (body: object): Answer => ({ status: 200, body })

function refuseInvalid(message: string): Answer {
  return { status: 400, body: { error: { type: 'invalid_request_error', message } } }
}

function refuseMissing(kind: string, param: string): Answer {
  const message = `No such ${kind}`
  const error = { type: 'invalid_request_error', code: 'resource_missing', message, param }
  return { status: 404, body: { error } }
}

/** One page of a list with Stripe's pagination: it continues after an id. */
function list<T extends { id: string }>(url: string, newestFirst: T[], query: URLSearchParams): Answer {
  const limit = Math.min(100, Number(query.get('limit') ?? 10))
  const cursor = query.get('starting_after')
  const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0
  const data = newestFirst.slice(from, from + limit)
  return answerOk({ object: 'list', url, data, has_more: from + limit < newestFirst.length })
}

/** Parses Stripe's form encoding of metadata and lists: `metadata[user_id]=x` becomes `{ user_id: 'x' }`. */
function listTexts(form: URLSearchParams, name: string): Record<string, string> {
  const below = [...form].filter(([key]) => key.startsWith(`${name}[`))
  return Object.fromEntries(below.map(([key, text]) => [key.slice(name.length + 1, -1), text]))
}

/** The fields that the caller wants expanded from an id to the object. */
const listExpanded = (query: URLSearchParams): string[] => Object.values(listTexts(query, 'expand'))

const checkoutLifeMs = 24 * 3_600_000

function addCustomerRoutes(calls: ApiCalls, { world, billing }: ApiParts): void {
  const { state } = world
  calls.post('/v1/customers', (_, body) => {
    const id = world.newId('cus')
    const customer = { id, metadata: listTexts(body, 'metadata') }
    state.customers[id] = customer
    world.keep()
    return answerOk({ object: 'customer', ...customer })
  })
  // Like Stripe, ends the customer's subscriptions immediately.
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
    const payments = found.map(({ id, payment: status }) => ({
      id: `inpay_${id}`,
      payment: { type: 'payment_intent', payment_intent: { id: `pi_${id}`, status } },
    }))
    return list('/v1/invoice_payments', payments, query)
  })
}

/** Adds the routes for checkout and portal sessions, and for events, which webhooks also deliver. */
function addSessionRoutes(calls: ApiCalls, { world, billing }: ApiParts): void {
  const { state } = world
  const show = (checkout: SimulatedCheckout) => answerOk(presentCheckout(checkout, world.origin()))
  calls.post('/v1/checkout/sessions', (_, body) => {
    const customer = body.get('customer')
    const price = body.get('line_items[0][price]')
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    if (!price || !findSimulatedPrice(price)) return refuseMissing('price', 'line_items[0][price]')
    const checkout: SimulatedCheckout = {
      id: world.newId('cs_test'),
      customer,
      price,
      successUrl: body.get('success_url') ?? '',
      cancelUrl: body.get('cancel_url') ?? '',
      subscriptionMetadata: listTexts(body, 'subscription_data[metadata]'),
      status: 'open',
      expiresAt: world.now() + checkoutLifeMs,
    }
    state.checkouts[checkout.id] = checkout
    world.keep()
    return show(checkout)
  })
  calls.get('/v1/checkout/sessions/:id', (id) => {
    const checkout = state.checkouts[id]
    return checkout ? show(checkout) : refuseMissing('checkout.session', 'id')
  })
  calls.post('/v1/checkout/sessions/:id/expire', (id) => {
    const checkout = state.checkouts[id]
    if (!checkout) return refuseMissing('checkout.session', 'id')
    if (!billing.expireCheckout(checkout)) return refuseInvalid('Only open Checkout Sessions can be expired')
    return show(checkout)
  })

  calls.post('/v1/billing_portal/sessions', (_, body) => {
    const customer = body.get('customer')
    if (!customer || !state.customers[customer]) return refuseMissing('customer', 'customer')
    const price = body.get('flow_data[subscription_update_confirm][items][0][price]')
    if (price && !findSimulatedPrice(price)) return refuseMissing('price', 'flow_data')
    const id = world.newId('bps')
    const afterUrl = body.get('flow_data[after_completion][redirect][return_url]')
    const change = price ? { price, afterUrl } : null
    state.portalSessions[id] = { id, customer, returnUrl: body.get('return_url') ?? '', change }
    world.keep()
    return answerOk({ id, object: 'billing_portal.session', url: `${world.origin()}/p/session/${id}` })
  })

  calls.get('/v1/events', (_, query) => {
    const types = Object.values(listTexts(query, 'types'))
    const since = Number(query.get('created[gte]') ?? 0) * 1000
    const found = state.events
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
      .toReversed()
    return list('/v1/events', found.map(presentEvent), query)
  })
}
