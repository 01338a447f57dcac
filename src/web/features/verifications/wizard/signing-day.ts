import type { CalendarDate } from '../../../../domain/calendar-date.ts'

/** The field of a signature's date: what it holds, and the day that was filled in for the person. */
export type SigningDay = { date: CalendarDate; filledIn: CalendarDate }

/** The field as it should be today: a day that was filled in moves on with the calendar, one that the person wrote stays. */
export function moveToToday({ date, filledIn }: SigningDay, today: CalendarDate): SigningDay {
  return date === filledIn ? { date: today, filledIn: today } : { date, filledIn }
}
