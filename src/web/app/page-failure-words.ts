import english from '../../words/en/page-failure.ts'
import { messages } from '../../words/messages.ts'

/** What stands where a page could not be shown. */
export const failureWords = messages('page-failure', english)
