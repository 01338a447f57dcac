import { z } from 'zod'
import type { PriceList, Subscription } from '../../contract/plan.ts'
import { defaultPaidTier, paidTiers } from '../../domain/plan/paid-plan.ts'
import { planTimersMs } from '../../domain/plan/retry-schedule.ts'
import {
  applySubscriptions,
  findPendingTier,
  judgeStanding,
  normalisePreviousTier,
} from '../../domain/plan/subscription.ts'
import { decideTier } from '../../domain/plan/tier.ts'
import { queueForUser } from '../accounts/index.ts'
import { type Refusal, refuse } from '../http/problem.ts'
import { readInPages, runInBatches, type Transaction } from '../platform/database/index.ts'
import { defineJob, noPayload } from '../platform/jobs/index.ts'
import { customerUnknown, type PaymentNotice, PaymentsUnavailable } from '../platform/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  addSubscription,
  claimAnswer,
  erasePlanOf,
  findCustomer,
  findReconciledUntil,
  findSubscription,
  forgetNotices,
  isOurCustomer,
  listOverdueSubscriptions,
  noteNotice,
  type OverdueSubscription,
  setReconciledUntil,
  takeQueryNumber,
  updateSubscription,
} from './store.ts'

/** Retried with growing delays if the provider doesn't answer. */
export const syncJob = defineJob(
  'sync-subscription',
  z.object({ customerId: z.string() }),
  (platform: Platform, { customerId }) => syncSubscription(platform, customerId),
  { queue: 'payments' },
)

export const closeCheckoutJob = defineJob(
  'close-checkout',
  z.object({ checkoutId: z.string() }),
  ({ payments }: Platform, { checkoutId }) => payments.closeCheckout(checkoutId),
  { queue: 'payments' },
)

/** Enqueues a query of a customer's state. Several calls cause one query, after the last. */
export function enqueueSync({ jobs }: Platform, tx: Transaction, customerId: string): Promise<void> {
  return jobs.enqueue(tx, syncJob, { customerId }, { key: `${syncJob.name}:${customerId}` })
}

/**
 * Updates a user's subscription row to the provider's current state. It reads the whole state instead of messages, so
 * their number and order don't matter; an answer that arrives after the answer to a later query is dropped.
 *
 * Does nothing for a customer unknown here or at the provider. Throws PaymentsUnavailable if the provider doesn't
 * answer.
 */
export async function syncSubscription(platform: Platform, customerId: string): Promise<void> {
  const { database, payments, clock, logger } = platform
  const question = await takeQueryNumber(database, customerId)
  if (!question) return
  const subscriptions = await payments.listSubscriptions(customerId)
  if (subscriptions === customerUnknown) {
    // The plan is kept: a wrong key or another provider account looks the same.
    logger.warn({ userId: question.userId }, 'the payment provider does not know the customer')
    return
  }
  await database.transaction(async (tx) => {
    const now = clock.now()
    const isOpen = await queueForUser(tx, question.userId)
    if (!(await claimAnswer(tx, customerId, question.turn, now))) return
    // Paid or resumed on a page of the provider that was open when the account was closed.
    if (!isOpen && subscriptions.some((one) => one.status === 'active' && !one.endsWithPeriod))
      await platform.jobs.enqueue(tx, endSubscriptionJob, { customerId, checkoutId: null })
    const row = await findSubscription(tx, question.userId)
    const next = applySubscriptions(row, subscriptions, now)
    if (!next || next === row) return
    if (row && row.providerId !== null) await updateSubscription(tx, question.userId, next)
    else await addSubscription(tx, question.userId, next, now)

    const [before, after] = [decideTier(row), decideTier(next)]
    if (before !== after) logger.info({ userId: question.userId, before, after }, 'a tier changed')
    const checkoutId = (await findCustomer(tx, question.userId))?.checkoutId
    // A subscriber must not have a second checkout open in another tab.
    if (checkoutId && row?.providerId !== next.providerId)
      await platform.jobs.enqueue(tx, closeCheckoutJob, { checkoutId })
  })
}

/**
 * Records a message of the provider and, the first time, enqueues its consequence, both or neither. Repetitions and
 * messages about unknown customers have no effect. Resolves to whether the message had an effect.
 */
export function takeNotice(platform: Platform, notice: PaymentNotice): Promise<boolean> {
  return platform.database.transaction(async (tx) => {
    if (!(await noteNotice(tx, notice, platform.clock.now()))) return false
    const { customerId } = notice
    if (customerId === null || !(await isOurCustomer(tx, customerId))) return false
    await enqueueSync(platform, tx, customerId)
    return true
  })
}

/**
 * Accepts a webhook whose raw body the provider signed within five minutes of now. The work itself is left to the job
 * queue.
 */
export async function receiveWebhook(
  platform: Platform,
  rawBody: string,
  signature: string | undefined,
): Promise<{ received: true } | Refusal> {
  const notice = platform.payments.parseNotice(rawBody, signature, platform.clock.now())
  if (!notice) return refuse('webhook_refused')
  await takeNotice(platform, notice)
  return { received: true }
}

const hour = 3_600_000
const day = 24 * hour

/** How long the provider keeps its messages. */
const providerRemembersMs = 30 * day

/** Messages may appear in the provider's list a little after the instant they carry. */
const overlapMs = hour

const pageRows = 100

export const reconcileJob = defineJob('reconcile-payments', noPayload, reconcilePayments, {
  queue: 'payments',
})

/**
 * Repairs the effects of lost messages: handles every message of the provider that was never recorded, and queries
 * subscriptions whose period ended without a message. Throws PaymentsUnavailable if the provider doesn't answer; the
 * next run then covers the same time.
 */
async function reconcilePayments(platform: Platform): Promise<void> {
  const { database, payments, clock, logger } = platform
  const startedAt = clock.now()
  const before = await findReconciledUntil(database)
  const since = before
    ? new Date(before.getTime() - overlapMs)
    : new Date(startedAt.getTime() - providerRemembersMs)
  let lost = 0
  for (const notice of await payments.listNoticesSince(since)) if (await takeNotice(platform, notice)) lost++
  if (lost > 0) logger.warn({ lost }, 'messages of the payment provider had not arrived')

  // A subscription stays overdue while the provider has no news of it, so every page is read.
  const overdue = readInPages<OverdueSubscription>(
    (after, limit) => listOverdueSubscriptions(database, startedAt, after, limit),
    pageRows,
  )
  for await (const { customerId } of overdue)
    await database.transaction((tx) => enqueueSync(platform, tx, customerId))
  const forgotten = new Date(startedAt.getTime() - providerRemembersMs - 2 * day)
  await runInBatches((limit) => forgetNotices(database, forgotten, limit))
  await setReconciledUntil(database, startedAt)
}

export async function showSubscription({ database }: Platform, userId: string): Promise<Subscription> {
  const [row, customer] = await Promise.all([
    findSubscription(database, userId),
    findCustomer(database, userId),
  ])
  return {
    tier: decideTier(row),
    standing: judgeStanding(row),
    currentPeriodEnd: row?.currentPeriodEnd?.toISOString() ?? null,
    previousTier: normalisePreviousTier(row),
    pendingTier: findPendingTier(row),
    canManageBilling: customer !== null && row !== null && row.providerId !== null,
  }
}

export function showPrices({ payments }: Platform): PriceList {
  return {
    prices: paidTiers.map((tier) => ({ tier, priceId: payments.prices[tier] })),
    defaultPriceId: payments.prices[defaultPaidTier],
    simulated: payments.simulated,
  }
}

/**
 * Asks the provider for the state of the user's subscription, without waiting for its messages, and returns the
 * resulting state. Makes no request within the cooldown after the last answer.
 */
export async function refreshSubscription(
  platform: Platform,
  userId: string,
): Promise<Subscription | Refusal> {
  const customer = await findCustomer(platform.database, userId)
  const sinceLastMs = customer?.appliedAt
    ? platform.clock.now().getTime() - customer.appliedAt.getTime()
    : Number.POSITIVE_INFINITY
  if (customer && sinceLastMs >= planTimersMs.refreshCooldown) {
    try {
      await syncSubscription(platform, customer.customerId)
    } catch (error) {
      if (error instanceof PaymentsUnavailable) return refuse('payments_unavailable')
      throw error
    }
  }
  return showSubscription(platform, userId)
}

const customerSchema = z.object({ customerId: z.string() })

/** Stops all renewals, and closes a checkout that is still open. The paid plan stays until its period ends. */
export const endSubscriptionJob = defineJob(
  'end-subscription',
  customerSchema.extend({ checkoutId: z.string().nullable() }),
  async ({ payments }: Platform, { customerId, checkoutId }) => {
    if (checkoutId) await payments.closeCheckout(checkoutId)
    await payments.endWithPeriod(customerId)
  },
  { queue: 'payments' },
)

/** Deletes a customer at the provider, which ends every subscription at once. */
export const deleteCustomerJob = defineJob(
  'delete-customer',
  customerSchema,
  ({ payments }: Platform, { customerId }) => payments.deleteCustomer(customerId),
  { queue: 'payments' },
)

/** Cancels a person's paid subscription, once the transaction commits; retried until the provider accepts it. */
export async function endSubscriptionOf({ jobs }: Platform, tx: Transaction, userId: string): Promise<void> {
  const customer = await findCustomer(tx, userId)
  if (!customer) return
  const { customerId, checkoutId } = customer
  await jobs.enqueue(tx, endSubscriptionJob, { customerId, checkoutId })
}

/** Deletes a person's plan here and, soon after, at the provider. */
export async function forgetPlanOf({ jobs }: Platform, tx: Transaction, userId: string): Promise<void> {
  const customer = await findCustomer(tx, userId)
  if (customer) await jobs.enqueue(tx, deleteCustomerJob, { customerId: customer.customerId })
  await erasePlanOf(tx, userId)
}
