import { z } from 'zod'
import { paths } from '../../contract/paths.ts'
import { accountEndpoints } from './account-endpoints.ts'
import type { Endpoint } from './endpoint.ts'
import { feedbackEndpoints } from './feedback-endpoints.ts'
import { planEndpoints } from './plan-endpoints.ts'
import { recordEndpoints } from './record-endpoints.ts'
import { thirdPartyEndpoints } from './third-party-endpoints.ts'
import { verificationEndpoints } from './verification-endpoints.ts'

/** The product's own API. A test compares this list with the routes that the app really has. */
export const endpoints: Endpoint[] = [
  ...accountEndpoints,
  ...planEndpoints,
  ...verificationEndpoints,
  ...thirdPartyEndpoints,
  ...recordEndpoints,
  ...feedbackEndpoints,
  {
    method: 'get',
    path: paths.apiDescription,
    summary: 'This description',
    callers: [],
    status: 200,
    answer: z.looseObject({}),
  },
]
