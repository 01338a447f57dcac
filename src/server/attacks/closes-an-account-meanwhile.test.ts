import { beforeEach, expect, it } from 'vitest'
import { type Person, postJson, register } from '../testing/people.ts'
import {
  askCheckout,
  buy,
  cards,
  openPlanShop,
  portalUrl,
  runningSubscription,
  settleDown,
} from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'

const shop = openForFile(openPlanShop)
let ada: Person
beforeEach(async () => {
  shop.platform.payments = shop.payments
  ada = await register(shop)
})

const world = () => shop.simulator.world.state
const close = async () => {
  const proof = { password: 'Correct-Horse-7' }
  expect((await postJson(shop, '/api/account/closing', proof, ada.headers)).status).toBe(200)
}
const listPages = () =>
  Object.values(world().checkouts).filter(
    ({ subscriptionMetadata }) => subscriptionMetadata['user_id'] === ada.id,
  )

/** Closes the account after the provider has answered a call and before the answer is used. */
function closeAfter(call: 'createCheckout' | 'createCustomer'): void {
  const { payments } = shop
  const ask = payments[call] as (given: never) => Promise<never>
  shop.platform.payments = {
    ...payments,
    [call]: async (given: never) => {
      const answer = await ask(given)
      await close()
      return answer
    },
  }
}

it('closes a checkout that was being opened (PRIVACY-13)', async () => {
  closeAfter('createCheckout')
  expect((await askCheckout(shop, ada)).status).toBe(401)
  await settleDown(shop)
  expect(listPages().map(({ status }) => status)).toEqual(['expired'])
})

it('closes a checkout that was open before (PRIVACY-13)', async () => {
  expect((await askCheckout(shop, ada)).status).toBe(200)
  await close()
  await settleDown(shop)
  expect(listPages().map(({ status }) => status)).toEqual(['expired'])
})

it('leaves no customer at the provider if one was being created (PRIVACY-13)', async () => {
  const before = Object.keys(world().customers)
  closeAfter('createCustomer')
  expect((await askCheckout(shop, ada)).status).toBe(401)
  await settleDown(shop)
  expect(Object.keys(world().customers)).toEqual(before)
  expect(listPages()).toEqual([])
})

it('doesn’t renew a subscription resumed on a page that was open (PRIVACY-13)', async () => {
  await buy(shop, ada, cards.pays)
  await settleDown(shop)
  const [page, subscription] = [await portalUrl(shop, ada), await runningSubscription(shop, ada)]
  await close()
  await settleDown(shop)
  await shop.portal(page, 'resume', { subscription })
  await settleDown(shop)
  await settleDown(shop)
  expect(world().subscriptions[subscription]).toMatchObject({ cancelAtPeriodEnd: true })
})
