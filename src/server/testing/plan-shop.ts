import type { Subscription } from '../../contract/plan.ts'
import type { PaidTier } from '../../domain/plan/paid-plan.ts'
import { reconcileJob } from '../plans/index.ts'
import { sql } from '../platform/database/index.ts'
import { type Person, postJson } from './people.ts'
import { openSimulatedShop, type SimulatedShop } from './simulated-shop.ts'

/** The real app whose payments go to a simulator that sends its webhooks to this app. */
export type PlanShop = SimulatedShop

/** A new installation with its own simulator on the test's clock. */
export async function openPlanShop(): Promise<PlanShop> {
  const shop = await openSimulatedShop('/functions/v1/stripe-webhook')
  shop.platform.payments = shop.payments
  return shop
}

const origin = 'http://localhost:3000'

export const returnUrls = {
  successUrl: `${origin}/subscription/success`,
  cancelUrl: `${origin}/subscription/cancel`,
}

/** Asks for a checkout; answers the response. */
export function askCheckout(shop: PlanShop, person: Person, more: Record<string, unknown> = {}) {
  const body = { priceId: shop.payments.prices.monthly, ...returnUrls, ...more }
  return postJson(shop, '/functions/v1/create-checkout-session', body, person.headers)
}

/** The address of the page to which a person is sent after choosing a plan. */
export async function checkoutUrl(
  shop: PlanShop,
  person: Person,
  tier: PaidTier = 'monthly',
): Promise<string> {
  const answer = await askCheckout(shop, person, { priceId: shop.payments.prices[tier] })
  if (answer.status !== 200) throw new Error(`checkout answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

/** Buys a plan with a card. The webhooks are on their way when it resolves. */
export async function buy(shop: PlanShop, person: Person, card: string, tier?: PaidTier): Promise<void> {
  const sentTo = await shop.pay(await checkoutUrl(shop, person, tier), card)
  if (sentTo !== returnUrls.successUrl) throw new Error('the card was not taken')
}

/** Lets every webhook arrive and every job be done that is due. */
export async function settleDown(shop: PlanShop): Promise<void> {
  await shop.simulator.webhooks.idle()
  await shop.runJobs()
}

/** Runs the reconciliation as the clock does, and what it causes. */
export async function reconcile(shop: PlanShop): Promise<void> {
  await shop.database.transaction((tx) => shop.platform.jobs.enqueue(tx, reconcileJob, {}))
  await shop.runJobs()
}

export async function subscriptionSeen(shop: PlanShop, person: Person): Promise<Subscription> {
  const answer = await shop.app.request('/api/subscription', { headers: person.headers })
  return (await answer.json()) as Subscription
}

/** The address of the billing portal. */
export async function portalUrl(shop: PlanShop, person: Person): Promise<string> {
  const answer = await postJson(
    shop,
    '/api/billing-portal',
    { returnUrl: `${origin}/subscription` },
    person.headers,
  )
  if (answer.status !== 200) throw new Error(`the portal answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { url: string }).url
}

export type SubscriptionRecord = {
  tier: string
  status: string
  currentPeriodEnd: Date | null
  subscriptionId: string | null
  endsWithPeriod: boolean
  previousTier: string | null
  usageResetDate: Date | null
}

/** Every subscription row of a person, newest first. */
export function subscriptionRows(shop: PlanShop, person: Person): Promise<SubscriptionRecord[]> {
  return shop.database.rows<SubscriptionRecord>(sql`
    SELECT tier, status, current_period_end AS "currentPeriodEnd", stripe_subscription_id AS "subscriptionId",
      ends_with_period AS "endsWithPeriod", previous_tier AS "previousTier", usage_reset_date AS "usageResetDate"
    FROM subscriptions WHERE user_id = ${person.id} ORDER BY created_at DESC`)
}

/** The id of the running subscription, as the portal's forms carry it. */
export async function runningSubscription(shop: PlanShop, person: Person): Promise<string> {
  const [row] = await subscriptionRows(shop, person)
  if (!row?.subscriptionId) throw new Error('no subscription')
  return row.subscriptionId
}
