import english from '../../../words/en/link.ts'
import { messages } from '../../../words/messages.ts'

/** Everything the link card says (LINK). */
export const { linkWords, linkTexts } = messages('link', english)

/** How long the tick stands after copying (LINK-4). */
export const copyTickMs = 2000
