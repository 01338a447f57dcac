import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSignatureHeader } from '../../../../simulators/stripe/webhooks.ts'
import { ManualClock } from '../../testing/manual-clock.ts'
import { cards, type SimulatedPayments, startSimulatedPayments } from '../../testing/simulated-stripe.ts'
import { createStripePayments, customerUnknown, PaymentsUnavailable } from './index.ts'

const day = 86_400_000
const start = new Date('2026-03-11T12:00:00Z')

let clock: ManualClock
let simulated: SimulatedPayments
let received: { body: string; signature: string }[]

beforeEach(async () => {
  clock = new ManualClock(start)
  received = []
  simulated = await startSimulatedPayments(clock, async (body, headers) => {
    received.push({ body, signature: headers['Stripe-Signature'] ?? '' })
    return 200
  })
})
afterEach(() => simulated.close())

async function openCheckout(plan: 'monthly' | 'sixmonth' | 'annual' = 'monthly') {
  const { payments } = simulated
  const customer = await payments.createCustomer({
    userId: 'user-1',
    email: 'ada@example.org',
    idempotencyKey: 'customer-1',
  })
  const checkout = await payments.createCheckout({
    customerId: customer.id,
    userId: 'user-1',
    priceId: payments.prices[plan],
    successUrl: 'http://localhost:3000/subscription/success',
    cancelUrl: 'http://localhost:3000/subscription/cancel',
    idempotencyKey: 'checkout-1',
  })
  if (checkout === customerUnknown || !checkout.url) throw new Error('no checkout')
  return { customerId: customer.id, id: checkout.id, url: checkout.url }
}

async function listSubscriptions(customerId: string) {
  const subscriptions = await simulated.payments.listSubscriptions(customerId)
  if (subscriptions === customerUnknown) throw new Error('unknown')
  return subscriptions
}

describe('a checkout', () => {
  it('makes a paid subscription of the plan and redirects the person back', async () => {
    const { customerId, url } = await openCheckout('sixmonth')
    expect(await simulated.pay(url, cards.pays)).toBe('http://localhost:3000/subscription/success')
    expect(await listSubscriptions(customerId)).toMatchObject([
      {
        tier: 'sixmonth',
        priceId: simulated.payments.prices.sixmonth,
        status: 'active',
        firstPayment: 'settled',
        periodEnd: new Date('2026-09-11T12:00:00Z'),
        endsWithPeriod: false,
        createdAt: start,
      },
    ])
  })
  it('can be paid only once', async () => {
    const { customerId, url } = await openCheckout()
    await Promise.all([simulated.pay(url, cards.pays), simulated.pay(url, cards.pays)])
    expect(await listSubscriptions(customerId)).toHaveLength(1)
  })
  it('cannot be paid after it is closed, and can be closed twice', async () => {
    const { customerId, id, url } = await openCheckout()
    await simulated.payments.closeCheckout(id)
    await simulated.payments.closeCheckout(id)
    expect(await simulated.pay(url, cards.pays)).toBeNull()
    expect(await listSubscriptions(customerId)).toEqual([])
  })
  it('is the same page for the same idempotency key, and reports that it is closed', async () => {
    const first = await openCheckout()
    const second = await openCheckout()
    expect(second).toEqual(first)
    await simulated.payments.closeCheckout(first.id)
    const third = await simulated.payments.createCheckout({
      customerId: first.customerId,
      userId: 'user-1',
      priceId: simulated.payments.prices.monthly,
      successUrl: 'http://localhost:3000/subscription/success',
      cancelUrl: 'http://localhost:3000/subscription/cancel',
      idempotencyKey: 'checkout-1',
    })
    expect(third).toMatchObject({ id: first.id, isOpen: false })
  })
})

it('marks a late payment as failed when it is refused, and as expired after 23 hours', async () => {
  const { customerId, url } = await openCheckout()
  await simulated.pay(url, cards.lateRefused)
  clock.advance(16_000)
  expect(await listSubscriptions(customerId)).toMatchObject([
    { status: 'incomplete', firstPayment: 'failed' },
  ])
  clock.advance(day)
  expect(await listSubscriptions(customerId)).toMatchObject([{ status: 'incomplete_expired' }])
})

it('renews a simulated subscription on the same day of the month', async () => {
  clock.set(new Date('2026-01-31T10:00:00Z'))
  const { customerId, url } = await openCheckout()
  await simulated.pay(url, cards.pays)
  simulated.simulator.advance(29 * day)
  expect(await listSubscriptions(customerId)).toMatchObject([{ periodEnd: new Date('2026-03-31T10:00:00Z') }])
})

it('opens the portal’s front page when the change is not allowed there', async () => {
  const { payments } = simulated
  const { customerId, url } = await openCheckout()
  await simulated.pay(url, cards.pays)
  for (const change of [
    { subscriptionId: 'sub_none', priceId: payments.prices.annual },
    { subscriptionId: (await listSubscriptions(customerId))[0]?.id ?? '', priceId: 'price_none' },
  ]) {
    const portal = await payments.createPortal({
      customerId,
      returnUrl: 'http://localhost:3000/subscription',
      change: { ...change, afterUrl: 'http://localhost:3000/subscription/success' },
    })
    if (portal === customerUnknown || !portal.url) throw new Error('no portal')
    expect(await (await fetch(portal.url)).text()).toContain('Manage billing')
  }
})

describe('a notice', () => {
  const read = (body: string, signature: string | undefined) =>
    simulated.payments.parseNotice(body, signature, clock.now())
  const body = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'invoice.paid',
    data: { object: { object: 'invoice', customer: 'cus_1' } },
  })
  const sign = (secret: string, offsetSeconds = 0) =>
    makeSignatureHeader(body, secret, start.getTime() + offsetSeconds * 1000)

  it('is read from a webhook that the provider signed', async () => {
    const { customerId, url } = await openCheckout()
    await simulated.pay(url, cards.pays)
    await simulated.simulator.webhooks.idle()
    const notices = received.map(({ body, signature }) => read(body, signature))
    expect(notices.map((notice) => notice?.type)).toEqual([
      'customer.subscription.created',
      'invoice.paid',
      'customer.subscription.updated',
      'checkout.session.completed',
    ])
    expect(notices.every((notice) => notice?.customerId === customerId)).toBe(true)
    expect((await simulated.payments.listNoticesSince(start)).map(({ id }) => id)).toEqual(
      notices.map((notice) => notice?.id),
    )
    expect(await simulated.payments.listNoticesSince(new Date(start.getTime() + 1000))).toEqual([])
  })
  it('is accepted up to five minutes off this machine’s clock, in either direction (PAY-14)', () => {
    const { webhookSecret } = simulated.simulator
    expect(read(body, sign(webhookSecret))).toEqual({
      id: 'evt_1',
      type: 'invoice.paid',
      customerId: 'cus_1',
    })
    expect(read(body, sign(webhookSecret, 300))).not.toBeNull()
    expect(read(body, sign(webhookSecret, -300))).not.toBeNull()
    expect(read(body, sign(webhookSecret, 301))).toBeNull()
    expect(read(body, sign(webhookSecret, -301))).toBeNull()
  })
  it('is refused without a signature, with another secret, over other bytes, or with two timestamps', () => {
    const { webhookSecret } = simulated.simulator
    expect(read(body, undefined)).toBeNull()
    expect(read(body, '')).toBeNull()
    expect(read(body, sign('whsec_other'))).toBeNull()
    expect(read(`${body} `, sign(webhookSecret))).toBeNull()
    expect(read(body, `t=${start.getTime() / 1000}`)).toBeNull()
    const future = sign(webhookSecret, 4000)
    expect(read(body, `t=${start.getTime() / 1000},${future}`)).toBeNull()
  })
})

it('returns customerUnknown when the provider does not know the customer', async () => {
  const { payments } = simulated
  expect(await payments.listSubscriptions('cus_gone')).toBe(customerUnknown)
  expect(await payments.createPortal({ customerId: 'cus_gone', returnUrl: 'http://localhost/' })).toBe(
    customerUnknown,
  )
})

it('fails as unavailable with a wrong key, and quotes nothing from the request', async () => {
  const { simulator } = simulated
  const payments = createStripePayments({
    secretKey: 'sk_test_wrong',
    webhookSecret: simulator.webhookSecret,
    prices: simulator.prices,
    apiBase: simulator.origin,
  })
  const failure = payments.createCustomer({ userId: 'u', email: 'ada@example.org', idempotencyKey: 'k' })
  await expect(failure).rejects.toThrow(PaymentsUnavailable)
  await expect(failure).rejects.not.toThrow(/ada@/)
})
