import { z } from 'zod'
import { isCalendarDate, isTodaySomewhere } from '../domain/calendar-date.ts'
import { isLine, isParagraph } from '../domain/typed-text.ts'
import fieldMessages from '../words/en/field-messages.ts'

const allowText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, { error: () => fieldMessages.tooLong({ max }) })

/** One line of at most `max` characters, without white space around it; it may be empty. */
export const allowLine = (max: number) =>
  allowText(max).refine(isLine, { error: () => fieldMessages.notOneLine })

/** The same for a text of any number of lines. */
export const allowParagraph = (max: number) =>
  allowText(max).refine(isParagraph, { error: () => fieldMessages.notPlain })

/** `YYYY-MM-DD`, and an existing day. */
export const calendarDateSchema = z.string().refine(isCalendarDate, { error: () => fieldMessages.validDate })

/** The day of a signature, on the signer's own calendar: a day that is today in some time zone at `now`. */
export function makeSignatureDateSchema(now: Date) {
  return calendarDateSchema.refine((date) => isTodaySomewhere(date, now), {
    error: () => fieldMessages.signatureToday,
  })
}

/** The creator's statements about the person they asked, as in that person's copy. */
export const typedAbout = {
  name: z.string(),
  socialMediaName: z.string(),
  ageOnPlatform: z.string().nullable(),
  ageClaimed: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
}
