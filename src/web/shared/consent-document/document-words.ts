import english from '../../../words/en/consent-document.ts'
import { messages } from '../../../words/messages.ts'

/** The headings and labels of the consent document (FORM-4). */
export const documentWords = messages('consent-document', english)
