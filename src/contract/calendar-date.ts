import { z } from 'zod'
import { isCalendarDate } from '../domain/calendar-date.ts'

/** `YYYY-MM-DD`, and a day that exists. */
export const calendarDateSchema = z.string().refine(isCalendarDate, 'Please enter a valid date')
