import { z } from 'zod'
import { documentKinds } from '../domain/evidence/evidence.ts'
import { verificationLimits } from '../domain/verification/verification.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { allowLine, calendarDateSchema } from './fields.ts'

/** An ID that was read, and the exact claims that it was compared with; a third party's with only a name. */
const keptProofRequestSchema = z.object({
  documentId: z.uuid().toLowerCase(),
  fullName: allowLine(verificationLimits.nameMax),
  dateOfBirth: calendarDateSchema.nullable(),
})

/** An account's kept ID reading, which the next request or answer refers to by its id (ONCE). */
const keptProofSchema = z.object({
  id: z.uuid(),
  fullName: z.string(),
  /** Whether it also agreed with the profile's birth date: without that it can only be used in an answer. */
  birthDateAgrees: z.boolean(),
  document: z.enum(documentKinds),
  issuingState: z.string(),
  /** The day on which it was read. */
  day: calendarDateSchema,
  /** The first day on which it may no longer be used. */
  endsOn: calendarDateSchema,
})
export type KeptProofView = z.infer<typeof keptProofSchema>

export const keptProofEndpoints = {
  'GET /api/kept-proof': {
    summary: 'Gets the account’s kept proof; null if there is none',
    who: 'account',
    status: 200,
    answer: z.object({ kept: keptProofSchema.nullable() }),
  },
  'PUT /api/kept-proof': {
    summary: 'Saves the newest reading of the account’s own ID as its kept proof, replacing an earlier one',
    who: 'account',
    limits: { caller: { name: 'kept-proof', points: 30, seconds: 600 } },
    maxBytes: 16 * kB,
    json: keptProofRequestSchema,
    status: 200,
    answer: z.object({ kept: keptProofSchema }),
    problems: ['kept_proof_unusable'],
  },
  'DELETE /api/kept-proof': {
    summary: 'Deletes the kept proof at once; succeeds if there is none',
    who: 'account',
    status: 204,
  },
} satisfies EndpointTable
