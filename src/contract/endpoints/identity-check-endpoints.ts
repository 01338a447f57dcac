import { z } from 'zod'
import {
  identityCheckRequestSchema,
  identityCheckSchema,
  identityCheckStartSchema,
  thirdPartyIdentityCheckRequestSchema,
} from '../identity-check.ts'
import { type EndpointTable, kB } from './endpoint.ts'

export const identityCheckEndpoints = {
  'GET /api/identity-check': {
    summary: 'How the person’s newest check by the identity provider stands',
    who: 'account',
    status: 200,
    answer: identityCheckSchema,
  },
  'POST /api/identity-check': {
    summary: 'Opens the provider’s page on which a document and a face are checked',
    who: 'account',
    limits: { account: { name: 'identity-check', points: 5, seconds: 86_400 } },
    maxBytes: 16 * kB,
    json: identityCheckRequestSchema,
    status: 200,
    answer: identityCheckStartSchema,
    problems: [
      'day_not_today',
      'identity_check_off',
      'identity_check_under_way',
      'identity_provider_unavailable',
    ],
  },
  'GET /api/public/verifications/:id/identity-check': {
    summary: 'How the third party’s newest check by the identity provider stands',
    who: 'pass holder',
    status: 200,
    answer: identityCheckSchema,
  },
  'POST /api/public/verifications/:id/identity-check': {
    summary: 'Opens the provider’s page for the third party',
    who: 'pass holder',
    maxBytes: 16 * kB,
    json: thirdPartyIdentityCheckRequestSchema,
    status: 200,
    answer: identityCheckStartSchema,
    problems: [
      'rate_limited',
      'day_not_today',
      'identity_check_off',
      'identity_check_under_way',
      'identity_provider_unavailable',
    ],
  },
  'POST /functions/v1/identity-webhook': {
    summary: 'Takes a signed notice of the identity provider',
    who: 'payment provider',
    maxBytes: 64 * kB,
    signedJson: z.looseObject({}),
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  },
} satisfies EndpointTable
