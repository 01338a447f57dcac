import { isPaidTier, type PaidTier } from './paid-plan.ts'
import { decideTier, monthlyAllowance, normaliseTier, type Tier } from './tier.ts'

/** A subscription as the payment provider returns it. */
export type ProviderSubscription = {
  id: string
  priceId: string
  /** The plan of the price; null for an unknown price. */
  tier: PaidTier | null
  /** The provider's status: active, past_due, canceled, incomplete … */
  status: string
  /**
   * The payment that started it: `settled` once it arrived, `processing` until the provider confirms it, `failed` when
   * it was refused or never made.
   */
  firstPayment: 'settled' | 'processing' | 'failed'
  /** When the paid period ends; null when nothing was paid. */
  periodEnd: Date | null
  /** Whether it ends with the period instead of renewing. */
  endsWithPeriod: boolean
  createdAt: Date
}

const endedStatuses = ['canceled', 'incomplete_expired']

/** The precedence of a subscription when a customer has several. */
function weighSubscription(subscription: ProviderSubscription): number {
  if (isWaitingForPayment(subscription)) return 4
  if (subscription.status === 'active') return 5
  if (subscription.status === 'incomplete') return 2
  return endedStatuses.includes(subscription.status) ? 1 : 3
}

/**
 * Whether its checkout completed but the provider hasn't confirmed the payment (PAY-15). The provider may report bank
 * debits as active the whole time; cards that settle late are incomplete.
 */
function isWaitingForPayment({ status, firstPayment }: ProviderSubscription): boolean {
  return firstPayment === 'processing' && (status === 'active' || status === 'incomplete')
}

/** The rank of a tier by its monthly allowance, to distinguish an upgrade from a downgrade. */
function rankTier(tier: string | null): number {
  const { age, person } = monthlyAllowance[normaliseTier(tier).tier]
  return age + person
}

/**
 * Picks the customer's deciding subscription in this order, independent of the order of the list: paid, waiting for
 * payment, in arrears, never paid, ended. Of several paid ones the largest plan wins, otherwise the newest. Null
 * without a subscription on a configured price. A subscription whose price is no longer configured keeps the tier that
 * `row` has for exactly this subscription and price: raising a price doesn't downgrade customers who pay the old one.
 */
export function findDecisive(
  subscriptions: readonly ProviderSubscription[],
  row: SubscriptionRow | null,
): (ProviderSubscription & { tier: PaidTier }) | null {
  const ours = subscriptions.flatMap((subscription) => {
    const tier = subscription.tier ?? findTierPaidBefore(subscription, row)
    return tier ? [{ ...subscription, tier }] : []
  })
  ours.sort(
    (a, b) =>
      weighSubscription(b) - weighSubscription(a) ||
      (a.status === 'active' ? rankTier(b.tier) - rankTier(a.tier) : 0) ||
      b.createdAt.getTime() - a.createdAt.getTime() ||
      (a.id < b.id ? -1 : 1),
  )
  return ours[0] ?? null
}

function findTierPaidBefore(
  { id, priceId }: ProviderSubscription,
  row: SubscriptionRow | null,
): PaidTier | null {
  return row?.providerId === id && row.priceId === priceId && isPaidTier(row.tier) ? row.tier : null
}

/** Whether a row was granted by hand and is in force: the provider's state doesn't change it. */
function isGrantedByHand(row: SubscriptionRow | null): boolean {
  return row !== null && row.providerId === null && decideTier(row) !== 'free'
}

/**
 * Computes the new row from a customer's subscriptions and the current row. A pure function of the provider's state, so
 * that late, repeated and disordered notices all end in the same row. Null when there is nothing to store.
 *
 * Tier: active and paid -> its tier; payment not confirmed -> status `pending`; ended -> `free`; in arrears -> its tier
 * with the provider's status, which `decideTier` counts as free until it is paid.
 *
 * An upgrade starts a fresh allowance (`usageResetDate`), but only for a tier larger than the one this subscription
 * already had, and only once a calendar month (UTC) for a tier of that size: switching down and up between plans, or
 * letting a card fail, doesn't start one.
 */
export function applySubscriptions(
  row: SubscriptionRow | null,
  subscriptions: readonly ProviderSubscription[],
  now: Date,
): SubscriptionRow | null {
  const decisive = findDecisive(subscriptions, row)
  if (isGrantedByHand(row)) return row
  if (!decisive) return row && row.providerId !== null ? endRow(row, row.providerId) : row

  const waiting = isWaitingForPayment(decisive)
  const over = endedStatuses.includes(decisive.status)
  const next: SubscriptionRow = {
    tier: over ? 'free' : decisive.tier,
    status: waiting ? 'pending' : decisive.status,
    currentPeriodEnd: decisive.periodEnd,
    providerId: decisive.id,
    priceId: decisive.priceId,
    endsWithPeriod: decisive.endsWithPeriod && !over,
    previousTier: row?.previousTier ?? null,
    usageResetDate: row?.usageResetDate ?? null,
    usageResetTier: row?.usageResetTier ?? null,
  }
  const before = decideTier(row)
  const after = decideTier(next)
  if (before === after) return next
  // Pending is a transition between two tiers, so it is never stored as the previous tier.
  if (before !== 'pending') next.previousTier = before
  if (doesOpenFreshAllowance(row, next, after, now)) {
    next.usageResetDate = now
    next.usageResetTier = after
  }
  return next
}

function endRow(row: SubscriptionRow, providerId: string): SubscriptionRow {
  const before = decideTier(row)
  return {
    ...row,
    tier: 'free',
    status: 'canceled',
    providerId,
    endsWithPeriod: false,
    previousTier: before === 'free' || before === 'pending' ? row.previousTier : before,
  }
}

function doesOpenFreshAllowance(
  row: SubscriptionRow | null,
  next: SubscriptionRow,
  after: Tier,
  now: Date,
): boolean {
  if (after === 'free' || after === 'pending') return false
  const before = decideTier(row)
  const tierBefore = before === 'pending' ? (row?.previousTier ?? 'free') : before
  const hadAlready = row?.providerId === next.providerId && row.status !== 'pending' ? row.tier : 'free'
  if (rankTier(after) <= Math.max(rankTier(tierBefore), rankTier(hadAlready))) return false
  const resetThisMonth = row?.usageResetDate && toMonth(row.usageResetDate) === toMonth(now)
  return !(resetThisMonth && rankTier(row.usageResetTier) >= rankTier(after))
}

function toMonth(instant: Date): string {
  return instant.toISOString().slice(0, 7)
}

/** A row of `subscriptions`: a purchase, or a plan granted by hand where `providerId` is null. */
export type SubscriptionRow = {
  tier: string
  status: string
  currentPeriodEnd: Date | null
  providerId: string | null
  priceId: string | null
  endsWithPeriod: boolean
  /** The tier that was in force before the current one. */
  previousTier: string | null
  /** The instant of the last upgrade that started a fresh allowance, and the tier of that upgrade. */
  usageResetDate: Date | null
  usageResetTier: string | null
}

/** The state of a person's plan, for the screens. */
export const standings = [
  /** No subscription to report. */
  'none',
  /** Checkout completed, payment not confirmed. */
  'pending',
  /** In force, renews. */
  'active',
  /** In force until the end of the paid period. */
  'ending',
  /** A renewal couldn't be paid: free until it is. */
  'overdue',
  /** The first payment was refused: nothing was bought. */
  'refused',
  /** A paid plan has ended: free again. */
  'ended',
] as const
type Standing = (typeof standings)[number]

/** The state of a plan, from its subscription row. */
export function judgeStanding(row: SubscriptionRow | null): Standing {
  if (!row) return 'none'
  const tier = decideTier(row)
  if (tier === 'pending') return 'pending'
  if (tier !== 'free') return row.endsWithPeriod ? 'ending' : 'active'
  if (row.status === 'incomplete') return 'refused'
  if (isPaidTier(row.tier) && row.providerId !== null && row.status !== 'canceled') return 'overdue'
  return isPaidTier(row.previousTier) ? 'ended' : 'none'
}

/** The plan with an unconfirmed payment; null without one. */
export function findPendingTier(row: SubscriptionRow | null): PaidTier | null {
  const { tier } = normaliseTier(row?.tier ?? null)
  return judgeStanding(row) === 'pending' && isPaidTier(tier) ? tier : null
}

/** The previous tier in its normal form; null when there was none. */
export function normalisePreviousTier(row: SubscriptionRow | null): Tier | null {
  return row?.previousTier ? normaliseTier(row.previousTier).tier : null
}
