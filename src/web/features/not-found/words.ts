import english from '../../../words/en/not-found.ts'
import { messages } from '../../../words/messages.ts'

/** The words of the page for any address that is none of ours (PAGE-5). */
export const words = messages('not-found', english)
