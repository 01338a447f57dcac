import english from '../../../words/en/check.ts'
import { messages } from '../../../words/messages.ts'

/** Everything the check page says. */
export const words = messages('check', english)
