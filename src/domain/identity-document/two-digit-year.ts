import { type CalendarDate, isCalendarDate } from '../calendar-date.ts'

/** The date that `YYMMDD` means as somebody's birth: in the latest century in which it is not after `day`. Null when it is no date. */
export function parseBirthDate(yymmdd: string, day: CalendarDate): CalendarDate | null {
  const century = Number(day.slice(0, 2))
  return (
    [century, century - 1].map((c) => parseDateInCentury(c, yymmdd)).find((date) => date && date <= day) ??
    null
  )
}

/** The date that `YYMMDD` means as the end of a document: of those it could mean, the one nearest to `day`. Null when it is no date. */
export function parseExpiryDate(yymmdd: string, day: CalendarDate): CalendarDate | null {
  const year = Number(day.slice(0, 4))
  const countYearsFrom = (date: CalendarDate) => Math.abs(Number(date.slice(0, 4)) - year)
  const century = Math.floor(year / 100)
  const dates = [century - 1, century, century + 1].flatMap((c) => parseDateInCentury(c, yymmdd) ?? [])
  return dates.sort((a, b) => countYearsFrom(a) - countYearsFrom(b))[0] ?? null
}

function parseDateInCentury(century: number, yymmdd: string): CalendarDate | null {
  const date = `${century}${yymmdd.slice(0, 2)}-${yymmdd.slice(2, 4)}-${yymmdd.slice(4, 6)}`
  return isCalendarDate(date) ? date : null
}
