import english from '../../../../words/en/draft.ts'
import { messages } from '../../../../words/messages.ts'

/** Everything that is said about drafts (DRAFT). */
export const draftWords = messages('draft', english)
