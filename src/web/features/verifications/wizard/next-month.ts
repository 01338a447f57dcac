import type { CalendarDate } from '../../../../domain/calendar-date.ts'

/** The first day of the month after an instant, in UTC: from then on creations are counted anew (USAGE-1). */
export function nextMonthBegins(now: Date): CalendarDate {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString().slice(0, 10)
}
