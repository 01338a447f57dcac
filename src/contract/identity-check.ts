import { z } from 'zod'
import { verificationLimits } from '../domain/verification/verification.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { allowLine, calendarDateSchema } from './fields.ts'

/** The request of the third party's check: today on their own calendar, which decides whether they are 18. */
const thirdPartyIdentityCheckRequestSchema = z.object({ today: calendarDateSchema })

/** The request of an account's check, with the name to compare the document with: the name that will be signed. */
const identityCheckRequestSchema = thirdPartyIdentityCheckRequestSchema.extend({
  fullName: allowLine(verificationLimits.nameMax).min(1),
})

/** The page where the provider examines the document. */
const identityCheckStartSchema = z.object({ url: z.url() })

/**
 * The state of the newest check. `fault` is the provider's reason for the last failed try; the verdicts are present
 * once it is checked.
 */
const identityCheckSchema = z.object({
  /** The provider's name; null where no provider is configured, and then there is no check either. */
  provider: z.string().nullable(),
  check: z
    .object({
      state: z.enum(['open', 'processing', 'checked', 'failed', 'cancelled']),
      fault: z.string().nullable(),
      ageOver18: z.boolean().nullable(),
      nameAgrees: z.boolean().nullable(),
      faceMatched: z.boolean().nullable(),
      checkedAt: z.iso.datetime().nullable(),
    })
    .nullable(),
})
export type IdentityCheck = z.infer<typeof identityCheckSchema>

export const identityCheckEndpoints = {
  'GET /api/identity-check': {
    summary: 'Gets the status of the account’s newest identity check',
    who: 'account',
    status: 200,
    answer: identityCheckSchema,
  },
  'POST /api/identity-check': {
    summary: 'Starts an identity check and returns the address of the provider’s page',
    who: 'account',
    limits: { caller: { name: 'identity-check', points: 5, seconds: 86_400 } },
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
    summary: 'Gets the status of the third party’s newest identity check',
    who: 'pass holder',
    status: 200,
    answer: identityCheckSchema,
  },
  'POST /api/public/verifications/:id/identity-check': {
    summary: 'Starts an identity check of the third party and returns the address of the provider’s page',
    who: 'pass holder',
    // Each completed check costs the operator.
    limits: { caller: { name: 'third-party-identity-check', points: 5, seconds: 86_400 } },
    maxBytes: 16 * kB,
    json: thirdPartyIdentityCheckRequestSchema,
    status: 200,
    answer: identityCheckStartSchema,
    problems: [
      'day_not_today',
      'identity_check_off',
      'identity_check_under_way',
      'identity_provider_unavailable',
      'link_in_many_browsers',
    ],
  },
  'POST /functions/v1/identity-webhook': {
    summary: 'Receives a signed notice from the identity provider',
    who: 'payment provider',
    maxBytes: 64 * kB,
    signedJson: z.looseObject({}),
    status: 200,
    answer: z.object({ received: z.literal(true) }),
  },
} satisfies EndpointTable
