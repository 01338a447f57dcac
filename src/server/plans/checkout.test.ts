import { describe, expect, it } from 'vitest'
import { noPayments } from '../platform/payments/index.ts'
import { type Person, postJson, register, subscribe } from '../testing/people.ts'
import {
  askCheckout,
  buy,
  cards,
  checkoutUrl,
  openPlanShop,
  portalUrl,
  returnUrls,
  runningSubscription,
  settleDown,
  subscriptionRows,
  subscriptionSeen,
} from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'

const shop = openForFile(openPlanShop)

const customersInSimulator = () => Object.values(shop.simulator.world.state.customers)
const listCheckouts = (person: Person) =>
  Object.values(shop.simulator.world.state.checkouts).filter(
    ({ subscriptionMetadata }) => subscriptionMetadata['user_id'] === person.id,
  )
const listStatuses = (person: Person) => listCheckouts(person).map(({ status }) => status)

async function problem(answer: Response) {
  const { code, error, success } = (await answer.json()) as Record<string, unknown>
  return { status: answer.status, code, error, success }
}

describe('create-checkout-session', () => {
  it('answers with the URL of a checkout for the plan, and changes no tier (PAY-1)', async () => {
    const person = await register(shop)
    const answer = await askCheckout(shop, person, { priceId: shop.payments.prices.annual })
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({
      success: true,
      url: expect.stringContaining(shop.simulator.origin),
    })
    expect(listCheckouts(person)).toMatchObject([
      { price: shop.payments.prices.annual, successUrl: returnUrls.successUrl, status: 'open' },
    ])
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'free', standing: 'none' })
  })

  it('refuses without a session and asks the provider nothing (PAY-2)', async () => {
    const before = customersInSimulator().length
    for (const headers of [{}, { authorization: 'Bearer nonsense' }]) {
      const answer = await postJson(
        shop,
        '/functions/v1/create-checkout-session',
        { priceId: shop.payments.prices.monthly, ...returnUrls },
        headers,
      )
      expect(await problem(answer)).toEqual({
        status: 401,
        code: 'checkout_authentication_required',
        error: 'You must be logged in to make a purchase',
        success: false,
      })
    }
    expect(customersInSimulator()).toHaveLength(before)
  })

  it.each([
    ['another site', 'https://evil.example/subscription/success'],
    ['another port', 'http://localhost:3001/subscription/success'],
    ['another scheme', 'https://localhost:3000/subscription/success'],
    ['a name before ours', 'http://localhost:3000@evil.example/'],
    ['a user name on ours', 'http://evil.example@localhost:3000/'],
    ['a longer host', 'http://localhost:3000.evil.example/'],
    ['a script', 'javascript:alert(1)'],
    ['a blob of our origin', 'blob:http://localhost:3000/page'],
    ['a path', '/subscription/success'],
  ])('refuses a return URL on %s (PAY-1)', async (_, url) => {
    const person = await register(shop)
    for (const urls of [{ successUrl: url }, { cancelUrl: url }]) {
      expect(await problem(await askCheckout(shop, person, urls))).toMatchObject({
        status: 422,
        code: 'return_url_foreign',
        error: 'There was a problem initiating checkout. Please try again.',
      })
    }
    expect(listCheckouts(person)).toEqual([])
  })

  it('refuses an unknown price, and an invalid body (PAY-1)', async () => {
    const person = await register(shop)
    expect(await problem(await askCheckout(shop, person, { priceId: 'price_of_another' }))).toMatchObject({
      status: 422,
      code: 'price_unknown',
    })
    expect(await problem(await askCheckout(shop, person, { priceId: 7 }))).toMatchObject({
      status: 400,
      code: 'validation_failed',
    })
    expect(listCheckouts(person)).toEqual([])
  })

  it('keeps one customer per person and one open checkout, however often it is requested (PAY-5)', async () => {
    const person = await register(shop)
    const urls = await Promise.all([1, 2, 3, 4, 5].map(() => checkoutUrl(shop, person)))
    expect(new Set(urls).size).toBe(1)
    await checkoutUrl(shop, person, 'annual')
    shop.clock.advance(11_000)
    const last = await checkoutUrl(shop, person, 'annual')
    expect(listStatuses(person).filter((status) => status === 'open')).toHaveLength(1)
    expect(last).toContain(listCheckouts(person).find(({ status }) => status === 'open')?.id)
    expect(customersInSimulator().filter(({ metadata }) => metadata['user_id'] === person.id)).toHaveLength(1)
  })

  it('reports that the payment service can’t be reached, and stores nothing (PAY-3)', async () => {
    const person = await register(shop)
    const { payments } = shop.platform
    shop.platform.payments = noPayments
    try {
      const priceId = shop.platform.payments.prices.monthly
      expect(await problem(await askCheckout(shop, person, { priceId }))).toEqual({
        status: 503,
        code: 'payments_unavailable',
        error: 'There was a problem connecting to our payment service. Please try again later.',
        success: false,
      })
    } finally {
      shop.platform.payments = payments
    }
    expect(await subscriptionRows(shop, person)).toEqual([])
  })

  it('starts again with a new customer if the provider lost the old one', async () => {
    const person = await register(shop)
    await checkoutUrl(shop, person)
    for (const { id, metadata } of customersInSimulator())
      if (metadata['user_id'] === person.id) delete shop.simulator.world.state.customers[id]
    shop.clock.advance(11_000)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly' })
  })
})

describe('a second purchase', () => {
  it('is refused for the plan one already has, and while another is pending (PAY-5)', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.late)
    expect(await problem(await askCheckout(shop, person))).toMatchObject({
      status: 409,
      code: 'subscription_pending',
    })
    shop.simulator.settle('paid')
    await settleDown(shop)
    expect(await problem(await askCheckout(shop, person))).toMatchObject({
      status: 409,
      code: 'already_subscribed',
    })
    expect(listCheckouts(person)).toHaveLength(1)
  })

  it('of another plan changes the running one, confirmed on the portal (PAY-5)', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    const url = await checkoutUrl(shop, person, 'annual')
    expect(url).toContain('/p/session/')
    const fields = {
      subscription: await runningSubscription(shop, person),
      price: shop.payments.prices.annual,
    }
    expect(await shop.portal(url, 'change', fields)).toBe(returnUrls.successUrl)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'annual', previousTier: 'monthly' })
    expect(listCheckouts(person)).toHaveLength(1)
  })

  it('is refused even if every message about the first one was lost', async () => {
    const person = await register(shop)
    shop.simulator.webhooks.disturbance.drop = true
    await buy(shop, person, cards.pays)
    shop.simulator.webhooks.disturbance.drop = false
    expect(await problem(await askCheckout(shop, person))).toMatchObject({ code: 'already_subscribed' })
    expect(listCheckouts(person)).toHaveLength(1)
  })

  it('in another tab closes the checkout of the first', async () => {
    const person = await register(shop)
    const first = await checkoutUrl(shop, person)
    shop.clock.advance(11_000)
    const second = await checkoutUrl(shop, person, 'annual')
    expect(await shop.pay(first, cards.pays)).toBeNull()
    expect(await shop.pay(second, cards.pays)).toBe(returnUrls.successUrl)
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'annual' })
  })

  it('that is paid while another one is being opened closes that one (PAY-5)', async () => {
    const person = await register(shop)
    const first = await checkoutUrl(shop, person)
    const { payments } = shop.platform
    shop.platform.payments = {
      ...payments,
      async createCheckout(wanted) {
        expect(await shop.pay(first, cards.pays)).toBe(returnUrls.successUrl)
        return payments.createCheckout(wanted)
      },
    }
    shop.clock.advance(11_000)
    const second = await checkoutUrl(shop, person, 'annual')
    shop.platform.payments = payments
    await settleDown(shop)
    expect(await shop.pay(second, cards.pays)).toBeNull()
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly' })
  })

  it('is refused to a person with a granted plan', async () => {
    const person = await register(shop)
    await subscribe(shop, person, 'enterprise')
    expect(await problem(await askCheckout(shop, person))).toMatchObject({ code: 'already_subscribed' })
    expect(await subscriptionSeen(shop, person)).toMatchObject({
      tier: 'enterprise',
      standing: 'active',
      canManageBilling: false,
    })
  })
})

describe('the billing portal', () => {
  it('opens for customers only (PAY-17)', async () => {
    const stranger = await register(shop)
    const body = { returnUrl: 'http://localhost:3000/subscription' }
    const refused = await postJson(shop, '/api/billing-portal', body, stranger.headers)
    expect(await refused.json()).toMatchObject({ code: 'billing_unavailable', status: 409 })
    expect((await postJson(shop, '/api/billing-portal', body)).status).toBe(401)

    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    expect(await portalUrl(shop, person)).toContain('/p/session/')
    const foreign = { returnUrl: 'https://evil.example/' }
    const answer = await postJson(shop, '/api/billing-portal', foreign, person.headers)
    expect(await answer.json()).toMatchObject({ code: 'return_url_foreign' })
  })

  it('cancels at the end of the period and resumes', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    const url = await portalUrl(shop, person)
    const subscription = await runningSubscription(shop, person)
    await shop.portal(url, 'cancel', { subscription })
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly', standing: 'ending' })
    await shop.portal(url, 'resume', { subscription })
    await settleDown(shop)
    expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly', standing: 'active' })
  })
})

it('lists the three prices and the default one to anyone (PLAN-11)', async () => {
  const { prices } = shop.payments
  expect(await (await shop.app.request('/api/prices')).json()).toEqual({
    prices: [
      { tier: 'monthly', priceId: prices.monthly },
      { tier: 'sixmonth', priceId: prices.sixmonth },
      { tier: 'annual', priceId: prices.annual },
    ],
    defaultPriceId: prices.monthly,
    simulated: true,
  })
})
