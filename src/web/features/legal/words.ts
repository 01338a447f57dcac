import english from '../../../words/en/legal.ts'
import { messages } from '../../../words/messages.ts'

/** The words around the text pages, and those of the legal consultation (PUBLIC-13). */
export const words = messages('legal', english)
