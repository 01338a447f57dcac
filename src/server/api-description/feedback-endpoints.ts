import { feedbackSchema } from '../../contract/feedback.ts'
import { paths } from '../../contract/paths.ts'
import type { Endpoint } from './endpoint.ts'

export const feedbackEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: paths.feedback,
    summary: 'Takes feedback: of the account whose access token comes along, anonymous without one',
    callers: [],
    json: feedbackSchema,
    status: 204,
  },
]
