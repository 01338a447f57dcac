import english from '../../../../words/en/mailed-link.ts'
import { messages } from '../../../../words/messages.ts'

/** The words of the page that mailed links open. */
export const words = messages('mailed-link', english)
