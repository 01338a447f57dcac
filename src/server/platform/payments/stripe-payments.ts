import Stripe from 'stripe'
import type { PaidTier } from '../../../domain/plan/paid-plan.ts'
import { askStripe } from './ask-stripe.ts'
import type { Payments } from './payments.ts'
import { createStripeClient, type StripeClientOptions } from './stripe-client.ts'
import { createNotices } from './stripe-notices.ts'
import { createSessions } from './stripe-sessions.ts'
import { createSubscriptions } from './stripe-subscriptions.ts'

export type StripePaymentsOptions = StripeClientOptions & {
  webhookSecret: string
  prices: Record<PaidTier, string>
  simulated?: boolean
}

/** Stripe, or the simulator, through the official SDK. */
export function createStripePayments(options: StripePaymentsOptions): Payments {
  const stripe = createStripeClient(options)
  return {
    simulated: options.simulated ?? false,
    prices: options.prices,
    ...createCustomers(stripe),
    ...createSessions(stripe),
    ...createSubscriptions(stripe, options.prices),
    ...createNotices(stripe, options.webhookSecret),
  }
}

function createCustomers(stripe: Stripe): Pick<Payments, 'createCustomer' | 'deleteCustomer'> {
  return {
    createCustomer: ({ userId, email, idempotencyKey }) =>
      askStripe(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { user_id: userId } },
          { idempotencyKey },
        )
        return { id: customer.id }
      }),

    async deleteCustomer(customerId) {
      await askStripe(async () => {
        try {
          await stripe.customers.del(customerId)
        } catch (error) {
          const isGone =
            error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
          if (!isGone) throw error
        }
      })
    },
  }
}
