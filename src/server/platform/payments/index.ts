import Stripe from 'stripe'
import { isPaidTier, type PaidTier, paidTiers } from '../../../domain/plan/paid-plan.ts'
import type { ProviderSubscription } from '../../../domain/plan/subscription.ts'
import type { PaymentNotice, Payments } from './payments.ts'
import {
  callStripe,
  callStripeForCustomer,
  createStripeClient,
  parseEvent,
  type StripeClientOptions,
} from './stripe-client.ts'

export {
  customerUnknown,
  noPayments,
  type PaymentNotice,
  type Payments,
  PaymentsUnavailable,
} from './payments.ts'

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
      callStripe(async () => {
        const customer = await stripe.customers.create(
          { email, metadata: { user_id: userId } },
          { idempotencyKey },
        )
        return { id: customer.id }
      }),

    async deleteCustomer(customerId) {
      await callStripe(async () => {
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

/** The hosted pages for people: the checkout and the billing portal. */
export function createSessions(
  stripe: Stripe,
): Pick<Payments, 'createCheckout' | 'closeCheckout' | 'createPortal'> {
  return {
    createCheckout: (checkout) =>
      callStripeForCustomer(async () => {
        const session = await stripe.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: checkout.customerId,
            client_reference_id: checkout.userId,
            line_items: [{ price: checkout.priceId, quantity: 1 }],
            success_url: checkout.successUrl,
            cancel_url: checkout.cancelUrl,
            subscription_data: { metadata: { user_id: checkout.userId } },
          },
          { idempotencyKey: checkout.idempotencyKey },
        )
        // An idempotent response contains the session's earlier state, so this fetches the current one.
        const { status } = await stripe.checkout.sessions.retrieve(session.id)
        return { id: session.id, url: session.url, isOpen: status === 'open' }
      }),

    async closeCheckout(checkoutId) {
      await callStripe(async () => {
        try {
          await stripe.checkout.sessions.expire(checkoutId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      })
    },

    createPortal: ({ customerId, returnUrl, change }) =>
      callStripeForCustomer(async () => {
        const plain = { customer: customerId, return_url: returnUrl }
        if (!change) return { url: (await stripe.billingPortal.sessions.create(plain)).url }
        try {
          const flow = await buildChangeFlow(stripe, change)
          return { url: (await stripe.billingPortal.sessions.create({ ...plain, flow_data: flow })).url }
        } catch (error) {
          // The account's portal may not allow the change, or not for this subscription; its front page offers the
          // allowed changes.
          const isRefused =
            error instanceof Stripe.errors.StripeInvalidRequestError && error.param !== 'customer'
          if (!isRefused) throw error
          return { url: (await stripe.billingPortal.sessions.create(plain)).url }
        }
      }),
  }
}

/** The portal's page that confirms a change of plan. */
async function buildChangeFlow(
  stripe: Stripe,
  change: { subscriptionId: string; priceId: string; afterUrl: string },
) {
  const { items } = await stripe.subscriptions.retrieve(change.subscriptionId)
  const item = items.data[0]
  if (!item) throw new Error('a subscription without an item')
  return {
    type: 'subscription_update_confirm' as const,
    subscription_update_confirm: {
      subscription: change.subscriptionId,
      items: [{ id: item.id, price: change.priceId, quantity: 1 }],
    },
    after_completion: { type: 'redirect' as const, redirect: { return_url: change.afterUrl } },
  }
}

/** Lists the current and past subscriptions of a customer at Stripe, and ends them. */
export function createSubscriptions(
  stripe: Stripe,
  prices: Record<PaidTier, string>,
): Pick<Payments, 'listSubscriptions' | 'endWithPeriod'> {
  const tierOfPrice = new Map(paidTiers.map((tier) => [prices[tier], tier]))

  /** The tier of a price: a configured price, or a price that names its tier in its metadata. */
  function findTier(price: Stripe.Price): PaidTier | null {
    const named = price.metadata['tier'] ?? null
    return tierOfPrice.get(price.id) ?? (isPaidTier(named) ? named : null)
  }

  return {
    listSubscriptions: (customerId) =>
      callStripeForCustomer(async () => {
        const { data } = await stripe.subscriptions.list({
          customer: customerId,
          status: 'all',
          limit: 100,
          expand: ['data.latest_invoice'],
        })
        const subscriptions = await Promise.all(
          data.map((one) => toProviderSubscriptions(stripe, one, findTier)),
        )
        return subscriptions.flat()
      }),

    async endWithPeriod(customerId) {
      await callStripeForCustomer(async () => {
        for await (const subscription of stripe.subscriptions.list({ customer: customerId, limit: 100 })) {
          if (!subscription.cancel_at_period_end)
            await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true })
        }
      })
    },
  }
}

async function toProviderSubscriptions(
  stripe: Stripe,
  subscription: Stripe.Subscription,
  findTier: (price: Stripe.Price) => PaidTier | null,
): Promise<ProviderSubscription[]> {
  const item = subscription.items.data[0]
  if (!item) return []
  // The portal marks a cancellation in one of two ways, depending on the account's billing mode.
  const { cancel_at: cancelAt, cancel_at_period_end: cancelAtPeriodEnd } = subscription
  const cancelsEarly = cancelAt !== null && cancelAt <= item.current_period_end
  return [
    {
      id: subscription.id,
      priceId: item.price.id,
      tier: findTier(item.price),
      status: subscription.status,
      firstPayment: await readFirstPayment(stripe, subscription),
      periodEnd: new Date((cancelsEarly ? cancelAt : item.current_period_end) * 1000),
      endsWithPeriod: cancelAtPeriodEnd || cancelsEarly,
      createdAt: new Date(subscription.created * 1000),
    },
  ]
}

async function readFirstPayment(
  stripe: Stripe,
  subscription: Stripe.Subscription,
): Promise<ProviderSubscription['firstPayment']> {
  const invoice = subscription.latest_invoice
  if (!invoice || typeof invoice === 'string') return 'settled'
  const isFirst = invoice.billing_reason === 'subscription_create'
  const isOpen = subscription.status === 'active' || subscription.status === 'incomplete'
  if (!isOpen || !isFirst || invoice.status === 'paid') return 'settled'
  const payments = await stripe.invoicePayments.list({
    invoice: invoice.id,
    expand: ['data.payment.payment_intent'],
  })
  const isProcessing = payments.data.some(({ payment }) => {
    const intent = payment.payment_intent
    return typeof intent === 'object' && intent.status === 'processing'
  })
  return isProcessing ? 'processing' : 'failed'
}

/** The events that may change a subscription; the webhook receives no others. */
const subscriptionEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'invoice.paid',
  'invoice.payment_failed',
] as const

/** Reads notices from webhook bodies and from Stripe's list of events. */
export function createNotices(
  stripe: Stripe,
  webhookSecret: string,
): Pick<Payments, 'parseNotice' | 'listNoticesSince'> {
  return {
    parseNotice(rawBody, signature, receivedAt) {
      const event = parseEvent(stripe, webhookSecret, rawBody, signature, receivedAt)
      return event && toNotice(event)
    },

    listNoticesSince: (since) =>
      callStripe(async () => {
        const newestFirst: PaymentNotice[] = []
        const events = stripe.events.list({
          types: [...subscriptionEvents],
          created: { gte: Math.floor(since.getTime() / 1000) },
          limit: 100,
        })
        for await (const event of events) newestFirst.push(toNotice(event))
        return newestFirst.reverse()
      }),
  }
}

function toNotice(event: Stripe.Event): PaymentNotice {
  const object: object = event.data.object
  const customer: unknown = 'customer' in object ? object.customer : null
  return { id: event.id, type: event.type, customerId: typeof customer === 'string' ? customer : null }
}
