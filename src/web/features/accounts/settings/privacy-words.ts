import english from '../../../../words/en/own-data.ts'
import { messages } from '../../../../words/messages.ts'

/** The words of a copy of one's data, and of closing an account (PRIVACY). */
export const privacyWords = messages('own-data', english)
