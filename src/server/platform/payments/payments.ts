import type { PaidTier } from '../../../domain/plan/paid-plan.ts'
import type { ProviderSubscription } from '../../../domain/plan/subscription.ts'

/**
 * A message proven to be from the provider: something about this customer changed. Its content isn't used; the change
 * is fetched from the provider.
 */
export type PaymentNotice = {
  /** The same on every repetition of the message. */
  id: string
  type: string
  /** Null when the message concerns no customer. */
  customerId: string | null
}

/** A page on which a person pays or manages payments. */
type HostedPage = { url: string | null }

/**
 * Returned when the provider doesn't know the customer: it was deleted there, or belongs to another account or
 * simulator.
 */
export const customerUnknown = Symbol('customer unknown to the payment provider')

/**
 * The provider doesn't answer, or refuses for its own reason (a wrong key, an outage). Only the name of its message may
 * be logged: vendors quote the request.
 */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** The payment provider. Every method may throw PaymentsUnavailable. */
export type Payments = {
  /** Whether this is the simulator, which moves no money. */
  readonly simulated: boolean
  /** The provider's price id for each plan. */
  readonly prices: Readonly<Record<PaidTier, string>>

  /** Registers a person as a customer. The same `idempotencyKey` within a day returns the same customer. */
  createCustomer(person: { userId: string; email: string; idempotencyKey: string }): Promise<{ id: string }>

  /**
   * Opens a hosted page on which a customer subscribes. The same `idempotencyKey` with the same fields within a day
   * returns the same page; `isOpen` is whether it can still be paid.
   */
  createCheckout(checkout: {
    customerId: string
    userId: string
    priceId: string
    successUrl: string
    cancelUrl: string
    idempotencyKey: string
  }): Promise<{ id: string; url: string | null; isOpen: boolean } | typeof customerUnknown>

  /** Closes an unpaid checkout page. A paid or closed page stays unchanged. */
  closeCheckout(checkoutId: string): Promise<void>

  /**
   * Opens the hosted page on which a customer changes card and plan, reads invoices and cancels. With `change` it opens
   * on the confirmation of that change and redirects to `afterUrl` afterwards, or opens on its front page when the
   * provider doesn't allow that change there.
   */
  createPortal(portal: {
    customerId: string
    returnUrl: string
    change?: { subscriptionId: string; priceId: string; afterUrl: string }
  }): Promise<HostedPage | typeof customerUnknown>

  /** All current and past subscriptions of a customer, in their current state. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[] | typeof customerUnknown>

  /**
   * Ends every subscription of a customer at the end of the paid period, without renewal. Does nothing when the
   * customer is unknown.
   */
  endWithPeriod(customerId: string): Promise<void>

  /**
   * Deletes a customer and all subscriptions at the provider, with immediate effect. Does nothing when the customer is
   * unknown.
   */
  deleteCustomer(customerId: string): Promise<void>

  /**
   * Verifies a webhook and returns its notice; null when the signature is missing, wrong, or made more than five
   * minutes before or after `receivedAt`.
   */
  parseNotice(rawBody: string, signature: string | undefined, receivedAt: Date): PaymentNotice | null

  /**
   * Every notice of the provider since `since`, oldest first, whether or not it was received. The provider keeps them
   * for 30 days.
   */
  listNoticesSince(since: Date): Promise<PaymentNotice[]>
}

async function rejectAsUnavailable(): Promise<never> {
  throw new PaymentsUnavailable('no payment provider is configured')
}

/** Payments in production without a key. Every request fails as an outage, and webhooks are refused. */
export const noPayments: Payments = {
  simulated: false,
  prices: { monthly: 'none_monthly', sixmonth: 'none_sixmonth', annual: 'none_annual' },
  createCustomer: rejectAsUnavailable,
  createCheckout: rejectAsUnavailable,
  closeCheckout: rejectAsUnavailable,
  createPortal: rejectAsUnavailable,
  listSubscriptions: rejectAsUnavailable,
  endWithPeriod: rejectAsUnavailable,
  deleteCustomer: rejectAsUnavailable,
  parseNotice: () => null,
  listNoticesSince: async () => [],
}
