import english from '../../../words/en/frame.ts'
import { messages } from '../../../words/messages.ts'

/** What stands on every page. */
export const frameWords = messages('frame', english)
