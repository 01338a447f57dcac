import { z } from 'zod'
import { feedbackLimits, ratings } from '../domain/feedback.ts'
import { isParagraph } from '../domain/typed-text.ts'
import words from '../words/en/feedback-dialog.ts'
import { type EndpointTable, kB } from './endpoint.ts'

/**
 * Feedback about the product (FEEDBACK-1, FEEDBACK-3): the rating is required, the comment is kept as typed. An empty
 * comment counts as none. The server adds the person and the time.
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

export const feedbackEndpoints = {
  'POST /api/feedback': {
    summary: 'Submits feedback: from the account with an access token, otherwise anonymously',
    who: 'account or anonymous',
    limits: {
      caller: { name: 'feedback-account', points: 10, seconds: 60 * 60 },
      // A network may be a household, or the customers of a mobile operator.
      network: { name: 'feedback-network', points: 20, seconds: 60 * 60 },
    },
    maxBytes: 32 * kB,
    json: feedbackSchema,
    status: 204,
  },
} satisfies EndpointTable
