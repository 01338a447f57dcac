import english from '../../../words/en/enlarged-document.ts'
import { messages } from '../../../words/messages.ts'

/** What the dialog with an enlarged document says. */
export const enlargedWords = messages('enlarged-document', english)
