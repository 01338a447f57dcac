import { type Context, Hono } from 'hono'
import type { Billing } from './billing.ts'
import { type FormTree, parseForm, textAt, textsAt } from './form-body.ts'
import {
  apiVersion,
  presentCheckout,
  presentCustomer,
  presentEvent,
  presentInvoice,
  presentInvoicePayment,
  presentPortalSession,
  presentPrice,
  presentSubscription,
} from './present.ts'
import { simulatedPrice, simulatedPrices } from './prices.ts'
import type { World } from './world.ts'

type Answer = { status: 200 | 400 | 401 | 404; body: unknown }

const ok = (body: unknown): Answer => ({ status: 200, body })

function invalid(message: string, param?: string): Answer {
  return {
    status: 400,
    body: { error: { type: 'invalid_request_error', message, ...(param ? { param } : {}) } },
  }
}

function missing(kind: string, param: string): Answer {
  return {
    status: 404,
    body: {
      error: { type: 'invalid_request_error', code: 'resource_missing', message: `No such ${kind}`, param },
    },
  }
}

const checkoutLifeMs = 24 * 3_600_000

/** The part of Stripe's HTTP API that the product uses, with its shapes, its errors and its idempotency keys. */
export function apiRoutes(parts: {
  world: World
  billing: Billing
  secretKey: string
  origin: () => string
}): Hono {
  const { world, billing, secretKey, origin } = parts
  const { state } = world
  const app = new Hono()
  const answered = new Map<string, { fingerprint: string; answer: Answer }>()

  function send(c: Context, answer: Answer): Response {
    c.header('Request-Id', world.newId('req'))
    c.header('Stripe-Version', apiVersion)
    return c.json(answer.body as object, answer.status)
  }

  app.use('/v1/*', async (c, next) => {
    if (c.req.header('Authorization') !== `Bearer ${secretKey}`)
      return send(c, {
        status: 401,
        body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
      })
    billing.catchUp()
    return next()
  })

  function read(path: string, handle: (id: string, query: FormTree) => Answer): void {
    app.get(path, (c) => send(c, handle(c.req.param('id') ?? '', parseForm(new URL(c.req.url).search))))
  }

  function write(
    method: 'POST' | 'DELETE',
    path: string,
    handle: (id: string, body: FormTree) => Answer,
  ): void {
    app.on(method, path, async (c) => {
      const text = await c.req.text()
      const key = c.req.header('Idempotency-Key')
      const fingerprint = `${method} ${c.req.path} ${text}`
      const earlier = key ? answered.get(key) : undefined
      if (earlier && earlier.fingerprint !== fingerprint)
        return send(c, {
          status: 400,
          body: {
            error: {
              type: 'idempotency_error',
              message: 'Keys for idempotent requests can only be used with the same parameters.',
            },
          },
        })
      const answer = earlier?.answer ?? handle(c.req.param('id') ?? '', parseForm(text))
      if (key && answer.status === 200) answered.set(key, { fingerprint, answer: structuredClone(answer) })
      return send(c, answer)
    })
  }

  function list<T extends { id: string }>(url: string, newestFirst: T[], query: FormTree): Answer {
    const limit = Math.min(100, Number(textAt(query, 'limit') ?? 10))
    const cursor = textAt(query, 'starting_after')
    const from = cursor ? newestFirst.findIndex(({ id }) => id === cursor) + 1 : 0
    const data = newestFirst.slice(from, from + limit)
    return ok({ object: 'list', url, data, has_more: from + limit < newestFirst.length })
  }

  const expands = (query: FormTree, name: string) => Object.values(textsAt(query, 'expand')).includes(name)

  read('/v1/prices', (_, query) => list('/v1/prices', simulatedPrices.map(presentPrice), query))
  read('/v1/prices/:id', (id) => {
    const price = simulatedPrice(id)
    return price ? ok(presentPrice(price)) : missing('price', 'price')
  })

  write('POST', '/v1/customers', (_, body) => {
    const id = world.newId('cus')
    const customer = {
      id,
      email: textAt(body, 'email'),
      metadata: textsAt(body, 'metadata'),
      created: world.now(),
    }
    state.customers[id] = customer
    world.keep()
    return ok(presentCustomer(customer))
  })
  read('/v1/customers/:id', (id) => {
    const customer = state.customers[id]
    return customer ? ok(presentCustomer(customer)) : missing('customer', 'id')
  })

  // As at Stripe: what they pay ends at once, and what is left of them is that they were deleted.
  write('DELETE', '/v1/customers/:id', (id) => {
    if (!state.customers[id]) return missing('customer', 'id')
    for (const subscription of Object.values(state.subscriptions))
      if (subscription.customer === id && subscription.status !== 'canceled') billing.cancelNow(subscription)
    delete state.customers[id]
    world.keep()
    return ok({ id, object: 'customer', deleted: true })
  })

  write('POST', '/v1/checkout/sessions', (_, body) => {
    const customer = textAt(body, 'customer')
    const price = textAt(body, 'line_items', '0', 'price')
    const successUrl = textAt(body, 'success_url')
    const cancelUrl = textAt(body, 'cancel_url')
    if (textAt(body, 'mode') !== 'subscription')
      return invalid('The simulator sells subscriptions only', 'mode')
    if (!customer || !state.customers[customer]) return missing('customer', 'customer')
    if (!price || !simulatedPrice(price)) return missing('price', 'line_items[0][price]')
    if (!successUrl || !cancelUrl || !URL.canParse(successUrl) || !URL.canParse(cancelUrl))
      return invalid('Not a valid URL', 'success_url')
    const id = world.newId('cs_test')
    const checkout = {
      id,
      customer,
      price,
      successUrl,
      cancelUrl,
      clientReferenceId: textAt(body, 'client_reference_id'),
      subscriptionMetadata: textsAt(body, 'subscription_data', 'metadata'),
      status: 'open' as const,
      paymentStatus: 'unpaid' as const,
      subscription: null,
      created: world.now(),
      expiresAt: world.now() + checkoutLifeMs,
    }
    state.checkouts[id] = checkout
    world.keep()
    return ok(presentCheckout(checkout, origin()))
  })
  read('/v1/checkout/sessions/:id', (id) => {
    const checkout = state.checkouts[id]
    return checkout ? ok(presentCheckout(checkout, origin())) : missing('checkout.session', 'id')
  })
  write('POST', '/v1/checkout/sessions/:id/expire', (id) => {
    const checkout = state.checkouts[id]
    if (!checkout) return missing('checkout.session', 'id')
    if (!billing.expireCheckout(checkout)) return invalid('Only open Checkout Sessions can be expired')
    return ok(presentCheckout(checkout, origin()))
  })

  read('/v1/subscriptions', (_, query) => {
    const customer = textAt(query, 'customer')
    if (customer && !state.customers[customer]) return missing('customer', 'customer')
    const wanted = textAt(query, 'status')
    const found = Object.values(state.subscriptions)
      .filter((subscription) => !customer || subscription.customer === customer)
      .filter(({ status }) => wanted === 'all' || (wanted ? status === wanted : status !== 'canceled'))
      .toSorted((a, b) => b.created - a.created)
    const expandInvoice = expands(query, 'data.latest_invoice')
    return list(
      '/v1/subscriptions',
      found.map((subscription) => presentSubscription(subscription, state, expandInvoice)),
      query,
    )
  })
  read('/v1/subscriptions/:id', (id, query) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return missing('subscription', 'id')
    return ok(presentSubscription(subscription, state, expands(query, 'latest_invoice')))
  })
  write('POST', '/v1/subscriptions/:id', (id, body) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return missing('subscription', 'id')
    const cancel = textAt(body, 'cancel_at_period_end')
    if (cancel !== null) billing.cancelAtPeriodEnd(subscription, cancel === 'true')
    const price = textAt(body, 'items', '0', 'price')
    if (price && !billing.changePrice(subscription, price))
      return invalid('The price cannot be changed to this')
    return ok(presentSubscription(subscription, state))
  })
  write('DELETE', '/v1/subscriptions/:id', (id) => {
    const subscription = state.subscriptions[id]
    if (!subscription) return missing('subscription', 'id')
    billing.cancelNow(subscription)
    return ok(presentSubscription(subscription, state))
  })

  read('/v1/invoices', (_, query) => {
    const found = Object.values(state.invoices)
      .filter(({ customer }) => !textAt(query, 'customer') || customer === textAt(query, 'customer'))
      .toSorted((a, b) => b.created - a.created)
    return list('/v1/invoices', found.map(presentInvoice), query)
  })
  read('/v1/invoices/:id', (id) => {
    const invoice = state.invoices[id]
    return invoice ? ok(presentInvoice(invoice)) : missing('invoice', 'id')
  })
  read('/v1/invoice_payments', (_, query) => {
    const expandIntent = expands(query, 'data.payment.payment_intent')
    const found = Object.values(state.invoices).filter(({ id }) => id === textAt(query, 'invoice'))
    return list(
      '/v1/invoice_payments',
      found.map((invoice) => presentInvoicePayment(invoice, expandIntent)),
      query,
    )
  })

  write('POST', '/v1/billing_portal/sessions', (_, body) => {
    const customer = textAt(body, 'customer')
    if (!customer || !state.customers[customer]) return missing('customer', 'customer')
    const returnUrl = textAt(body, 'return_url')
    if (!returnUrl || !URL.canParse(returnUrl)) return invalid('Not a valid URL', 'return_url')
    const flow = textAt(body, 'flow_data', 'type')
    const price = textAt(body, 'flow_data', 'subscription_update_confirm', 'items', '0', 'price')
    if (flow !== null && flow !== 'subscription_update_confirm')
      return invalid('The simulator has no such flow', 'flow_data[type]')
    if (flow !== null && (!price || !simulatedPrice(price))) return missing('price', 'flow_data')
    const id = world.newId('bps')
    const session = {
      id,
      customer,
      returnUrl,
      change: price
        ? { price, afterUrl: textAt(body, 'flow_data', 'after_completion', 'redirect', 'return_url') }
        : null,
      created: world.now(),
    }
    state.portalSessions[id] = session
    world.keep()
    return ok(presentPortalSession(session, origin()))
  })

  read('/v1/events', (_, query) => {
    const types = Object.values(textsAt(query, 'types'))
    const since = Number(textAt(query, 'created', 'gte') ?? 0) * 1000
    const found = state.events
      .filter(({ type, created }) => created >= since && (types.length === 0 || types.includes(type)))
      .toReversed()
    return list('/v1/events', found.map(presentEvent), query)
  })
  read('/v1/events/:id', (id) => {
    const event = state.events.find((candidate) => candidate.id === id)
    return event ? ok(presentEvent(event)) : missing('event', 'id')
  })

  app.all('/v1/*', (c) => send(c, invalid('The simulator does not know this request')))
  return app
}
