/** What the simulator remembers: plain records, all instants in milliseconds since 1970. */

/** How a test card behaves. */
export type CardBehaviour = 'pays' | 'declined' | 'late' | 'late_refused' | 'fails_on_renewal'

export type SimulatedPrice = {
  id: string
  product: string
  nickname: string
  unitAmount: number
  interval: 'month' | 'year'
  intervalCount: number
}

export type SimulatedCustomer = {
  id: string
  email: string | null
  metadata: Record<string, string>
  created: number
}

export type SimulatedCheckout = {
  id: string
  customer: string
  price: string
  successUrl: string
  cancelUrl: string
  clientReferenceId: string | null
  subscriptionMetadata: Record<string, string>
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'paid' | 'unpaid'
  subscription: string | null
  created: number
  expiresAt: number
}

export type SimulatedSubscription = {
  id: string
  itemId: string
  customer: string
  price: string
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled'
  cancelAtPeriodEnd: boolean
  canceledAt: number | null
  endedAt: number | null
  /** The start of the first period of the present interval: renewals keep its day of the month. */
  anchor: number
  periodStart: number
  periodEnd: number
  card: CardBehaviour
  latestInvoice: string
  metadata: Record<string, string>
  created: number
}

export type SimulatedInvoice = {
  id: string
  customer: string
  subscription: string
  checkout: string | null
  status: 'open' | 'paid' | 'void'
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  amount: number
  created: number
  paymentId: string
  paymentIntent: string
  payment: 'processing' | 'succeeded' | 'requires_payment_method'
  /** When a payment that settles late is decided, on the real clock; null for others. */
  settlesAt: number | null
  paidAt: number | null
}

export type SimulatedPortalSession = {
  id: string
  customer: string
  returnUrl: string
  /** A change that the page asks to confirm. */
  change: { price: string; afterUrl: string | null } | null
  created: number
}

export type SimulatedIdentitySession = {
  id: string
  clientReferenceId: string | null
  returnUrl: string
  requiresSelfie: boolean
  status: 'requires_input' | 'processing' | 'verified' | 'canceled'
  /** Why the last try was none. */
  lastError: string | null
  /** What was read once it is verified; gone with the redaction. */
  outputs: { firstName: string; lastName: string; dob: { day: number; month: number; year: number } } | null
  redaction: 'processing' | 'redacted' | null
  created: number
}

export type SimulatedEvent = {
  id: string
  type: string
  /** On the real clock, as Stripe's test clocks do. */
  created: number
  object: unknown
  /** Whether the receiver acknowledged it, or it was dropped on demand. */
  settled: boolean
}

export type SimulatorState = {
  /** Where it listened last, so that pages that are open survive a restart. */
  port: number
  /** How far the simulated clock runs ahead of the real one. */
  clockAheadMs: number
  customers: Record<string, SimulatedCustomer>
  checkouts: Record<string, SimulatedCheckout>
  subscriptions: Record<string, SimulatedSubscription>
  invoices: Record<string, SimulatedInvoice>
  portalSessions: Record<string, SimulatedPortalSession>
  identitySessions: Record<string, SimulatedIdentitySession>
  /** Oldest first. */
  events: SimulatedEvent[]
}

export function makeEmptyState(): SimulatorState {
  return {
    port: 0,
    clockAheadMs: 0,
    customers: {},
    checkouts: {},
    subscriptions: {},
    invoices: {},
    portalSessions: {},
    identitySessions: {},
    events: [],
  }
}
