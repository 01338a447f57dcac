import english from './en/feedback-messages.ts'
import { messages } from './messages.ts'

/** What is said about each field of feedback that cannot be sent as it is. */
export const feedbackMessages = messages('feedback-messages', english)
