import { feedbackSchema } from '../feedback.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const feedbackEndpoints = {
  'POST /api/feedback': {
    summary: 'Takes feedback: of the account whose access token comes along, anonymous without one',
    who: 'account or anonymous',
    limits: {
      account: { name: 'feedback-account', points: 10, seconds: 60 * 60 },
      // A household, or the customers of a mobile network.
      network: { name: 'feedback-network', points: 20, seconds: 60 * 60 },
    },
    maxBytes: 32 * kB,
    json: feedbackSchema,
    status: 204,
  },
} satisfies EndpointTable
