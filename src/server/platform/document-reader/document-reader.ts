import type { CalendarDate } from '../../../domain/calendar-date.ts'
import type { Sighting } from '../../../domain/identity-document/verdict.ts'

/** Reads pictures of documents, one at a time, in a process of its own. */
export type DocumentReader = {
  /** What reads: recorded beside each verdict. */
  version: string
  /**
   * What a stored picture shows; null where the process hung, died or took too much memory on this picture.
   *
   * @param day the day for which it is read: which century two digits of a year mean depends on it
   */
  see(picture: Uint8Array, day: CalendarDate): Promise<Sighting | null>
}

/** What its process is asked of a picture. */
export type Question = { day: CalendarDate }
