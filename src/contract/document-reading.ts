import { z } from 'zod'
import { documentKinds } from '../domain/evidence/evidence.ts'
import { readingOutcomes } from '../domain/identity-document/verdict.ts'
import { verificationLimits } from '../domain/verification/verification.ts'
import fieldMessages from '../words/en/field-messages.ts'
import { type EndpointTable, kB } from './endpoint.ts'
import { allowLine, calendarDateSchema, makeSignatureDateSchema } from './fields.ts'

/** The third party sends no name: their ID is compared with the name that the creator typed. */
const makeThirdPartyReadingRequestSchema = (now: Date) =>
  z.object({
    documentId: z.uuid().toLowerCase(),
    /** The day on the reader's own calendar, which the reading uses as today. */
    today: makeSignatureDateSchema(now),
  })

/** A creator's ID is compared with the data they typed about themselves. */
const makeReadingRequestSchema = (now: Date) =>
  makeThirdPartyReadingRequestSchema(now).extend({
    fullName: allowLine(verificationLimits.nameMax).min(1, {
      error: () => fieldMessages.fullNameRequired,
    }),
    dateOfBirth: calendarDateSchema,
  })

/**
 * The state of reading an ID. `before`: the number of readings ahead of it. `triesLeft`: how many more pictures, or
 * corrections, may be tried. `outcome` is null until it is done.
 */
const readingSchema = z.object({
  documentId: z.uuid(),
  day: calendarDateSchema,
  state: z.enum(['waiting', 'reading', 'done']),
  before: z.number().int(),
  triesLeft: z.number().int(),
  outcome: z.enum(readingOutcomes).nullable(),
  kind: z.enum(documentKinds).nullable(),
  readFrom: z.enum(['lines', 'barcode', 'print']).nullable(),
  issuingState: z.string().nullable(),
  ageOver18: z.boolean().nullable(),
  nameAgrees: z.boolean().nullable(),
  birthDateAgrees: z.boolean().nullable(),
  /** Whether a third party's ID is the creator's document (EVIDENCE-18). */
  sameDocument: z.boolean(),
})
export type Reading = z.infer<typeof readingSchema>

/** The newest reading; null when none was requested. */
const newestReadingSchema = z.object({ reading: readingSchema.nullable() })

const limits = { caller: { name: 'document-reading', points: 30, seconds: 600 } }

export const documentReadingEndpoints = {
  'POST /api/document-readings': {
    summary: 'Requests a reading of the creator’s ID, which is compared with the typed data',
    who: 'account',
    limits,
    maxBytes: 16 * kB,
    json: makeReadingRequestSchema,
    status: 200,
    answer: readingSchema,
    problems: ['document_unknown', 'reading_tries_spent', 'reading_off'],
  },
  'GET /api/document-readings/:id': {
    summary: 'Gets the status of the newest reading of a creator’s document; `:id` is the document’s',
    who: 'account',
    absent: 'not_found',
    status: 200,
    answer: newestReadingSchema,
  },
  'POST /api/public/verifications/:id/reading': {
    summary:
      'Requests a reading of the third party’s ID, which is compared with the name that the creator typed',
    who: 'pass holder',
    maxBytes: 16 * kB,
    json: makeThirdPartyReadingRequestSchema,
    status: 200,
    answer: readingSchema,
    problems: ['verification_not_found', 'document_unknown', 'reading_tries_spent', 'reading_off'],
  },
  'GET /api/public/verifications/:id/reading': {
    summary:
      'Gets the status of the newest reading of the third party’s ID, even if it has just ended the request',
    who: 'pass holder',
    status: 200,
    answer: newestReadingSchema,
  },
} satisfies EndpointTable
