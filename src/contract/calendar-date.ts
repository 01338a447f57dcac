import { z } from 'zod'
import { isCalendarDate, isTodaySomewhere } from '../domain/calendar-date.ts'

/** `YYYY-MM-DD`, and a day that exists. */
export const calendarDateSchema = z.string().refine(isCalendarDate, 'Please enter a valid date')

/** What is said of a signature's day that is not today anywhere. */
export const signatureDateMessage = 'Please date your signature today'

/** The day on which a signature is made, on the signer's own calendar: a day that is today somewhere at `now`. */
export function signatureDateSchema(now: Date) {
  return calendarDateSchema.refine((date) => isTodaySomewhere(date, now), signatureDateMessage)
}
