import type { CalendarDate } from '../calendar-date.ts'
import type { VerificationKind } from '../verification/verification.ts'

/** The plan of an account, which decides its limits. `pending` is a checkout whose payment isn't confirmed yet. */
export const tiers = ['free', 'monthly', 'sixmonth', 'annual', 'enterprise', 'pending'] as const
export type Tier = (typeof tiers)[number]

const synonyms = new Map<string, Tier>([
  ['six_month', 'sixmonth'],
  ['6month', 'sixmonth'],
  ['yearly', 'annual'],
])

/**
 * The tier for a stored tier name (PLAN-4). `known` is false for an undefined name, which counts as free; the caller
 * should log a warning.
 */
export function normaliseTier(stored: string | null): { tier: Tier; known: boolean } {
  if (!stored) return { tier: 'free', known: true }
  const tier = synonyms.get(stored) ?? tiers.find((candidate) => candidate === stored)
  return tier ? { tier, known: true } : { tier: 'free', known: false }
}

/** The tier in force: pending if tier or status is pending, the stored tier while active, otherwise free (PLAN-5). */
export function decideTier(subscription: { tier: string | null; status: string | null } | null): Tier {
  if (!subscription) return 'free'
  if (subscription.tier === 'pending' || subscription.status === 'pending') return 'pending'
  if (subscription.status !== 'active') return 'free'
  return normaliseTier(subscription.tier).tier
}

/** The number of verifications of each kind that a tier covers in a calendar month (PLAN-2). */
export const monthlyAllowance: Record<Tier, Record<VerificationKind, number>> = {
  free: { age: 1, person: 1 },
  monthly: { age: 5, person: 5 },
  sixmonth: { age: 25, person: 25 },
  annual: { age: 100, person: 100 },
  // Unlimited: the product never reaches this number (USAGE-3).
  enterprise: { age: Number.POSITIVE_INFINITY, person: Number.POSITIVE_INFINITY },
  pending: { age: 0, person: 0 },
}

/**
 * The number of verifications of one kind that a tier still covers this month. Never negative; Infinity on enterprise.
 */
export function countRemaining(tier: Tier, kind: VerificationKind, usedThisMonth: number): number {
  return Math.max(0, monthlyAllowance[tier][kind] - usedThisMonth)
}

/**
 * The instant from which creations count: the later of the start of the current calendar month, in UTC, and the
 * subscription's usage reset date (USAGE-1).
 */
export function computeUsageWindowStart(now: Date, usageResetDate: Date | null): Date {
  const monthStart = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  return usageResetDate && usageResetDate > monthStart ? usageResetDate : monthStart
}

/** The first day of the month after an instant, in UTC, when the count of creations restarts (USAGE-1). */
export function computeNextMonthStart(now: Date): CalendarDate {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
