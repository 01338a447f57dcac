import english from '../../words/en/failures.ts'
import { messages } from '../../words/messages.ts'

/** What is said where nothing more is known of a failure. */
export const failureWords = messages('failures', english)
