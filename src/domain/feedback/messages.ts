import { feedbackLimits } from './limits.ts'

/** What is said about each field of feedback that cannot be sent as it is. */
export const feedbackMessages = {
  rating: 'Choose a rating. The comment can stay empty.',
  commentLength: `Please use at most ${feedbackLimits.commentMax} characters`,
  commentCharacters: 'Please remove the control characters',
} as const
