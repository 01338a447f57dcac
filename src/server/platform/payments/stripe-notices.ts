import type Stripe from 'stripe'
import { askStripe } from './ask-stripe.ts'
import { parseEvent } from './parse-event.ts'
import type { PaymentNotice, Payments } from './payments.ts'

/** The events after which a subscription may stand differently; others are not asked for. */
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

/** What Stripe tells by webhooks, or answers when it is asked what it would have told. */
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
      askStripe(async () => {
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
