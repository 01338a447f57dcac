import type { CalendarDate } from '../calendar-date.ts'
import type { VerificationKind } from '../verification/kind.ts'
import type { Tier } from './tier.ts'

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
