import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from './stripe-simulator.ts'

let folder: string
let stateFile: string
let simulator: StripeSimulator
let stripe: Stripe
let received: Stripe.Event[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assent-simulator-'))
  stateFile = join(folder, 'stripe.json')
  received = []
  await start()
})
afterEach(async () => {
  await simulator.close()
  await rm(folder, { recursive: true, force: true })
})

async function start() {
  simulator = await startStripeSimulator({
    stateFile,
    deliver: async (body) => {
      received.push(JSON.parse(body) as Stripe.Event)
      return 200
    },
  })
  const { hostname, port } = new URL(simulator.origin)
  stripe = new Stripe(simulator.secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0 })
}

async function restart() {
  await simulator.close()
  await start()
}

async function buy(card = '4242424242424242') {
  const customer = await stripe.customers.create({ email: 'ada@example.org' })
  const session = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: simulator.prices.monthly, quantity: 1 }],
    success_url: 'http://localhost:3000/ok?session={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost:3000/no',
  })
  const answer = await fetch(session.url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ cardNumber: card }),
    redirect: 'manual',
  })
  return { customer, session, answer }
}

const control = (path: string, body: unknown) =>
  fetch(`${simulator.origin}/control/${path}`, { method: 'POST', body: JSON.stringify(body) })

describe('the official SDK', () => {
  it('buys, lists and ends a subscription', async () => {
    const { customer, session, answer } = await buy()
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`http://localhost:3000/ok?session=${session.id}`)
    const { data } = await stripe.subscriptions.list({
      customer: customer.id,
      expand: ['data.latest_invoice'],
    })
    expect(data).toHaveLength(1)
    expect(data[0]?.latest_invoice).toMatchObject({ status: 'paid', billing_reason: 'subscription_create' })
    const id = data[0]?.id ?? ''
    await stripe.subscriptions.update(id, { cancel_at_period_end: true })
    expect((await stripe.subscriptions.retrieve(id)).cancel_at_period_end).toBe(true)
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('complete')
    await stripe.customers.del(customer.id)
    await simulator.webhooks.idle()
    expect(received.at(-1)?.type).toBe('customer.subscription.deleted')
  })
  it('receives Stripe’s error types', async () => {
    await expect(stripe.customers.del('cus_none')).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(stripe.subscriptions.list({ customer: 'cus_none' })).rejects.toMatchObject({
      param: 'customer',
    })
    await stripe.customers.create({ email: 'a@example.org' }, { idempotencyKey: 'one' })
    await expect(
      stripe.customers.create({ email: 'b@example.org' }, { idempotencyKey: 'one' }),
    ).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
    const stranger = new Stripe('sk_test_other', {
      host: '127.0.0.1',
      port: new URL(simulator.origin).port,
      protocol: 'http',
    })
    await expect(stranger.events.list()).rejects.toMatchObject({ type: 'StripeAuthenticationError' })
  })
  it('paginates the events', async () => {
    await buy()
    await buy()
    const types: string[] = []
    for await (const { type } of stripe.events.list({ limit: 3 })) types.push(type)
    expect(types.filter((type) => type === 'checkout.session.completed')).toHaveLength(2)
    expect(types).toHaveLength(8)
  })
})

it('keeps subscriptions and its address over a restart, but never stores a card number', async () => {
  const { customer } = await buy()
  const { origin } = simulator
  await restart()
  expect(simulator.origin).toBe(origin)
  expect((await stripe.subscriptions.list({ customer: customer.id })).data).toHaveLength(1)
  // Eight digits of the number, because a time in milliseconds may contain four of them.
  expect(await readFile(stateFile, 'utf8')).not.toMatch(/4242 ?4242/)
})

describe('the controls', () => {
  const types = () => received.map(({ type }) => type)
  it('hold webhooks, then release each twice in the reverse order', async () => {
    simulator.webhooks.disturbance.hold = true
    await buy()
    expect(types()).toEqual([])
    simulator.webhooks.release({ order: 'reversed', copies: 2, drop: false })
    await simulator.webhooks.idle()
    expect(types()).toEqual([
      'checkout.session.completed',
      'checkout.session.completed',
      'customer.subscription.updated',
      'customer.subscription.updated',
      'invoice.paid',
      'invoice.paid',
      'customer.subscription.created',
      'customer.subscription.created',
    ])
  })
  it('drop webhooks, whose events are still listed', async () => {
    await control('webhooks', { drop: true })
    await buy()
    await simulator.webhooks.idle()
    expect(types()).toEqual([])
    expect((await stripe.events.list()).data).toHaveLength(4)
  })
  it('move the clock past a renewal, but sign with the real time', async () => {
    await buy()
    await simulator.webhooks.idle()
    received = []
    await control('clock', { advanceSeconds: 32 * 86_400 })
    expect(types()).toEqual(['invoice.paid', 'customer.subscription.updated'])
  })
  it('settle a late payment', async () => {
    const { customer } = await buy('4000000000007726')
    expect((await stripe.subscriptions.list({ customer: customer.id })).data[0]?.status).toBe('incomplete')
    await control('settle', { outcome: 'paid' })
    expect((await stripe.subscriptions.list({ customer: customer.id })).data[0]?.status).toBe('active')
  })
  it('reject invalid requests', async () => {
    expect((await control('clock', { advanceSeconds: -60 })).status).toBe(400)
    expect((await control('webhooks', { dorp: true })).status).toBe(400)
  })
})

it('answers only requests with a loopback host', async () => {
  const { port } = new URL(simulator.origin)
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const ask = request({ host: '127.0.0.1', port, path: '/control', headers: { host } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      ask.on('error', reject)
      ask.end()
    })
  expect(await statusFor(`127.0.0.1:${port}`)).toBe(200)
  expect(await statusFor(`localhost:${port}`)).toBe(200)
  expect(await statusFor('evil.example')).toBe(421)
})

it('shows on every page that it is a simulator (PAY-18)', async () => {
  const { session } = await buy()
  for (const path of [`/c/pay/${session.id}`, '/c/pay/cs_none', '/p/session/none'])
    expect(await (await fetch(simulator.origin + path)).text()).toContain('This is a simulator, not Stripe.')
})

it('uses another port if its previous one is in use', async () => {
  const other = await startStripeSimulator({ stateFile, deliver: async () => 200 })
  expect(other.origin).not.toBe(simulator.origin)
  await other.close()
})
