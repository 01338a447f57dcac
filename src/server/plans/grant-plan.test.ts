import { expect, it } from 'vitest'
import { register } from '../testing/people.ts'
import {
  buy,
  cards,
  openPlanShop,
  settleDown,
  subscriptionRows,
  subscriptionSeen,
} from '../testing/simulated-stripe.ts'
import { openForFile } from '../testing/test-app.ts'
import { grantPlan } from './index.ts'

const shop = openForFile(openPlanShop)
const grant = (email: string, tier: Parameters<typeof grantPlan>[1]['tier']) =>
  grantPlan(shop.platform, { email, tier })

it('gives an account a plan without a payment, changes it, and revokes it (PLAN-19)', async () => {
  const person = await register(shop)
  expect(await grant(` ${person.email.toUpperCase()} `, 'enterprise')).toEqual({ before: 'free' })
  expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'enterprise', canManageBilling: false })
  expect(await grant(person.email, 'annual')).toEqual({ before: 'enterprise' })
  expect(await grant(person.email, 'free')).toEqual({ before: 'annual' })
  expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'free' })
  expect(await subscriptionRows(shop, person)).toHaveLength(1)
})

it('refuses for a paid plan, and for an address without an account (PLAN-19)', async () => {
  const person = await register(shop)
  await buy(shop, person, cards.pays)
  await settleDown(shop)
  expect(await grant(person.email, 'enterprise')).toEqual({ refused: 'pays' })
  expect(await subscriptionSeen(shop, person)).toMatchObject({ tier: 'monthly' })
  expect(await grant('not.there@example.com', 'annual')).toEqual({ refused: 'no_account' })
})

it('gives one plan for many concurrent grants (PLAN-19)', async () => {
  const person = await register(shop)
  await Promise.all(Array.from({ length: 50 }, () => grant(person.email, 'annual')))
  expect(await subscriptionRows(shop, person)).toHaveLength(1)
})
