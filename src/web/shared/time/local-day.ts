import type { CalendarDate } from '../../../domain/calendar-date.ts'

/** The day of an instant on this device's own calendar. */
export function toLocalDay(instant: Date): CalendarDate {
  const [year, month, day] = [instant.getFullYear(), instant.getMonth() + 1, instant.getDate()]
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join(
    '-',
  )
}
