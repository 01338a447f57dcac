import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { localDayOf } from './local-day.ts'

/** The day on this device's calendar on which creations are counted anew (USAGE-1): where the next month begins in UTC. */
export function nextMonthBegins(now: Date): CalendarDate {
  return localDayOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)))
}
