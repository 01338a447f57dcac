import { z } from 'zod'
import { verificationKinds } from '../domain/verification/kind.ts'
import { verificationStatuses } from '../domain/verification/status.ts'
import { emailSchema } from './account.ts'
import { legalHoldSchema } from './legal-hold.ts'
import { typedAbout } from './typed-about.ts'

const instant = z.iso.datetime()

export const heldDataCodeSchema = z.object({ email: emailSchema })
export const heldDataEntrySchema = z.object({ email: emailSchema, code: z.string().trim().max(20) })
export const heldDataPassSchema = z.object({ token: z.string(), expiresAt: instant })

/** A request that names an address, as the person behind the address may know it. */
const heldRequestSchema = z.object({
  id: z.uuid(),
  type: z.enum(verificationKinds),
  status: z.enum(verificationStatuses),
  createdAt: instant,
  closedOrVerifiedAt: instant.nullable(),
  /** Whether it became a sealed record, which stays. */
  isRecord: z.boolean(),
  typedAboutYou: z.object({
    ...typedAbout,
    platform: z.string(),
    additionalTerms: z.string().nullable(),
  }),
  youGave: z.object({ signature: z.string().nullable(), signedOn: z.string().nullable() }),
  uploads: z.array(
    z.object({
      category: z.string(),
      uploadedAt: instant,
      destroyedAt: instant.nullable(),
      url: z.string().nullable(),
    }),
  ),
  /** The legal holds of the record. */
  holds: z.array(legalHoldSchema),
  mails: z.array(z.object({ task: z.string(), queuedAt: instant, outcome: z.string().nullable() })),
  did: z.array(z.object({ event: z.string(), at: instant })),
})

/** Everything that is held about a proven address. */
export const heldDataSchema = z.object({
  email: z.string(),
  /** Whether there is an account, whose own settings give its data and close it. */
  hasAccount: z.boolean(),
  requests: z.array(heldRequestSchema),
})
export type HeldData = z.infer<typeof heldDataSchema>
export type HeldRequest = z.infer<typeof heldRequestSchema>

export const heldDataErasedSchema = z.object({
  /** Requests that were erased, and sealed records that stay. */
  erased: z.int(),
  kept: z.int(),
})

/** Where a record opens: its page, with a token of an hour. */
export const heldRecordSchema = z.object({ url: z.string() })
