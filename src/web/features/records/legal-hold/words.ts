import english from '../../../../words/en/legal-hold.ts'
import { messages } from '../../../../words/messages.ts'

/** What is said about a legal hold on both parties' pages (HOLD). */
export const holdWords = messages('legal-hold', english)
