import { feedbackLimits } from '../../domain/feedback/limits.ts'

import { messages } from '../messages.ts'

/** What is said about each field of feedback that cannot be sent as it is. */
export default messages('feedback-messages', {
  rating: 'Choose a rating. The comment can stay empty.',
  commentLength: `Please use at most ${feedbackLimits.commentMax} characters`,
  commentCharacters: 'Please type this again without hidden characters',
})
