import { z } from 'zod'
import {
  type AsksFor,
  askedAgeSteps,
  defaultAsks,
  documentKinds,
  evidenceSteps,
  facts,
  knownParties,
  mailboxSteps,
} from '../domain/evidence/evidence.ts'
import { recordFormats, sharedThings } from '../domain/record/record.ts'
import { voucherKinds } from '../domain/voucher.ts'
import { calendarDateSchema } from './fields.ts'

/**
 * The evidence that a creation asks of the third party. Without it: their statement, a photo and an ID (EVIDENCE-5).
 */
export const asksForSchema = z
  .object({
    age: z.enum(askedAgeSteps),
    walletInsteadOfId: z.boolean(),
    face: z.boolean(),
    voucherInsteadOfId: z.literal(true).exactOptional(),
    walletName: z.literal(true).exactOptional(),
    keptInstead: z.literal(true).exactOptional(),
  })
  .default(defaultAsks) satisfies z.ZodType<AsksFor>

/**
 * The outcome of reading an ID that the signer's page displayed; empty for none. It is compared with the outcome that
 * the record would state (READING-21).
 */
export const shownReadingSchema = z.string().max(40).default('')

const at = z.iso.datetime()

/** Evidence that a person gave besides their own statement. */
export const evidenceSourceSchema = z.discriminatedUnion('step', [
  z.object({
    step: z.literal('document'),
    document: z.enum(documentKinds),
    readFrom: z.enum(['lines', 'barcode', 'print']),
    issuingState: z.string(),
    nameAgrees: z.boolean().nullable(),
    readerVersion: z.string(),
    day: calendarDateSchema,
    at,
    kept: z.literal(true).optional(),
  }),
  z.object({ step: z.literal('unread'), outcome: z.string(), at }),
  z.object({
    step: z.literal('provider'),
    provider: z.string(),
    by: z.enum(voucherKinds).optional(),
    nameAgrees: z.boolean().nullish(),
    faceMatched: z.boolean().optional(),
    at,
  }),
  z.object({
    step: z.literal('wallet'),
    credentialType: z.string(),
    issuerName: z.string(),
    nameAgrees: z.boolean().nullish(),
    proofSha256: z.string(),
    at,
  }),
])

export const sharedSchema = z.enum(sharedThings)

/**
 * How each fact is known, with the evidence that each person gave besides their own statement (EVIDENCE-3). For an open
 * verification, only the creator's.
 */
export const howKnownSchema = z.object({
  known: z.array(
    z.object({
      fact: z.enum(facts),
      party: z.enum(knownParties),
      step: z.enum([...evidenceSteps, ...mailboxSteps]),
      at,
      agrees: z.boolean().optional(),
    }),
  ),
  sources: z.object({ creator: z.array(evidenceSourceSchema), thirdParty: z.array(evidenceSourceSchema) }),
  /** The things that both people share (EVIDENCE-18); empty while the verification is open. */
  shared: z.array(sharedSchema),
  /** The format of the record, which decides the words. */
  format: z.enum(recordFormats),
})
export type HowKnown = z.infer<typeof howKnownSchema>
