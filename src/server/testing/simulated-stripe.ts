import { startStripeSimulator } from '../../../simulators/stripe/stripe-simulator.ts'
import type { Deliver } from '../../../simulators/stripe/webhooks.ts'
import type { Subscription } from '../../contract/plan.ts'
import type { PaidTier } from '../../domain/plan/paid-plan.ts'
import { reconcileJob } from '../plans/index.ts'
import type { Clock } from '../platform/clock/index.ts'
import { sql } from '../platform/database/index.ts'
import { createStripePayments } from '../platform/payments/index.ts'
import { type Person, postJson, readAnswer } from './people.ts'
import { createTestApp, type TestApp } from './test-app.ts'

export const cards = {
  pays: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  late: '4000 0000 0000 7726',
  lateRefused: '4000 0000 0000 5126',
  failsOnRenewal: '4000 0000 0000 0341',
} as const

export type SimulatedPayments = Awaited<ReturnType<typeof startSimulatedPayments>>

/** The simulator on a free port with the test's clock, and the real SDK connected to it. */
export async function startSimulatedPayments(clock: Clock, deliver: Deliver) {
  const simulator = await startStripeSimulator({ deliver, realNow: () => clock.now().getTime() })
  const payments = createStripePayments({
    secretKey: simulator.secretKey,
    webhookSecret: simulator.webhookSecret,
    prices: simulator.prices,
    apiBase: simulator.origin,
    simulated: true,
  })
  /** Submits a form of a hosted page; resolves to the redirect's URL, or null if there is none. */
  async function post(url: string, fields: Record<string, string>): Promise<string | null> {
    const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })
    await answer.body?.cancel()
    return answer.status === 303 ? answer.headers.get('Location') : null
  }
  return {
    payments,
    simulator,
    pay: (checkoutUrl: string, card: string) => post(checkoutUrl, { cardNumber: card }),
    portal: (
      portalUrl: string,
      action: 'cancel' | 'resume' | 'change' | 'card',
      fields: Record<string, string>,
    ) => post(`${portalUrl}/${action}`, fields),
    close: () => simulator.close(),
  }
}

/** The real app whose payments go to a simulator that sends its webhooks to this app. */
export type PlanShop = TestApp & SimulatedPayments

/** A new installation with its own simulator on the test's clock. */
export async function openPlanShop(): Promise<PlanShop> {
  const test = await createTestApp()
  const simulated = await startSimulatedPayments(test.clock, async (body, headers) => {
    const answer = await test.app.request('/functions/v1/stripe-webhook', { method: 'POST', body, headers })
    return answer.status
  })
  test.platform.payments = simulated.payments
  return {
    ...test,
    ...simulated,
    async close() {
      await simulated.close()
      await test.close()
    },
  }
}

const origin = 'http://localhost:3000'

export const returnUrls = {
  successUrl: `${origin}/subscription/success`,
  cancelUrl: `${origin}/subscription/cancel`,
}

export function askCheckout(shop: PlanShop, person: Person, more: Record<string, unknown> = {}) {
  const body = { priceId: shop.payments.prices.monthly, ...returnUrls, ...more }
  return postJson(shop, '/functions/v1/create-checkout-session', body, person.headers)
}

/** The URL of the page to which a person is sent after choosing a plan. */
export async function checkoutUrl(
  shop: PlanShop,
  person: Person,
  tier: PaidTier = 'monthly',
): Promise<string> {
  return (
    await readAnswer<{ url: string }>(askCheckout(shop, person, { priceId: shop.payments.prices[tier] }))
  ).url
}

/** Buys a plan with a card. The webhooks may not have arrived when it resolves. */
export async function buy(shop: PlanShop, person: Person, card: string, tier?: PaidTier): Promise<void> {
  const sentTo = await shop.pay(await checkoutUrl(shop, person, tier), card)
  if (sentTo !== returnUrls.successUrl) throw new Error('the card was not taken')
}

/** Waits until every webhook has arrived, and runs the due jobs. */
export async function settleDown(shop: PlanShop): Promise<void> {
  await shop.simulator.webhooks.idle()
  await shop.runJobs()
}

/** Runs the reconciliation as the schedule does, and the jobs it enqueues. */
export async function reconcile(shop: PlanShop): Promise<void> {
  await shop.database.transaction((tx) => shop.platform.jobs.enqueue(tx, reconcileJob, {}))
  await shop.runJobs()
}

export async function subscriptionSeen(shop: PlanShop, person: Person): Promise<Subscription> {
  return readAnswer(shop.app.request('/api/subscription', person))
}

export async function portalUrl(shop: PlanShop, person: Person): Promise<string> {
  return (
    await readAnswer<{ url: string }>(
      postJson(shop, '/api/billing-portal', { returnUrl: `${origin}/subscription` }, person.headers),
    )
  ).url
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
    SELECT tier, status, current_period_end, stripe_subscription_id AS subscription_id, ends_with_period,
      previous_tier, usage_reset_date
    FROM subscriptions WHERE user_id = ${person.id} ORDER BY created_at DESC`)
}

/** The id of the running subscription, as the portal's forms carry it. */
export async function runningSubscription(shop: PlanShop, person: Person): Promise<string> {
  const [row] = await subscriptionRows(shop, person)
  if (!row?.subscriptionId) throw new Error('no subscription')
  return row.subscriptionId
}
