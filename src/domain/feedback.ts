import { isParagraph } from './typed-text.ts'

/** The longest comment, in characters. The limit comes from no rule; it only bounds the input. */
export const feedbackLimits = { commentMax: 2000 } as const

/** The ratings that feedback can give, from very poor to very good. */
export const ratings = [1, 2, 3, 4, 5] as const
export type Rating = (typeof ratings)[number]

/** Feedback that is being written; a null rating isn't chosen yet. */
export type FeedbackDraft = { rating: Rating | null; comment: string }

/** The errors that block sending, by field; `{}` without any. */
export type FeedbackFaults = { rating?: 'rating'; comment?: 'commentCharacters' | 'commentLength' }

/** The rating is required (FEEDBACK-1), the comment is optional and limited in length. */
export function collectFeedbackFaults({ rating, comment }: FeedbackDraft): FeedbackFaults {
  const faults: FeedbackFaults = {}
  if (rating === null) faults.rating = 'rating'
  if (!isParagraph(comment)) faults.comment = 'commentCharacters'
  if (comment.length > feedbackLimits.commentMax) faults.comment = 'commentLength'
  return faults
}
