import { z } from 'zod'
import { feedbackLimits } from '../domain/feedback/limits.ts'
import { feedbackMessages as messages } from '../domain/feedback/messages.ts'
import { ratings } from '../domain/feedback/rating.ts'
import { isPlainText } from '../domain/plain-text.ts'

/**
 * What somebody says about the product (FEEDBACK-1, FEEDBACK-3): the rating is required, the comment is kept as it was typed. An empty
 * comment is none. Who says it and when is not for them to say: the server knows.
 */
export const feedbackSchema = z.object({
  rating: z.literal(ratings, messages.rating),
  comment: z
    .string()
    .max(feedbackLimits.commentMax, messages.commentLength)
    .refine(isPlainText, messages.commentCharacters)
    .transform((comment) => comment || null)
    .nullable()
    .default(null),
})
export type Feedback = z.infer<typeof feedbackSchema>
