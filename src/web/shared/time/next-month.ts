import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { computeNextMonthStart } from '../../../domain/plan/tier.ts'
import { toLocalDay } from './local-day.ts'

/** The day on this device's calendar on which creations are counted anew (USAGE-8): where the next month begins in UTC. */
export function describeNextMonthStart(now: Date): CalendarDate {
  return toLocalDay(new Date(`${computeNextMonthStart(now)}T00:00:00Z`))
}
