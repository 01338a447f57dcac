import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type Stripe from 'stripe'
import { writeDurably } from '../../scripts/lib/write-durably.mjs'
import { loopback } from '../loopback-server.ts'

/** The state of the simulator: plain records, all times in milliseconds since 1970. */

export type CardBehaviour = 'pays' | 'declined' | 'late' | 'late_refused' | 'fails_on_renewal'

export type SimulatedCheckout = {
  id: string
  customer: string
  price: string
  successUrl: string
  cancelUrl: string
  subscriptionMetadata: Record<string, string>
  status: 'open' | 'complete' | 'expired'
  expiresAt: number
}

export type SimulatedSubscription = {
  id: string
  customer: string
  price: string
  status: 'incomplete' | 'incomplete_expired' | 'active' | 'past_due' | 'canceled'
  cancelAtPeriodEnd: boolean
  /** The start of the first period of the current price: renewals keep its day of the month. */
  anchor: number
  periodEnd: number
  card: CardBehaviour
  latestInvoice: string
  created: number
}

export type SimulatedInvoice = {
  id: string
  customer: string
  subscription: string
  checkout: string | null
  billingReason: 'subscription_create' | 'subscription_cycle' | 'subscription_update'
  payment: 'processing' | 'succeeded' | 'requires_payment_method'
  /** The time at which a late payment is settled, on the real clock; null for other payments. */
  settlesAt: number | null
}

export type SimulatedPortalSession = {
  id: string
  customer: string
  returnUrl: string
  /** A plan change that the portal asks to confirm. */
  change: { price: string; afterUrl: string | null } | null
}

/** `created` is on the real clock, like events of Stripe's test clocks. */
export type SimulatedEvent = { id: string; type: string; created: number; object: unknown }

type Records<T> = Record<string, T>

const emptyState = {
  /** The last port, which is reused so that open pages work after a restart. */
  port: 0,
  /** The offset of the simulated clock from the real one. */
  clockAheadMs: 0,
  customers: {} as Records<{ id: string; metadata: Record<string, string> }>,
  checkouts: {} as Records<SimulatedCheckout>,
  subscriptions: {} as Records<SimulatedSubscription>,
  invoices: {} as Records<SimulatedInvoice>,
  portalSessions: {} as Records<SimulatedPortalSession>,
  /** Oldest first. */
  events: [] as SimulatedEvent[],
}
export type SimulatorState = typeof emptyState

/** The shared parts of the simulator: its state, its clock and its events. */
export type World = ReturnType<typeof createWorld>

/**
 * Creates a world from `stateFile`, if it exists and is readable, and stores changes there. Without a file, the state
 * is in memory only.
 *
 * @param realNow the real time, or the test's clock
 * @param onEvent called for every event, after it was added to the state
 */
export function createWorld(
  realNow: () => number,
  stateFile: string | null,
  onEvent: (event: SimulatedEvent) => void,
) {
  const state = readState(stateFile)
  const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`
  return {
    state,
    realNow,
    newId,
    /** The origin of the API and of the hosted pages. */
    origin: () => `http://${loopback}:${state.port}`,
    /** Stores the state in the file, if there is one. Call it at the end of every change. */
    keep(): void {
      if (stateFile) writeDurably(stateFile, JSON.stringify(state))
    },
    now: () => realNow() + state.clockAheadMs,
    /** Adds an event with a copy of the object, for the webhooks to send. */
    emit(type: string, object: unknown): void {
      const event = { id: newId('evt'), type, created: realNow(), object: structuredClone(object) }
      state.events.push(event)
      onEvent(event)
    },
  }
}

function readState(file: string | null): SimulatorState {
  const empty = structuredClone(emptyState)
  try {
    return file ? { ...empty, ...JSON.parse(readFileSync(file, 'utf8')) } : empty
  } catch {
    return empty
  }
}

// The objects of Stripe's API 2026-10-28.endive, which the SDK in package.json pins, with the fields that the product
// reads.

const toSeconds = (milliseconds: number) => Math.floor(milliseconds / 1000)

export function presentCheckout(checkout: SimulatedCheckout, origin: string) {
  return {
    id: checkout.id,
    object: 'checkout.session',
    customer: checkout.customer,
    status: checkout.status,
    url: checkout.status === 'open' ? `${origin}/c/pay/${checkout.id}` : null,
  } satisfies Partial<Stripe.Checkout.Session>
}

/** A subscription; with `expandInvoice` it contains its latest invoice instead of the invoice's id. */
export function presentSubscription(
  subscription: SimulatedSubscription,
  state: SimulatorState,
  expandInvoice = false,
) {
  const invoice = state.invoices[subscription.latestInvoice]
  return {
    id: subscription.id,
    object: 'subscription',
    cancel_at: subscription.cancelAtPeriodEnd ? toSeconds(subscription.periodEnd) : null,
    cancel_at_period_end: subscription.cancelAtPeriodEnd,
    created: toSeconds(subscription.created),
    customer: subscription.customer,
    items: {
      object: 'list',
      data: [
        {
          id: `si_${subscription.id}`,
          current_period_end: toSeconds(subscription.periodEnd),
          price: { id: subscription.price, metadata: {} },
        },
      ],
    },
    latest_invoice: expandInvoice && invoice ? presentInvoice(invoice) : subscription.latestInvoice,
    status: subscription.status,
  }
}

export function presentInvoice(invoice: SimulatedInvoice) {
  return {
    id: invoice.id,
    object: 'invoice',
    billing_reason: invoice.billingReason,
    customer: invoice.customer,
    status: invoice.payment === 'succeeded' ? 'paid' : 'open',
  } satisfies Partial<Stripe.Invoice>
}

export function presentEvent(event: SimulatedEvent) {
  return {
    id: event.id,
    object: 'event',
    created: toSeconds(event.created),
    data: { object: event.object },
    type: event.type,
  }
}
