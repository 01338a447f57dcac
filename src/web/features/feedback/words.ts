import english from '../../../words/en/feedback.ts'
import { messages } from '../../../words/messages.ts'

/** Everything that is said around giving feedback. */
export const feedbackWords = messages('feedback', english)
