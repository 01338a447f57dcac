import english from '../../../words/en/feedback-dialog.ts'
import { messages } from '../../../words/messages.ts'

/** Everything that the feedback dialog says. */
export const dialogWords = messages('feedback-dialog', english)
