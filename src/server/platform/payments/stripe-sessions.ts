import Stripe from 'stripe'
import { askAboutCustomer, askStripe } from './ask-stripe.ts'
import type { Payments } from './payments.ts'

/** The hosted pages that people are sent to: the checkout and the billing portal. */
export function createSessions(
  stripe: Stripe,
): Pick<Payments, 'createCheckout' | 'closeCheckout' | 'createPortal'> {
  return {
    createCheckout: (checkout) =>
      askAboutCustomer(async () => {
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
        // An idempotent answer tells how the session was, so it is asked how it is.
        const { status } = await stripe.checkout.sessions.retrieve(session.id)
        return { id: session.id, url: session.url, isOpen: status === 'open' }
      }),

    async closeCheckout(checkoutId) {
      await askStripe(async () => {
        try {
          await stripe.checkout.sessions.expire(checkoutId)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
        }
      })
    },

    createPortal: ({ customerId, returnUrl, change }) =>
      askAboutCustomer(async () => {
        const plain = { customer: customerId, return_url: returnUrl }
        if (!change) return { url: (await stripe.billingPortal.sessions.create(plain)).url }
        try {
          const flow = await buildChangeFlow(stripe, change)
          return { url: (await stripe.billingPortal.sessions.create({ ...plain, flow_data: flow })).url }
        } catch (error) {
          // The account's portal may not allow the change, or not of this subscription; its front page tells what it does allow.
          const isRefused =
            error instanceof Stripe.errors.StripeInvalidRequestError && error.param !== 'customer'
          if (!isRefused) throw error
          return { url: (await stripe.billingPortal.sessions.create(plain)).url }
        }
      }),
  }
}

/** The portal's page on which a change of the plan is confirmed. */
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
