import english from '../../../words/en/feedback.ts'
import { messages } from '../../../words/messages.ts'

/** What is said around the feedback dialog before it is downloaded. */
export const feedbackWords = messages('feedback', english)
