import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeDurably } from '../../scripts/lib/write-durably.mjs'

/** What the simulator remembers: plain records, all times in milliseconds since 1970. */

/** How a test card behaves. */
export type CardBehaviour = 'pays' | 'declined' | 'late' | 'late_refused' | 'fails_on_renewal'

export type SimulatedPrice = {
  id: string
  nickname: string
  unitAmount: number
  /** The length of a period. */
  months: number
}

export type SimulatedCustomer = {
  id: string
  email: string | null
  metadata: Record<string, string>
}

export type SimulatedCheckout = {
  id: string
  customer: string
  price: string
  successUrl: string
  cancelUrl: string
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
  created: number
  payment: 'processing' | 'succeeded' | 'requires_payment_method'
  /** When a payment that settles late is decided, on the real clock; null for others. */
  settlesAt: number | null
}

export type SimulatedPortalSession = {
  id: string
  customer: string
  returnUrl: string
  /** A change that the page asks to confirm. */
  change: { price: string; afterUrl: string | null } | null
}

export type SimulatedIdentitySession = {
  id: string
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

function makeEmptyState(): SimulatorState {
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

/** Everything that the simulator's parts share: what it remembers, its clock, and how it tells what happened. */
export type World = {
  readonly state: SimulatorState
  /** The real time, or the test's clock. */
  realNow(): number
  /** The simulated time: the real one and however far it was moved ahead. */
  now(): number
  /** Moves the simulated time ahead. */
  advance(milliseconds: number): void
  newId(prefix: string): string
  /** Notes an event about an object, as it is now, for the webhooks to send. */
  emit(type: string, object: unknown): void
  /** Keeps what was changed, in the file if there is one. Call it at the end of every change. */
  keep(): void
}

/**
 * A world that starts from `stateFile`, if it exists and is readable, and writes itself there. Without a file it lives
 * in memory.
 *
 * @param onEvent called for every event, after it was noted
 */
export function createWorld(options: {
  realNow: () => number
  stateFile: string | null
  onEvent: (event: SimulatedEvent) => void
}): World {
  const { stateFile } = options
  const state = (stateFile && findState(stateFile)) || makeEmptyState()
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
  return {
    state,
    realNow: options.realNow,
    now: () => options.realNow() + state.clockAheadMs,
    advance(milliseconds) {
      state.clockAheadMs += milliseconds
      this.keep()
    },
    newId,
    emit(type, object) {
      const event = {
        id: newId('evt'),
        type,
        created: options.realNow(),
        object: structuredClone(object),
        settled: false,
      }
      state.events.push(event)
      options.onEvent(event)
    },
    keep() {
      if (stateFile) writeDurably(stateFile, JSON.stringify(state))
    },
  }
}

function findState(file: string): SimulatorState | null {
  try {
    return { ...makeEmptyState(), ...JSON.parse(readFileSync(file, 'utf8')) }
  } catch {
    return null
  }
}
