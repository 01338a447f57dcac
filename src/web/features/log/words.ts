import english from '../../../words/en/log.ts'
import { messages } from '../../../words/messages.ts'

/** Everything that the page of the log says. */
export const words = messages('log', english)
