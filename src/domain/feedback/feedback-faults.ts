import { isPlainText } from '../plain-text.ts'
import { feedbackLimits } from './limits.ts'
import { feedbackMessages } from './messages.ts'
import type { Rating } from './rating.ts'

/** Feedback as somebody is writing it: no rating was chosen yet where it is null. */
export type FeedbackDraft = { rating: Rating | null; comment: string }

/** What stands in the way of sending, by field, in the words for the person; `{}` when nothing does. */
export type FeedbackFaults = { rating?: string; comment?: string }

/** The rating is required (FEEDBACK-1), the comment is optional and bounded. */
export function feedbackFaults({ rating, comment }: FeedbackDraft): FeedbackFaults {
  const faults: FeedbackFaults = {}
  if (rating === null) faults.rating = feedbackMessages.rating
  if (!isPlainText(comment)) faults.comment = feedbackMessages.commentCharacters
  if (comment.length > feedbackLimits.commentMax) faults.comment = feedbackMessages.commentLength
  return faults
}
