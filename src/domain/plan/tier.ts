import type { CalendarDate } from '../calendar-date.ts'
import type { VerificationKind } from '../verification/verification.ts'

/** The plan of an account, which decides its limits. `pending` is a checkout whose payment is not confirmed yet. */
export const tiers = ['free', 'monthly', 'sixmonth', 'annual', 'enterprise', 'pending'] as const
export type Tier = (typeof tiers)[number]

const synonyms = new Map<string, Tier>([
  ['six_month', 'sixmonth'],
  ['6month', 'sixmonth'],
  ['yearly', 'annual'],
])

/**
 * The tier that a stored tier name stands for (PLAN-4). `known` is false for an undefined name, which counts as free
 * and deserves a warning in the log.
 */
export function normaliseTier(stored: string | null): { tier: Tier; known: boolean } {
  if (!stored) return { tier: 'free', known: true }
  const tier = synonyms.get(stored) ?? tiers.find((candidate) => candidate === stored)
  return tier ? { tier, known: true } : { tier: 'free', known: false }
}

/** The tier in force: pending if tier or status is, the stored tier while active, otherwise free (PLAN-5). */
export function decideTier(subscription: { tier: string | null; status: string | null } | null): Tier {
  if (!subscription) return 'free'
  if (subscription.tier === 'pending' || subscription.status === 'pending') return 'pending'
  if (subscription.status !== 'active') return 'free'
  return normaliseTier(subscription.tier).tier
}

/** How many verifications of each kind a tier covers in a calendar month (PLAN-2). */
export const monthlyAllowance: Record<Tier, Record<VerificationKind, number>> = {
  free: { age: 1, person: 1 },
  monthly: { age: 5, person: 5 },
  sixmonth: { age: 25, person: 25 },
  annual: { age: 100, person: 100 },
  // Treated as unlimited: this figure is never reached (USAGE-3).
  enterprise: { age: Number.POSITIVE_INFINITY, person: Number.POSITIVE_INFINITY },
  pending: { age: 0, person: 0 },
}

/** How many more verifications of one kind a tier covers this month. Never negative; Infinity on enterprise. */
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

/** The first day of the month after an instant, in UTC: from then on creations are counted anew (USAGE-1). */
export function computeNextMonthStart(now: Date): CalendarDate {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
