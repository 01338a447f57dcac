import { z } from 'zod'
import { applySubscriptions } from '../../domain/plan/subscription-state.ts'
import { decideTier } from '../../domain/plan/tier.ts'
import { queueForUser } from '../accounts/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { defineJob } from '../platform/jobs/index.ts'
import { customerUnknown } from '../platform/payments/index.ts'
import type { Platform } from '../platform/platform.ts'
import {
  addSubscription,
  claimAnswer,
  findCustomer,
  findSubscription,
  takeTurn,
  updateSubscription,
} from './store.ts'

/** A provider that does not answer is asked again, later and later. */
export const syncJob = defineJob(
  'sync-subscription',
  z.object({ customerId: z.string() }),
  (platform: Platform, { customerId }) => syncSubscription(platform, customerId),
)

export const closeCheckoutJob = defineJob(
  'close-checkout',
  z.object({ checkoutId: z.string() }),
  ({ payments }: Platform, { checkoutId }) => payments.closeCheckout(checkoutId),
)

/** Asks for a customer's state soon. However often it is asked for, it happens once after the last time. */
export function enqueueSync({ jobs }: Platform, tx: Transaction, customerId: string): Promise<void> {
  return jobs.enqueue(tx, syncJob, { customerId }, { key: `${syncJob.name}:${customerId}` })
}

/**
 * Brings a user's subscription row in line with what the provider says now. It reads the whole state and no message, so it does not matter
 * which messages came, how often, or in which order; and an answer that arrives after a later question's answer is dropped.
 *
 * Does nothing for a customer that we or the provider do not know. Throws PaymentsUnavailable when the provider does not answer.
 */
export async function syncSubscription(platform: Platform, customerId: string): Promise<void> {
  const { database, payments, clock, logger } = platform
  const question = await takeTurn(database, customerId)
  if (!question) return
  const subscriptions = await payments.listSubscriptions(customerId)
  if (subscriptions === customerUnknown) {
    // Rather than taking anybody's plan away: this is what a wrong key or another account looks like.
    logger.warn({ userId: question.userId }, 'the payment provider does not know a customer of ours')
    return
  }
  await database.transaction(async (tx) => {
    const now = clock.now()
    await queueForUser(tx, question.userId)
    if (!(await claimAnswer(tx, customerId, question.turn, now))) return
    const row = await findSubscription(tx, question.userId)
    const next = applySubscriptions(row, subscriptions, now)
    if (!next || next === row) return
    if (row && row.providerId !== null) await updateSubscription(tx, question.userId, next)
    else await addSubscription(tx, question.userId, next, now)

    const [before, after] = [decideTier(row), decideTier(next)]
    if (before !== after) logger.info({ userId: question.userId, before, after }, 'a tier changed')
    const checkoutId = (await findCustomer(tx, question.userId))?.checkoutId
    // Whoever has subscribed must not find a second checkout open in another tab.
    if (checkoutId && row?.providerId !== next.providerId)
      await platform.jobs.enqueue(tx, closeCheckoutJob, { checkoutId })
  })
}
