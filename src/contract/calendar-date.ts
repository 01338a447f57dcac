import { z } from 'zod'
import { isCalendarDate, isTodaySomewhere } from '../domain/calendar-date.ts'
import fieldMessages from '../words/en/field-messages.ts'

/** `YYYY-MM-DD`, and a day that exists. */
export const calendarDateSchema = z.string().refine(isCalendarDate, { error: () => fieldMessages.validDate })

/** The day on which a signature is made, on the signer's own calendar: a day that is today somewhere at `now`. */
export function makeSignatureDateSchema(now: Date) {
  return calendarDateSchema.refine((date) => isTodaySomewhere(date, now), {
    error: () => fieldMessages.signatureToday,
  })
}
