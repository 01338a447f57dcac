import { describe, expect, it } from 'vitest'
import type { Usage } from '../../contract/plan.ts'
import { sql } from '../platform/database/index.ts'
import {
  create,
  createVerification,
  type Person,
  personCreation,
  postJson,
  readAnswer,
  register,
  subscribe,
} from '../testing/people.ts'
import {
  buy,
  cards,
  checkoutUrl,
  openPlanShop,
  portalUrl,
  runningSubscription,
  settleDown,
} from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'

const day = 86_400_000

const shop = openForFile(openPlanShop)

/** Every creation has its own key, so that none counts as a repetition. */
let number = 0
async function createOne(person: Person): Promise<number> {
  const creation = { ...personCreation(shop), thirdPartyName: `Sam ${++number}` }
  return (await create(shop, person, creation)).status
}

async function createMany(person: Person, times: number): Promise<number[]> {
  const statuses: number[] = []
  for (let made = 0; made < times; made++) statuses.push(await createOne(person))
  return statuses
}

const fetchUsage = (person: Person) => readAnswer<Usage>(shop.app.request('/api/usage', person))

const rowCount = async (person: Person) =>
  await shop.database.row<{ verifications: number; usage: number }>(sql`
      SELECT (SELECT count(*) FROM verifications WHERE user_id = ${person.id}) AS verifications,
        (SELECT count(*) FROM subscription_usage WHERE user_id = ${person.id}) AS usage`)

it('goes from free to pending to paid, and back to free when the paid period ends', async () => {
  const person = await register(shop)
  expect(await createMany(person, 2)).toEqual([201, 402])

  await buy(shop, person, cards.late)
  await settleDown(shop)
  expect(await fetchUsage(person)).toMatchObject({
    tier: 'pending',
    personVerification: { limit: 0, remaining: 0 },
  })
  expect(await createOne(person)).toBe(402)

  shop.clock.advance(20_000)
  shop.simulator.settle('paid')
  await settleDown(shop)
  expect(await fetchUsage(person)).toMatchObject({
    tier: 'monthly',
    personVerification: { used: 0, limit: 5, remaining: 5 },
  })
  expect(await createMany(person, 6)).toEqual([201, 201, 201, 201, 201, 402])

  const subscription = await runningSubscription(shop, person)
  await shop.portal(await portalUrl(shop, person), 'cancel', { subscription })
  await settleDown(shop)
  expect(await fetchUsage(person)).toMatchObject({ tier: 'monthly' })

  shop.simulator.advance(32 * day)
  await settleDown(shop)
  const free = await fetchUsage(person)
  expect(free).toMatchObject({ tier: 'free', personVerification: { used: 5, remaining: 0 } })
  expect(await createOne(person)).toBe(402)
  expect(await rowCount(person)).toEqual({ verifications: 6, usage: 6 })
})

describe('the last verification of a month', () => {
  it('is created once by 50 concurrent creations (USAGE-4)', async () => {
    const person = await register(shop)
    await subscribe(shop, person, 'monthly')
    expect(await createMany(person, 4)).toEqual([201, 201, 201, 201])
    const statuses = await Promise.all(Array.from({ length: 50 }, () => createOne(person)))
    expect(statuses.filter((status) => status === 201)).toHaveLength(1)
    expect(statuses.filter((status) => status === 402)).toHaveLength(49)
    expect(await rowCount(person)).toEqual({ verifications: 5, usage: 5 })
  })

  it('stays spent when its verification is cancelled (USAGE-2)', async () => {
    const person = await register(shop)
    const { id } = await createVerification(shop, person, { type: 'person' })
    const cancelled = await postJson(shop, `/api/verifications/${id}/cancel`, {}, person.headers)
    expect(cancelled.status).toBeLessThan(300)
    expect(await createOne(person)).toBe(402)
  })
})

describe('at the end of a month, in UTC', () => {
  it('a month’s usage counts until its last millisecond (USAGE-1)', async () => {
    const edges = await openPlanShop()
    try {
      edges.clock.set(new Date('2026-03-31T23:59:58.000Z'))
      const person = await register(edges)
      const creation = (name: string) =>
        create(edges, person, { ...personCreation(edges), thirdPartyName: name })
      expect((await creation('One')).status).toBe(201)
      edges.clock.set(new Date('2026-03-31T23:59:59.999Z'))
      expect((await creation('Two')).status).toBe(402)
      edges.clock.set(new Date('2026-04-01T00:00:00.000Z'))
      expect((await creation('Three')).status).toBe(201)
      expect((await creation('Four')).status).toBe(402)
    } finally {
      await edges.close()
    }
  })
})

describe('an upgrade', () => {
  it('gives a fresh allowance once, and not again after a downgrade and another upgrade (USAGE-5)', async () => {
    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    expect(await createMany(person, 6)).toEqual([201, 201, 201, 201, 201, 402])
    const subscription = await runningSubscription(shop, person)
    const url = await portalUrl(shop, person)
    async function changeTo(tier: 'monthly' | 'sixmonth') {
      shop.clock.advance(1000)
      await shop.portal(url, 'change', { subscription, price: shop.payments.prices[tier] })
      await settleDown(shop)
    }
    await changeTo('sixmonth')
    expect(await fetchUsage(person)).toMatchObject({ personVerification: { used: 0, remaining: 25 } })
    expect(await createMany(person, 6)).toEqual([201, 201, 201, 201, 201, 201])
    await changeTo('monthly')
    expect(await fetchUsage(person)).toMatchObject({ personVerification: { used: 6, remaining: 0 } })
    expect(await createOne(person)).toBe(402)
    await changeTo('sixmonth')
    expect(await fetchUsage(person)).toMatchObject({ personVerification: { used: 6, remaining: 19 } })
  })
})

it.each(['the portal', 'the confirmation of another plan'])(
  'finds a change made on %s in the first refresh, however soon it comes and without a webhook (PAY-13)',
  async (page) => {
    const person = await register(shop)
    await buy(shop, person, cards.pays)
    await settleDown(shop)
    const subscription = await runningSubscription(shop, person)
    shop.clock.advance(10_000)
    await postJson(shop, '/api/subscription/refresh', {}, person.headers)
    const url =
      page === 'the portal' ? await portalUrl(shop, person) : await checkoutUrl(shop, person, 'sixmonth')
    shop.simulator.webhooks.disturbance.drop = true
    try {
      await shop.portal(url, 'change', { subscription, price: shop.payments.prices.sixmonth })
    } finally {
      shop.simulator.webhooks.disturbance.drop = false
    }
    const refreshed = await postJson(shop, '/api/subscription/refresh', {}, person.headers)
    expect(await refreshed.json()).toMatchObject({ tier: 'sixmonth' })
  },
)
