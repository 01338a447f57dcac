import type Stripe from 'stripe'
import { isPaidTier, type PaidTier, paidTiers } from '../../../domain/plan/paid-plan.ts'
import type { ProviderSubscription } from '../../../domain/plan/subscription-state.ts'
import { askAboutCustomer } from './ask-stripe.ts'
import type { Payments } from './payments.ts'

/** The subscriptions of a customer, as they stand at Stripe. */
export function createSubscriptions(
  stripe: Stripe,
  prices: Record<PaidTier, string>,
): Pick<Payments, 'listSubscriptions' | 'endWithPeriod'> {
  const tierOfPrice = new Map(paidTiers.map((tier) => [prices[tier], tier]))

  /** The tier that a price buys: one of the configured, or one that names its tier in its metadata. */
  function findTier(price: Stripe.Price): PaidTier | null {
    const named = price.metadata['tier'] ?? null
    return tierOfPrice.get(price.id) ?? (isPaidTier(named) ? named : null)
  }

  return {
    listSubscriptions: (customerId) =>
      askAboutCustomer(async () => {
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
      await askAboutCustomer(async () => {
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
  // The portal marks a cancellation in either of two ways, by the account's billing mode.
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
