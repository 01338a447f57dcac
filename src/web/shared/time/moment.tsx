import type { CalendarDate } from '../../../domain/calendar-date.ts'
import { computeNextMonthStart } from '../../../domain/plan/tier.ts'
import { readLocale } from '../reader-locale.ts'
import { insert } from '../ui/insert.ts'
import { toLocalDay } from './local-day.ts'

/** An instant in the reader's format, with its time zone, as evidence requires: "21 Nov 2026, 10:15 GMT". */
export function describeMoment(instant: Date | string): string {
  return new Date(instant).toLocaleString(readLocale(), {
    year: 'numeric',
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
  })
}

/** A day in the reader's format. It has no time zone, so it is never shifted. */
export function describeDay(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  if (Number.isNaN(day.getTime())) return date
  const written = day.toLocaleDateString(readLocale(), {
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
  // "1." at the end of a line would end the sentence.
  return written.replace('. ', '.\u00a0')
}

type MomentProps = {
  at: string
  /** The message in which it stands. */
  within?: (values: { at: string | number }) => string
}

export function Moment({ at, within }: MomentProps) {
  const time = <time dateTime={at}>{describeMoment(at)}</time>
  return within ? insert(within, { at: time }) : time
}

/**
 * The day on this device's calendar on which the count of creations restarts (USAGE-8): the start of the next month in
 * UTC.
 */
export function describeNextMonthStart(now: Date): CalendarDate {
  return toLocalDay(new Date(`${computeNextMonthStart(now)}T00:00:00Z`))
}
