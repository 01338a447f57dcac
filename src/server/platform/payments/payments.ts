import type { PaidTier } from '../../../domain/plan/paid-plan.ts'
import type { ProviderSubscription } from '../../../domain/plan/subscription.ts'

/**
 * A message of the provider, proven to be from it: something about this customer changed. What changed is asked for,
 * never read here.
 */
export type PaymentNotice = {
  /** The same on every repetition of the message. */
  id: string
  type: string
  /** Null when it concerns no customer. */
  customerId: string | null
}

/** Where a person pays or manages what they pay. */
type HostedPage = { url: string | null }

/**
 * The answer of a provider that does not know the customer: they were deleted there, or belong to another account or
 * simulator.
 */
export const customerUnknown = Symbol('customer unknown to the payment provider')

/**
 * The provider does not answer, or refuses for a reason of its own (a wrong key, an outage). Its message may be logged
 * by name only: vendors quote what they were sent.
 */
export class PaymentsUnavailable extends Error {
  override name = 'PaymentsUnavailable'
}

/** The payment provider. Every method may throw PaymentsUnavailable. */
export type Payments = {
  /** Whether this is the simulator, where no money moves. */
  readonly simulated: boolean
  /** The provider's price id of each plan. */
  readonly prices: Readonly<Record<PaidTier, string>>

  /** Registers a person as a customer. The same `idempotencyKey` within a day answers the same customer. */
  createCustomer(person: { userId: string; email: string; idempotencyKey: string }): Promise<{ id: string }>

  /**
   * Opens a hosted page on which a customer subscribes. The same `idempotencyKey` with the same fields within a day
   * answers the same page; `isOpen` tells whether it can still be paid.
   */
  createCheckout(checkout: {
    customerId: string
    userId: string
    priceId: string
    successUrl: string
    cancelUrl: string
    idempotencyKey: string
  }): Promise<{ id: string; url: string | null; isOpen: boolean } | typeof customerUnknown>

  /** Closes an unpaid checkout page. One that is already paid or closed stays as it is. */
  closeCheckout(checkoutId: string): Promise<void>

  /**
   * Opens the hosted page on which a customer changes card and plan, reads invoices and cancels. With `change` it opens
   * on the confirmation of that change and leaves to `afterUrl` once it is made, or on its front page when the provider
   * does not allow that change there.
   */
  createPortal(portal: {
    customerId: string
    returnUrl: string
    change?: { subscriptionId: string; priceId: string; afterUrl: string }
  }): Promise<HostedPage | typeof customerUnknown>

  /** All subscriptions that a customer has or had, as they are now. */
  listSubscriptions(customerId: string): Promise<ProviderSubscription[] | typeof customerUnknown>

  /**
   * Has every subscription of a customer end with what is paid: nothing is renewed. Nothing happens where the customer
   * is unknown.
   */
  endWithPeriod(customerId: string): Promise<void>

  /**
   * Has the provider delete a customer, with every subscription at once. Nothing happens where the customer is unknown.
   */
  deleteCustomer(customerId: string): Promise<void>

  /**
   * The notice in a webhook's raw body, or null when its signature is missing, wrong, or made more than five minutes
   * before or after `receivedAt`.
   */
  parseNotice(rawBody: string, signature: string | undefined, receivedAt: Date): PaymentNotice | null

  /**
   * Every notice that the provider made since `since`, oldest first, whether or not it reached us. It remembers them
   * for 30 days.
   */
  listNoticesSince(since: Date): Promise<PaymentNotice[]>
}

async function rejectAsUnavailable(): Promise<never> {
  throw new PaymentsUnavailable('no payment provider is configured')
}

/** Payments in production without a key. Every question is answered as an outage, and webhooks are refused. */
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
