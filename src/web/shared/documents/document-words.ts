import english from '../../../words/en/documents.ts'
import { messages } from '../../../words/messages.ts'

/** The accessible names of the documents, and what is said about them. */
export const documentWords = messages('documents', english)
