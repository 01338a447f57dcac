import { z } from 'zod'
import { documentKinds } from '../domain/evidence/evidence.ts'
import { readingOutcomes } from '../domain/identity-document/verdict.ts'
import { verificationLimits } from '../domain/verification/limits.ts'
import fieldMessages from '../words/en/field-messages.ts'
import { calendarDateSchema, makeSignatureDateSchema } from './calendar-date.ts'
import { allowLine } from './typed-text.ts'

/** The third party's ID is compared with the name that the creator typed: they send none. */
export const makeThirdPartyReadingRequestSchema = (now: Date) =>
  z.object({
    documentId: z.uuid().toLowerCase(),
    /** The day on the reader's own calendar, for which the reading counts. */
    today: makeSignatureDateSchema(now),
  })

/** A creator's ID is compared with what they typed of themselves. */
export const makeReadingRequestSchema = (now: Date) =>
  makeThirdPartyReadingRequestSchema(now).extend({
    fullName: allowLine(verificationLimits.nameMax).min(1, {
      error: () => fieldMessages.fullNameRequired,
    }),
    dateOfBirth: calendarDateSchema,
  })

/**
 * How reading an ID stands. `before`: how many are read before it. `triesLeft`: how often another picture, or other words, may be tried.
 * `outcome` is null until it is done.
 */
export const readingSchema = z.object({
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
  /** Whether a third party's ID is the one that the creator gave (EVIDENCE-18). */
  sameDocument: z.boolean(),
})
export type Reading = z.infer<typeof readingSchema>

/** The newest reading; null when none was asked for. */
export const newestReadingSchema = z.object({ reading: readingSchema.nullable() })
