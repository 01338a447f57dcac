import english from '../../../words/en/reading.ts'
import { messages } from '../../../words/messages.ts'

/** Everything that is said while an ID is read, and when it could not be (READING). What was read is said by the evidence's own words. */
export const { readingWords, readingFaults } = messages('reading', english)
