/**
 * A day without a time or a zone, as `YYYY-MM-DD` (ISO 8601 calendar date).
 *
 * Birth dates and signature dates stay strings from the form to the database, so that no time zone can shift them by a
 * day.
 */
export type CalendarDate = string

const shape = /^(\d{4})-(\d{2})-(\d{2})$/

function splitDate(date: CalendarDate): { year: number; month: number; day: number } | null {
  const match = shape.exec(date)
  if (!match) return null
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const asUtc = new Date(Date.UTC(year, month - 1, day))
  const exists =
    asUtc.getUTCFullYear() === year && asUtc.getUTCMonth() === month - 1 && asUtc.getUTCDate() === day
  return exists ? { year, month, day } : null
}

/** Whether the text is an existing day: `2024-02-29` is, `2023-02-29` and `2024-1-1` aren't. */
export function isCalendarDate(text: string): boolean {
  return splitDate(text) !== null
}

/**
 * The UTC day of an instant. Used for months, and where the person's own day is unknown
 * (docs/decisions/archive/053-the-persons-own-day.md).
 */
export function toCalendarDate(instant: Date): CalendarDate {
  return instant.toISOString().slice(0, 10)
}

const hourMs = 60 * 60 * 1000

/** The offsets of the time zones furthest behind and furthest ahead of UTC, in hours (UTC-12, UTC+14). */
const calendars = { lastHours: -12, firstHours: 14 } as const

/**
 * Whether a date is today in some time zone at an instant. Two dates are at every instant, and three between 10:00 and
 * 12:00 UTC. False for an invalid date.
 */
export function isTodaySomewhere(date: CalendarDate, now: Date): boolean {
  const oldest = toCalendarDate(new Date(now.getTime() + calendars.lastHours * hourMs))
  // Dates in this format sort chronologically.
  return isCalendarDate(date) && date >= oldest && date <= computeNewestDay(now)
}

/** The latest date that is today in some time zone at an instant. */
export function computeNewestDay(now: Date): CalendarDate {
  return toCalendarDate(new Date(now.getTime() + calendars.firstHours * hourMs))
}

/**
 * Completed years of life on a day. A person born on 29 February completes a year on 1 March of a common year. Negative
 * when the birth is after the day; NaN when either is not a calendar date.
 */
export function computeAge(dateOfBirth: CalendarDate, today: CalendarDate): number {
  const birth = splitDate(dateOfBirth)
  const now = splitDate(today)
  if (!birth || !now) return Number.NaN
  const hadBirthday = now.month > birth.month || (now.month === birth.month && now.day >= birth.day)
  return now.year - birth.year - (hadBirthday ? 0 : 1)
}
