import { z } from 'zod'
import { feedbackLimits } from '../domain/feedback/limits.ts'
import { ratings } from '../domain/feedback/rating.ts'
import { isParagraph } from '../domain/typed-text.ts'
import words from '../words/en/feedback-dialog.ts'

/**
 * What somebody says about the product (FEEDBACK-1, FEEDBACK-3): the rating is required, the comment is kept as it was typed. An empty
 * comment is none. Who says it and when is not for them to say: the server knows.
 */
export const feedbackSchema = z.object({
  rating: z.literal(ratings, { error: () => words.faults.rating }),
  comment: z
    .string()
    .max(feedbackLimits.commentMax, { error: () => words.faults.commentLength })
    .refine(isParagraph, { error: () => words.faults.commentCharacters })
    .transform((comment) => comment || null)
    .nullable()
    .default(null),
})
export type Feedback = z.infer<typeof feedbackSchema>
