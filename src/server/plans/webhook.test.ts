import { afterEach, describe, expect, it } from 'vitest'
import { makeSignatureHeader } from '../../../simulators/stripe/webhooks.ts'
import { sql } from '../platform/database/index.ts'
import { createLogger } from '../platform/logging/index.ts'
import { noPayments, PaymentsUnavailable } from '../platform/payments/index.ts'
import { type Person, postJson, register, subscribe } from '../testing/people.ts'
import {
  buy,
  cards,
  checkoutUrl,
  openPlanShop,
  portalUrl,
  reconcile,
  runningSubscription,
  settleDown,
  subscriptionRows,
  subscriptionSeen,
} from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'
import { reconcileJob, syncSubscription } from './sync-subscription.ts'

const day = 86_400_000

const shop = openForFile(openPlanShop)
afterEach(() => {
  shop.simulator.webhooks.disturbance = { drop: false, copies: 1, hold: false }
})

/** Sends a webhook as the provider does; `at` is the instant in its signature. */
function send(event: object, more: { secret?: string; at?: Date; signature?: string | null } = {}) {
  const body = JSON.stringify(event)
  const { webhookSecret } = shop.simulator
  const signed = makeSignatureHeader(
    body,
    more.secret ?? webhookSecret,
    (more.at ?? shop.clock.now()).getTime(),
  )
  const signature = more.signature === undefined ? signed : more.signature
  return shop.app.request('/functions/v1/stripe-webhook', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature === null ? {} : { 'stripe-signature': signature }),
    },
    body,
  })
}

let eventNumber = 0
const eventFor = (customer: string | null, type = 'customer.subscription.updated') => ({
  id: `evt_test_${++eventNumber}`,
  object: 'event',
  type,
  data: { object: { object: 'subscription', customer, status: 'active' } },
})

async function findCustomer(person: Person): Promise<string> {
  const row = await shop.database.row<{ id: string }>(
    sql`SELECT customer_id AS id FROM payment_customers WHERE user_id = ${person.id}`,
  )
  return row?.id ?? ''
}

const noticeCount = async () =>
  (await shop.database.row<{ count: number }>(sql`SELECT count(*) AS count FROM payment_notices`))?.count
const jobCount = async () =>
  (await shop.database.row<{ count: number }>(sql`SELECT count(*) AS count FROM graphile_worker.jobs`))?.count

describe('a webhook', () => {
  it('is answered before the queue does its work', async () => {
    const person = await register(shop)
    shop.simulator.webhooks.disturbance.drop = true
    await buy(shop, person, cards.pays)
    const answer = await send(eventFor(await findCustomer(person)))
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ received: true })
    expect(await subscriptionRows(shop, person)).toEqual([])
    await shop.runJobs()
    expect(await subscriptionRows(shop, person)).toMatchObject([{ tier: 'monthly', status: 'active' }])
  })

  it.each([
    ['without a signature', { signature: null }],
    ['with an empty signature', { signature: '' }],
    ['with a made-up signature', { signature: 't=1773230400,v1=00' }],
    ['signed with another secret', { secret: 'whsec_another' }],
    ['older than five minutes', { at: new Date('2026-03-11T11:54:59Z') }],
    ['from more than five minutes ahead', { at: new Date('2026-03-11T12:05:01Z') }],
    ['from far ahead', { at: new Date('2036-03-11T12:00:00Z') }],
  ])('%s is refused and has no effect (PAY-14)', async (_, more) => {
    const [notices, jobs] = [await noticeCount(), await jobCount()]
    const answer = await send(eventFor('cus_1'), more)
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'webhook_refused', success: false })
    expect(await noticeCount()).toBe(notices)
    expect(await jobCount()).toBe(jobs)
  })

  it('that was changed after signing is refused (PAY-14)', async () => {
    const event = eventFor('cus_1')
    const { webhookSecret } = shop.simulator
    const signature = makeSignatureHeader(JSON.stringify(event), webhookSecret, shop.clock.now().getTime())
    expect((await send({ ...event, type: 'invoice.paid' }, { signature })).status).toBe(400)
  })

  it('replayed 1,000 times, many concurrently, has one effect (PAY-13)', async () => {
    const person = await register(shop)
    shop.simulator.webhooks.disturbance.drop = true
    await buy(shop, person, cards.pays)
    const event = eventFor(await findCustomer(person))
    await shop.runJobs()
    const [notices, jobs] = [Number(await noticeCount()), Number(await jobCount())]
    for (let sent = 0; sent < 1000; sent += 50) {
      const answers = await Promise.all(Array.from({ length: 50 }, () => send(event)))
      expect(answers.every(({ status }) => status === 200)).toBe(true)
      // Half way through, the job of the first one runs.
      if (sent === 500) await shop.runJobs()
    }
    expect(await noticeCount()).toBe(notices + 1)
    expect(await jobCount()).toBe(jobs)
    expect(await subscriptionRows(shop, person)).toHaveLength(1)
    const asked = await shop.database.row<{ asked: number }>(
      sql`SELECT asked FROM payment_customers WHERE user_id = ${person.id}`,
    )
    expect(asked).toEqual({ asked: 1 })
  })

  it('about an unknown customer, or none, is recorded and changes nothing', async () => {
    const jobs = await jobCount()
    const before = await shop.database.rows(sql`SELECT * FROM subscriptions ORDER BY id`)
    for (const event of [eventFor('cus_of_another'), eventFor(null), eventFor("cus_' OR true --")]) {
      expect((await send(event)).status).toBe(200)
    }
    expect(await jobCount()).toBe(jobs)
    await shop.runJobs()
    expect(await shop.database.rows(sql`SELECT * FROM subscriptions ORDER BY id`)).toEqual(before)
  })

  it('has an effect only through the provider’s answer, not through its own content (PAY-13)', async () => {
    const person = await register(shop)
    await checkoutUrl(shop, person)
    await send(eventFor(await findCustomer(person), 'customer.subscription.created'))
    await shop.runJobs()
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'free', standing: 'none' })
  })

  it('doesn’t change a granted tier', async () => {
    const person = await register(shop)
    await checkoutUrl(shop, person)
    await subscribe(shop, person, 'enterprise')
    await send(eventFor(await findCustomer(person)))
    await shop.runJobs()
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'enterprise' })
  })
})

describe('any delivery of the webhooks', () => {
  type Release = { order?: 'reversed'; copies?: number; drop?: boolean }

  it.each<[string, Release | null]>([
    ['in time', null],
    ['late', {}],
    ['twice', { copies: 2 }],
    ['in the opposite order', { order: 'reversed' }],
    ['in the opposite order and three times', { order: 'reversed', copies: 3 }],
    ['not at all', { drop: true }],
  ])('leads to the same tiers: they arrive %s (PAY-13)', async (_, release) => {
    const arrive = async () => {
      if (release) shop.simulator.webhooks.release({ order: 'as_sent', copies: 1, drop: false, ...release })
      await settleDown(shop)
      if (release?.drop) await reconcile(shop)
    }
    const person = await register(shop)
    const otherPerson = await register(shop)
    shop.simulator.webhooks.disturbance.hold = release !== null
    const boughtAt = shop.clock.now()

    await buy(shop, person, cards.late)
    await arrive()
    expect(await subscriptionRows(shop, person)).toMatchObject([
      { tier: 'monthly', status: 'pending', previousTier: 'free', usageResetDate: null },
    ])

    shop.clock.advance(60_000)
    shop.simulator.settle('paid')
    await arrive()
    const paidAt = shop.clock.now()
    expect(await subscriptionRows(shop, person)).toMatchObject([
      { tier: 'monthly', status: 'active', previousTier: 'free', usageResetDate: paidAt },
    ])

    shop.clock.advance(60_000)
    const portal = await portalUrl(shop, person)
    const subscription = await runningSubscription(shop, person)
    await shop.portal(portal, 'change', { subscription, price: shop.payments.prices.annual })
    await shop.portal(portal, 'cancel', { subscription })
    await shop.portal(portal, 'resume', { subscription })
    await shop.portal(portal, 'cancel', { subscription })
    await arrive()
    const upgradedAt = shop.clock.now()
    const [upgraded] = await subscriptionRows(shop, person)
    expect(upgraded).toMatchObject({
      tier: 'annual',
      status: 'active',
      previousTier: 'monthly',
      endsWithPeriod: true,
      usageResetDate: upgradedAt,
    })
    expect(upgraded?.currentPeriodEnd?.getTime()).toBeGreaterThan(boughtAt.getTime() + 364 * day)

    shop.simulator.advance(367 * day)
    await arrive()
    expect(await subscriptionRows(shop, person)).toMatchObject([
      {
        tier: 'free',
        status: 'canceled',
        previousTier: 'annual',
        subscriptionId: subscription,
        usageResetDate: upgradedAt,
      },
    ])
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'free', standing: 'ended' })
    expect(await subscriptionRows(shop, otherPerson)).toEqual([])
  })

  it('drops an answer that arrives after a later one', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    const customerId = await findCustomer(person)
    const { listSubscriptions } = shop.payments
    const slow = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    shop.platform.payments = {
      ...shop.payments,
      async listSubscriptions(id) {
        const before = await listSubscriptions(id)
        asked.resolve()
        await slow.promise
        return before
      },
    }
    const stale = syncSubscription(shop.platform, customerId)
    await asked.promise
    shop.platform.payments = shop.payments
    const portal = await portalUrl(shop, person)
    const subscription = await runningSubscription(shop, person)
    await shop.portal(portal, 'change', { subscription, price: shop.payments.prices.sixmonth })
    await settleDown(shop)
    slow.resolve()
    await stale
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'sixmonth' })
  })
})

describe('a failing payment', () => {
  it('removes the tier while a renewal is overdue and restores it, without a second allowance', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.failsOnRenewal)
    await settleDown(shop)
    const [bought] = await subscriptionRows(shop, person)
    shop.simulator.advance(32 * day)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({
      tier: 'free',
      standing: 'overdue',
      canManageBilling: true,
    })
    const portal = await portalUrl(shop, person)
    const subscription = await runningSubscription(shop, person)
    await shop.portal(portal, 'card', { subscription, cardNumber: cards.pays })
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly', standing: 'active' })
    expect((await subscriptionRows(shop, person))[0]?.usageResetDate).toEqual(bought?.usageResetDate)
  })

  it('leaves a person on the free tier if their late payment is refused, and they can buy again (PAY-12)', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.lateRefused)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'pending', standing: 'pending' })
    shop.simulator.settle('refused')
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'free', standing: 'refused' })
    shop.clock.advance(11_000)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly', standing: 'active' })
  })

  it('keeps the tier after an abandoned and after a declined checkout (PAY-6)', async () => {
    const person = await register(shop)
    const url = await checkoutUrl(shop, person)
    await shop.pay(`${url}/cancel`, '')
    await shop.pay(url, cards.declined)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'free', standing: 'none' })
    expect(await subscriptionRows(shop, person)).toEqual([])
  })
})

describe('a manual refresh', () => {
  const refresh = (person: Person) => postJson(shop, '/api/subscription/refresh', {}, person.headers)

  it('finds the result of lost webhooks, and asks again only after the cooldown (PLAN-12)', async () => {
    const person = await register(shop)
    shop.simulator.webhooks.disturbance.drop = true
    const url = await checkoutUrl(shop, person)
    shop.clock.advance(3000)
    expect(await (await refresh(person)).json()).toMatchObject({ tier: 'free' })
    await shop.pay(url, cards.pays)
    shop.clock.advance(2999)
    expect(await (await refresh(person)).json()).toMatchObject({ tier: 'free' })
    shop.clock.advance(1)
    expect(await (await refresh(person)).json()).toMatchObject({ tier: 'monthly', standing: 'active' })
  })

  it('asks at once about a person who has opened the checkout since', async () => {
    const person = await register(shop)
    shop.simulator.webhooks.disturbance.drop = true
    await checkoutUrl(shop, person)
    shop.clock.advance(11_000)
    const url = await checkoutUrl(shop, person)
    await shop.pay(url, cards.pays)
    expect(await (await refresh(person)).json()).toMatchObject({ tier: 'monthly' })
  })

  it('reports that the provider doesn’t answer, and keeps all plans', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    shop.clock.advance(10_000)
    shop.platform.payments = noPayments
    const answer = await refresh(person)
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({ code: 'payments_unavailable' })
    await reconcileJob.run(shop.platform, {})
    await expect(syncSubscription(shop.platform, await findCustomer(person))).rejects.toThrow(
      PaymentsUnavailable,
    )
    shop.platform.payments = shop.payments
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly' })
  })
})

it('asks about a paid period that ended without any message, also behind a hundred unknown customers (PAY-13)', async () => {
  const person = await register(shop)
  await shop.asOwner(async (owner) => {
    await owner.run(sql`
      INSERT INTO users (id, created_at, updated_at)
      SELECT gen_random_uuid(), ${shop.clock.now()}, ${shop.clock.now()} FROM generate_series(1, 100)`)
    await owner.run(sql`
      INSERT INTO payment_customers (customer_id, user_id, created_at)
      SELECT '0' || id, id, created_at FROM users WHERE email IS NULL`)
    await owner.run(sql`
      INSERT INTO subscriptions (user_id, tier, status, current_period_end, stripe_subscription_id, created_at)
      SELECT id, 'monthly', 'active', created_at, '0' || id, created_at FROM users WHERE email IS NULL`)
  })
  await buy(shop, person, cards.pays)
  await settleDown(shop)
  const portal = await portalUrl(shop, person)
  await shop.portal(portal, 'cancel', { subscription: await runningSubscription(shop, person) })
  await settleDown(shop)
  shop.simulator.webhooks.disturbance.drop = true
  const [paid] = await subscriptionRows(shop, person)
  shop.clock.set(new Date((paid?.currentPeriodEnd?.getTime() ?? 0) + day))
  shop.simulator.catchUp()
  shop.simulator.world.state.events.length = 0
  expect(await subscriptionRows(shop, person)).toMatchObject([{ tier: 'monthly', status: 'active' }])
  const told: string[] = []
  shop.platform.logger = createLogger('warn', { write: (line: string) => void told.push(line) })
  await reconcile(shop)
  const messages = told.map((line) => JSON.parse(line).msg)
  expect(new Set(messages)).toEqual(new Set(['the payment provider does not know the customer']))
  expect(await subscriptionRows(shop, person)).toMatchObject([{ tier: 'free', status: 'canceled' }])
})
